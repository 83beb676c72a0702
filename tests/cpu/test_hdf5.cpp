// HDF5 snapshots: written and read again, and made here through the library in every shape that must be refused.
#include <functional>
#include <limits>

#include "sim/hdf5_library.h"
#include "sim/nbody/state_files.h"
#include "tests/cpu/state_file_test.h"
#include "tests/shared/program.h"

namespace warplight {
namespace {

using hdf5::Number;

class Hdf5Files : public StateFileTest {
 protected:
  void SetUp() override {
    StateFileTest::SetUp();
    if (const std::string missing = why_hdf5_is_missing(); !missing.empty()) GTEST_SKIP() << missing;
  }

  // Puts tables into a file by and by; one is left out where a test asks for it.
  class Maker {
   public:
    explicit Maker(const fs::path& path) : file_(path, path.string(), Hdf5File::Mode::create) {
      file_.make_group("Header");
    }
    Maker& header(const char* name, Number number, const std::vector<double>& values) {
      file_.write_attribute("Header", name, number, values.data(), static_cast<int>(values.size()));
      return *this;
    }
    template <class T>
    Maker& table(const std::string& path, std::uint64_t rows, std::uint64_t columns, T first) {
      const std::string group = path.substr(0, path.find('/'));
      if (!file_.has(group)) file_.make_group(group);
      std::vector<T> values(rows * columns);
      for (T& value : values) value = first++;
      file_.make_dataset(path, number_of(T()), rows, columns);
      if (rows > 0) file_.write(path, number_of(T()), 0, rows, values.data());
      return *this;
    }
    Maker& type(int type, std::uint64_t rows) {
      const std::string group = "PartType" + std::to_string(type) + "/";
      table(group + "Coordinates", rows, 3, 100.0f * static_cast<float>(type));
      table(group + "Velocities", rows, 3, 200.0);
      return table(group + "Masses", rows, 1, 1.0f);
    }
    Hdf5File& file() { return file_; }
    void close() { file_.close(); }

   private:
    static Number number_of(float) { return Number::float32; }
    static Number number_of(double) { return Number::float64; }
    static Number number_of(std::int32_t) { return Number::int32; }
    Hdf5File file_;
  };

  std::string refused_file() {
    std::string line = refused(folder_ / "bad.h5");
    const std::size_t at = line.find("bad.h5: ");
    EXPECT_NE(at, std::string::npos) << line;
    return at == std::string::npos ? line : line.substr(at + 8);
  }
  std::string refused_with(const std::function<void(Maker&)>& fill) {
    Maker maker(folder_ / "bad.h5");
    fill(maker);
    maker.close();
    return refused_file();
  }
};

TEST_F(Hdf5Files, AStateComesBackToTheLastBit) {
  params_.n = 777;
  HostState state = built("galaxy-collision", params_);
  state.time = 1.0 / 3;
  for (const char* name : {"a.hdf5", "b.H5"}) {
    NBody::write(folder_ / name, params_, state, nullptr);
    const HostState back = read(folder_ / name);
    ASSERT_EQ(params_.n, 777);
    EXPECT_EQ(back.time, state.time);
    // Group after group, each in its own order.
    std::int64_t at = 0;
    for (const float group : {5.0f, 0.0f, 1.0f, 2.0f, 3.0f, 4.0f}) {
      for (std::int64_t i = 0; i < 777; ++i) {
        if (looks(state)[i].x != group) continue;
        EXPECT_EQ(std::memcmp(&items(back, NBody::kPosition)[at], &items(state, NBody::kPosition)[i], 16), 0);
        EXPECT_EQ(std::memcmp(&items(back, NBody::kVelocity)[at], &items(state, NBody::kVelocity)[i], 12), 0);
        EXPECT_EQ(std::memcmp(&looks(back)[at], &looks(state)[i], sizeof(Float2)), 0) << "group and light";
        ++at;
      }
    }
    EXPECT_EQ(at, 777);
  }
  EXPECT_EQ(files_in_folder(), 2u);
}

TEST_F(Hdf5Files, TheReferenceIsWrittenInDouble) {
  params_.n = 3;
  params_.dt = 0.013;
  HostRun run(kHostRungs[0], params_, built("plummer-sphere", params_));
  run.evaluate();
  run.advance(10);
  NBody::write(folder_ / "out.h5", params_, run.state, run.prepared());
  EXPECT_TRUE(same(read(folder_ / "out.h5"), run.state));
  const Hdf5File file(folder_ / "out.h5", "out.h5", Hdf5File::Mode::read);
  for (const char* name : {"PartType1/Coordinates", "PartType1/Velocities", "PartType1/Masses"}) {
    EXPECT_EQ(file.describe(name).number, Number::float64);
  }
  // The first number of the file's first table of three doubles, as it lies there.
  EXPECT_NE(bytes_of_file(folder_ / "out.h5").find(bytes_of<double>({run.numbers()[0], run.numbers()[1]})),
            std::string::npos);
}

TEST_F(Hdf5Files, TheHeaderSaysWhatReadersLookFor) {
  params_.n = 10;
  HostState state = built("uniform-cube", params_);
  state.time = 2.5;
  auto* look = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  look[3].x = 3;
  look[4].x = 99;
  NBody::write(folder_ / "out.h5", params_, state, nullptr);
  const Hdf5File file(folder_ / "out.h5", "out.h5", Hdf5File::Mode::read);
  const auto header = [&](const char* name) {
    std::vector<double> values(6);
    values.resize(static_cast<std::size_t>(std::max(0, file.attribute("Header", name, values.data(), 6))));
    return values;
  };
  const std::vector<double> counts{0, 9, 0, 0, 1, 0}, none(6);
  EXPECT_EQ(header("NumPart_ThisFile"), counts);
  EXPECT_EQ(header("NumPart_Total"), counts);
  EXPECT_EQ(header("NumPart_Total_HighWord"), none);
  EXPECT_EQ(header("MassTable"), none);
  EXPECT_EQ(header("Time"), std::vector<double>{2.5});
  EXPECT_EQ(header("NumFilesPerSnapshot"), std::vector<double>{1});
  EXPECT_EQ(header("Redshift"), std::vector<double>{0});
  EXPECT_TRUE(file.has("PartType4/ParticleIDs"));
  EXPECT_FALSE(file.has("PartType0"));
  EXPECT_FALSE(file.has("PartType1/Light"));
}

TEST_F(Hdf5Files, TypesBecomeGroupsAndMassesMayComeFromTheHeader) {
  Maker maker(folder_ / "in.h5");
  maker.header("MassTable", Number::float64, {0, 0.5, 0, 0, 0, 0}).header("Time", Number::float64, {7});
  maker.header("NumPart_ThisFile", Number::uint32, {2, 1, 0, 0, 3, 0}).header("NumFilesPerSnapshot", Number::int32, {1});
  maker.type(0, 2).type(4, 3);
  maker.table("PartType1/Coordinates", 1, 3, 100.0).table("PartType1/Velocities", 1, 3, 200.0f);
  maker.close();
  const HostState state = read(folder_ / "in.h5");
  ASSERT_EQ(params_.n, 6);
  EXPECT_EQ(state.time, 7);
  const Float4 *x = items(state, NBody::kPosition), *v = items(state, NBody::kVelocity);
  const std::array<float, 6> groups{5, 5, 0, 3, 3, 3}, masses{1, 2, 0.5f, 1, 2, 3};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(looks(state)[i].x, groups[i]);
    EXPECT_EQ(looks(state)[i].y, 1);
    EXPECT_EQ(x[i].w, masses[i]);
  }
  EXPECT_EQ((std::array{x[2].x, x[2].y, x[2].z, v[2].x, v[2].y, v[2].z}),
            (std::array<float, 6>{100, 101, 102, 200, 201, 202}));
  EXPECT_EQ((std::array{x[5].x, x[5].y, x[5].z, v[5].x, v[5].y, v[5].z}),
            (std::array<float, 6>{406, 407, 408, 206, 207, 208}));
}

TEST_F(Hdf5Files, WhatIsWrongIsNamedWithItsPath) {
  const auto whole = [](Maker& maker) { maker.type(1, 100); };
  EXPECT_EQ(refused_with([](Maker&) {}), "holds no bodies; PartType0 to PartType5 are looked for, in the file itself");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.table("PartType1/Coordinates", 100, 3, 0.0f).table("PartType1/Velocities", 100, 2, 0.0f);
            }),
            "PartType1/Velocities: 100 x 2, must be 100 x 3");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.table("PartType1/Coordinates", 100, 3, 0.0f).table("PartType1/Velocities", 90, 3, 0.0f);
            }),
            "PartType1/Velocities: 90 x 3, must be 100 x 3");
  EXPECT_EQ(refused_with([](Maker& maker) { maker.table("PartType2/Coordinates", 6, 1, 0.0f); }),
            "PartType2/Coordinates: 6, must be 6 x 3");
  EXPECT_EQ(refused_with([](Maker& maker) { maker.table("PartType2/Coordinates", 6, 3, 0.0f); }),
            "PartType2/Velocities: is missing");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.table("PartType2/Coordinates", 6, 3, 0.0f).table("PartType2/Velocities", 6, 3, 0.0f);
            }),
            "PartType2/Masses: is missing, and Header/MassTable has no mass for that type");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.table("PartType2/Coordinates", 6, 3, 0.0f).table("PartType2/Velocities", 6, 3, 0.0f);
              maker.table("PartType2/Masses", 6, 2, 0.0f);
            }),
            "PartType2/Masses: 6 x 2, must be 6");
  EXPECT_EQ(refused_with([](Maker& maker) { maker.table("PartType2/Coordinates", 6, 3, 0); }),
            "PartType2/Coordinates: its values must be float32 or float64");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.file().make_group("PartType2");
              maker.file().make_group("PartType2/Coordinates");
            }),
            "PartType2/Coordinates: is not a table of numbers");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.header("NumFilesPerSnapshot", Number::int32, {8});
            }),
            "Header/NumFilesPerSnapshot: is 8; a snapshot in one file is needed");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.header("NumPart_ThisFile", Number::int32, {0, 99, 0, 0, 0, 0});
            }),
            "PartType1/Coordinates: 100 x 3, but Header/NumPart_ThisFile counts 99");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.header("NumPart_ThisFile", Number::int32, {0, 100, 5, 0, 0, 0});
            }),
            "PartType2: is missing; Header/NumPart_ThisFile counts 5");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.header("MassTable", Number::float64, {0, 1});
            }),
            "Header/MassTable: must hold 6 numbers");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.header("Time", Number::float64, {std::numeric_limits<double>::quiet_NaN()});
            }),
            "Header/Time: holds what is not a finite number");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              whole(maker);
              maker.type(6, 1);
            }),
            "PartType6: PartType0 to PartType5 are known");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              maker.table("PartType1/Coordinates", 2, 3, 0.0f).table("PartType1/Velocities", 2, 3, 1e300);
            }),
            "PartType1/Masses: is missing, and Header/MassTable has no mass for that type");
  EXPECT_EQ(refused_with([&](Maker& maker) {
              maker.table("PartType1/Coordinates", 2, 3, 0.0f).table("PartType1/Velocities", 2, 3, 1e300);
              maker.table("PartType1/Masses", 2, 1, 0.0f);
            }),
            "PartType1/Velocities: row 0, counted from 0, holds what is not a finite number of single precision");
}

TEST_F(Hdf5Files, WhatIsNotThereIsNotTakenForZeros) {
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.file().make_group("PartType1");
              maker.file().make_dataset("PartType1/Coordinates", Number::float32, 1000, 3);
            }),
            "PartType1/Coordinates: parts of it are not in the file");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.file().make_group("PartType1");
              maker.file().make_dataset("PartType1/Coordinates", Number::float32, 1'000'000'000, 3);
            }),
            "PartType1/Coordinates: parts of it are not in the file");
  EXPECT_EQ(refused_with([](Maker& maker) {
              maker.file().make_group("PartType1");
              maker.file().make_dataset("PartType1/Coordinates", Number::float32, 1'000'000'001, 3);
            }),
            "PartType1/Coordinates: more than 1 000 000 000 bodies");
}

TEST_F(Hdf5Files, CutAtAnyPlaceItIsRefused) {
  params_.n = 20;
  NBody::write(folder_ / "good.h5", params_, built("uniform-cube", params_), nullptr);
  const std::string good = bytes_of_file(folder_ / "good.h5");
  for (std::size_t size = 0; size < good.size(); size += 97) refused(file("cut.h5", good.substr(0, size)));
  EXPECT_NE(refused(file("text.h5", "x,y,z\n")).find("is not an HDF5 file, or a damaged one"), std::string::npos);
  EXPECT_NE(refused(folder_ / "none.h5").find("No such file"), std::string::npos);
  fs::create_directory(folder_ / "folder.h5");
  EXPECT_NE(refused(folder_ / "folder.h5").find("Is a directory"), std::string::npos);
}

class Hdf5Module : public test::CliTest {
 protected:
  void SetUp() override {
    if (const std::string missing = why_hdf5_is_missing(); !missing.empty()) GTEST_SKIP() << missing;
    write("a.csv", "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n");
  }
};

TEST_F(Hdf5Module, IsFoundBesideTheProgramFromAnyFolder) {
  const std::string run = " run nbody --variant cpu --steps 0 ";
  const test::Finished alone = shell("mkdir there; cp \"$CLI\" there/warplight-cli; there/warplight-cli" + run +
                                     "--in a.csv --out a.h5");
  expect_one_line(alone, 3, "a.h5: HDF5 needs warplight-hdf5.so beside the program", "");
  const std::vector<std::string> before{"a.csv", "there"};
  EXPECT_EQ(names(), before);
  const test::Finished beside = shell("cp \"$(dirname \"$CLI\")/warplight-hdf5.so\" there; here=$PWD; "
                                      "there/warplight-cli" + run +
                                      "--in a.csv --out a.h5 && cd / && env -i \"$here/there/warplight-cli\"" + run +
                                      "--in \"$here/a.h5\" --out \"$here/b.csv\"");
  EXPECT_EQ(beside.exit_code, 0) << beside.err;
  EXPECT_EQ(read("b.csv"), read("a.csv"));
  const test::Finished installed = shell("mkdir -p lib/warplight; mv there/warplight-hdf5.so lib/warplight; "
                                         "mv there bin; bin/warplight-cli" + run + "--in a.h5 --out c.csv");
  EXPECT_EQ(installed.exit_code, 0) << installed.err;
}

TEST_F(Hdf5Module, AModuleThatCannotBeLoadedNamesThePackage) {
  const test::Finished finished = shell("mkdir there; cp \"$CLI\" there/warplight-cli; echo junk >there/warplight-hdf5.so; "
                                        "there/warplight-cli run nbody --variant cpu --in a.csv --steps 0 --out a.h5");
  expect_one_line(finished, 3, "Debian and Ubuntu: libhdf5-dev", "");
}

// The library crashes at the end of a process whose disk was full.
TEST_F(Hdf5Module, AFullDiskLeavesWhatWasThere) {
  write("a.h5", "old");
  const test::Finished finished = shell("ulimit -f 40; \"$CLI\" run nbody --variant cpu --scene uniform-cube --set n=5000 "
                                        "--steps 0 --out a.h5");
  expect_one_line(finished, 2, "a.h5: ", "");
  EXPECT_EQ(read("a.h5"), "old");
  const std::vector<std::string> left{"a.csv", "a.h5"};
  EXPECT_EQ(names(), left);
}

}  // namespace
}  // namespace warplight
