// N-body states in .csv and .npy: what is written comes back, and what is broken is refused by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "sim/npy_header.h"
#include "tests/cpu/state_file_test.h"

namespace warplight {
namespace {


class StateFiles : public StateFileTest {
 protected:
  std::string refused_csv(const std::string& text) {
    const std::string line = refused(file("bodies.csv", text));
    const std::size_t name = line.find("bodies.csv");
    EXPECT_NE(name, std::string::npos) << line;
    return name == std::string::npos ? line : line.substr(name);
  }
  std::string refused_npy(const std::string& bytes) { return refused(file("bodies.npy", bytes)); }
};

const std::string kHeader = "x,y,z,vx,vy,vz,m\n";

std::string npy(const std::string& dictionary, const std::string& values, char version = 1) {
  std::string text = std::string("\x93NUMPY") + version + '\0';
  for (int b = 0; b < (version == 1 ? 2 : 4); ++b) text += static_cast<char>(dictionary.size() >> (8 * b) & 0xff);
  return text + dictionary + values;
}

TEST_F(StateFiles, FloatsComeBackToTheLastBit) {
  params_.n = 777;
  const HostState state = built("galaxy-collision", params_);
  const double heaviest = params_.heaviest;
  for (const char* name : {"out.csv", "out.npy"}) {
    params_.n = 777;
    NBody::write(folder_ / name, params_, state, nullptr);
    params_.n = 5;
    params_.heaviest = 0;
    EXPECT_TRUE(same(read(folder_ / name), state)) << name;
    EXPECT_EQ(params_.n, 777);
    EXPECT_EQ(params_.heaviest, heaviest);
  }
  EXPECT_EQ(files_in_folder(), 2u);
}

TEST_F(StateFiles, TheReferenceIsWrittenInDouble) {
  params_.n = 3;
  params_.dt = 0.013;
  HostRun run(kHostRungs[0], params_, built("plummer-sphere", params_));
  run.evaluate();
  run.advance(10);
  NBody::write(folder_ / "out.csv", params_, run.state, run.prepared());
  NBody::write(folder_ / "out.npy", params_, run.state, run.prepared());
  std::ifstream csv(folder_ / "out.csv");
  std::string header, line;
  std::getline(csv, header);
  EXPECT_EQ(header + "\n", kHeader);
  std::getline(csv, line);
  EXPECT_EQ(std::stod(line), run.numbers()[0]);
  const std::string bytes = bytes_of_file(folder_ / "out.npy");
  EXPECT_NE(bytes.find("'<f8'"), std::string::npos);
  EXPECT_EQ(bytes.substr(bytes.size() - 3 * 7 * 8), bytes_of(run.numbers()));
  EXPECT_TRUE(same(read(folder_ / "out.npy"), run.state));
  EXPECT_TRUE(same(read(folder_ / "out.csv"), run.state));
}

TEST_F(StateFiles, CsvInManyDresses) {
  for (const std::string& text : {
           kHeader + "1,2,3,4,5,6,7\n",
           kHeader + "1,2,3,4,5,6,7",
           std::string("x,y,z,vx,vy,vz,m\r\n1,2,3,4,5,6,7\r\n\r\n"),
           std::string("m;vz;vy;vx;z;y;x\n7;6;5;4;3;2;1\n"),
           std::string("x y z vx vy vz m\n1   2\t3 4 5 6 7 \n"),
           std::string("\xef\xbb\xbfx, y, z, vx, vy, vz, m\n +1.0, 2e0, 3, 4, 5, 6, 7\n"),
           std::string("group,light,x,y,z,vx,vy,vz,m\n0,1,1,2,3,4,5,6,7\n"),
           std::string("\"x\",'y',\" z \",vx,vy,vz,m\n\"1\",\"2\",'3',4,5,6,\"7\"\n"),
           std::string("# x y z vx vy vz m\n1.0e+00 2.0e+00 3 4 5 6 7\n"),
           std::string("\n\n#x,y,z,vx,vy,vz,m\r\n \r\n1,2,3,4,5,6,7\r\n"),
           std::string("x\ty\tz\tvx\tvy\tvz\tm\n1\t2\t3\t4\t5\t6\t7\n"),
       }) {
    const HostState state = read(file("bodies.csv", text));
    EXPECT_EQ(params_.n, 1);
    const Float4 &x = items(state, NBody::kPosition)[0], &v = items(state, NBody::kVelocity)[0];
    EXPECT_EQ((std::array{x.x, x.y, x.z, v.x, v.y, v.z, x.w}), (std::array<float, 7>{1, 2, 3, 4, 5, 6, 7})) << text;
  }
}

TEST_F(StateFiles, CsvRefusals) {
  EXPECT_EQ(refused_csv(kHeader + "1,2,3,4,5,6,7\n1,2,3,4,abc,6,7\n"),
            "bodies.csv:3: 'abc' is not a number (column vy)");
  EXPECT_EQ(refused_csv(kHeader + "1,2,3,4,5,6\n"), "bodies.csv:2: holds 6 values where the header names 7");
  EXPECT_EQ(refused_csv(kHeader + "1,2,3,4,5,6,7,8\n"), "bodies.csv:2: holds 8 values where the header names 7");
  const std::string looks = "x,y,z,vx,vy,vz,m,group,light\n1,2,3,4,5,6,7,";
  for (const char* group : {"-1", "1.5", "4e9"}) {
    EXPECT_EQ(refused_csv(looks + group + ",1\n"),
              "bodies.csv:2: has a group that is not a whole number from 0 to 65 535");
  }
  EXPECT_EQ(refused_csv(looks + "0,-1\n"), "bodies.csv:2: has a light below 0");
  EXPECT_EQ(refused_csv(kHeader + "1,2,3,4,5,6,nan\n"), "bodies.csv:2: 'nan' is not a finite number (column m)");
  EXPECT_EQ(refused_csv(kHeader + "inf,2,3,4,5,6,7\n"), "bodies.csv:2: 'inf' is not a finite number (column x)");
  EXPECT_EQ(refused_csv(kHeader + "1e50,2,3,4,5,6,7\n"), "bodies.csv:2: '1e50' is too large or too small (column x)");
  EXPECT_EQ(refused_csv(kHeader + "1,,3,4,5,6,7\n"), "bodies.csv:2: '' is not a number (column y)");
  EXPECT_EQ(refused_csv("x,y,z,vx,vy,vz\n1,2,3,4,5,6\n"),
            "bodies.csv:1: the header lacks m; the columns are x,y,z,vx,vy,vz,m in any order");
  EXPECT_EQ(refused_csv("1,2,3,4,5,6,7\n"),
            "bodies.csv:1: the header names '1'; the columns are x,y,z,vx,vy,vz,m in any order");
  EXPECT_EQ(refused_csv("x,y,z,m\n1,2,3,4\n"),
            "bodies.csv:1: the header lacks vx; the columns are x,y,z,vx,vy,vz,m in any order");
  EXPECT_EQ(refused_csv(kHeader + "1;2;3;4;5;6;7\n"), "bodies.csv:2: holds 1 values where the header names 7");
  EXPECT_EQ(refused_csv("x;y;z;vx;vy;vz;m\n1,5;2;3;4;5;6;7\n"), "bodies.csv:2: '1,5' is not a number (column x)");
  EXPECT_EQ(refused_csv(kHeader + "\n\"1,2,3,4,5,6,7\n"), "bodies.csv:3: '\"1' is not a number (column x)");
  EXPECT_EQ(refused_csv("x,x,y,z,vx,vy,vz,m\n"), "bodies.csv:1: the header names x twice");
  EXPECT_EQ(refused_csv(""), "bodies.csv: is empty; the first line must be x,y,z,vx,vy,vz,m");
  EXPECT_EQ(refused_csv(kHeader), "bodies.csv: holds no bodies");
  EXPECT_NE(refused(folder_ / "none.csv").find("No such file"), std::string::npos);
  fs::create_directory(folder_ / "folder.csv");
  EXPECT_NE(refused(folder_ / "folder.csv").find("Is a directory"), std::string::npos);
  EXPECT_NE(refused(folder_ / "bodies.txt").find(": a state of nbody ends in .csv, .npy, .tipsy, .std"),
            std::string::npos);
}

TEST_F(StateFiles, NpyOfEveryKind) {
  const std::vector<double> rows{1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17};
  const std::vector<float> floats(rows.begin(), rows.end());
  std::vector<float> columns;
  for (std::size_t c = 0; c < 7; ++c) columns.insert(columns.end(), {floats[c], floats[7 + c]});
  const auto header = [](const std::string& descr, const std::string& order) {
    return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': (2, 7), }\n";
  };
  const std::string shuffled = "{\"shape\":(2,7),\"fortran_order\":False,\"descr\":\"<f4\"}";
  for (const std::string& bytes : {
           npy(header("<f4", "False"), bytes_of(floats)),
           npy(header("<f8", "False"), bytes_of(rows), 2),
           npy(header(">f4", "False"), bytes_of(floats, true), 3),
           npy(header(">f8", "False"), bytes_of(rows, true)),
           npy(header("<f4", "True"), bytes_of(columns)),
           npy(shuffled, bytes_of(floats)),
       }) {
    const HostState state = read(file("bodies.npy", bytes));
    ASSERT_EQ(params_.n, 2);
    EXPECT_EQ(items(state, NBody::kPosition)[1].z, 13);
    EXPECT_EQ(items(state, NBody::kPosition)[1].w, 17);
    EXPECT_EQ(items(state, NBody::kVelocity)[0].x, 4);
    EXPECT_EQ(params_.heaviest, 17);
  }
}

TEST_F(StateFiles, NpyRefusals) {
  const std::string values(2 * 7 * 4, '\0');
  const auto shaped = [&](const std::string& shape, const std::string& descr = "<f4") {
    return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n", values);
  };
  EXPECT_NE(refused_npy(shaped("(3, 7)")).find("cut short: 3 bodies take 84 bytes, there are 56"), std::string::npos);
  EXPECT_NE(refused_npy(shaped("(1, 7)")).find("too long"), std::string::npos);
  EXPECT_NE(refused_npy(shaped("(2, 6)")).find("its shape is (2, 6); it must be (n, 7)"), std::string::npos);
  EXPECT_NE(refused_npy(shaped("(14,)")).find("its shape is (14,)"), std::string::npos);
  EXPECT_NE(refused_npy(shaped("(2, 7)", "<i4")).find("'<i4'; they must be float32 or float64"), std::string::npos);
  EXPECT_NE(refused_npy(shaped("(0, 7)")).find("no bodies"), std::string::npos);
  for (const char* shape : {"(-2, 7)", "(9223372036854775807, 7)", "(2635249153387078803, 7)", "(1000000000, 7)",
                            "(99999999999999999999999, 7)", "(2, 7", "2, 7", "()", "(,)", "(2 7)"}) {
    refused_npy(shaped(shape));
  }
  EXPECT_NE(refused_npy("").find("is not a .npy file"), std::string::npos);
  EXPECT_NE(refused_npy("\x93NUMPY\x09").find(".npy"), std::string::npos);
  EXPECT_NE(refused_npy(std::string("\x93NUMPY\x04\0\x10\0", 10) + "{}").find("version 4"), std::string::npos);
  std::vector<float> bad(7, 1);
  bad[4] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refused_npy(npy_header_text("<f4", {1, 7}) + bytes_of(bad)).find("body 0, counted from 0, has a vy"),
            std::string::npos);
}

TEST_F(StateFiles, NoCutAndNoSpoiltByteOfANpyCrashes) {
  params_.n = 2;
  NBody::write(folder_ / "good.npy", params_, built("uniform-cube", params_), nullptr);
  const std::string good = bytes_of_file(folder_ / "good.npy");
  for (std::size_t size = 0; size < good.size(); ++size) refused_npy(good.substr(0, size));
  for (std::size_t at = 0; at < 128; ++at) {
    for (const char byte : {'\0', '\xff', '(', '9', '{', '\''}) {
      std::string spoilt = good;
      spoilt[at] = byte;
      try {
        read(file("bodies.npy", spoilt));
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::bad_input);
      }
    }
  }
}

TEST_F(StateFiles, UnwritablePlacesAreRefusedAndLeaveNothing) {
  params_.n = 2;
  const HostState state = built("uniform-cube", params_);
  fs::create_directory(folder_ / "folder.npy");
  for (const fs::path& path : {folder_ / "none" / "out.npy", folder_ / "folder.npy", fs::path("/dev/full.csv"),
                               folder_ / "out.txt", folder_ / "out"}) {
    if (path.parent_path() == "/dev") continue;
    try {
      NBody::write(path, params_, state, nullptr);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
    }
  }
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(StateFiles, ACsvKeepsTheColumnsItCameWith) {
  const std::string plain = kHeader + "1,2,3,4,5,6,7\n";
  const std::string coloured = "x,y,z,vx,vy,vz,m,group,light\n1,2,3,4,5,6,7,3,0.25\n8,9,10,11,12,13,14,0,1\n";
  for (const std::string& text : {plain, coloured, plain}) {
    const HostState state = read(file("in.csv", text));
    NBody::write(folder_ / "out.csv", params_, state, nullptr);
    EXPECT_EQ(bytes_of_file(folder_ / "out.csv"), text);
  }
  const HostState state = read(file("in.csv", coloured));
  EXPECT_EQ(looks(state)[0].x, 3);
  EXPECT_EQ(looks(state)[0].y, 0.25f);
  NBody::write(folder_ / "out.npy", params_, state, nullptr);
  read(folder_ / "out.npy");
  EXPECT_FALSE(params_.shows_appearance);
}

TEST_F(StateFiles, ThePageOfFormatsNamesEveryEnding) {
  const std::string page = bytes_of_file(fs::path(WARPLIGHT_SOURCE_DIR) / "docs" / "state-files.md");
  for (const std::string_view ending : NBody::info().state_endings) {
    EXPECT_NE(page.find("`" + std::string(ending) + "`"), std::string::npos) << ending;
  }
}

TEST_F(StateFiles, AMillionBodiesInASecond) {
  params_.n = 1'000'000;
  const HostState state = built("uniform-cube", params_);
  NBody::write(folder_ / "out.npy", params_, state, nullptr);
  double least = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < 5 && least >= 1; ++attempt) {  // it takes a tenth of that where nothing else runs
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(same(read(folder_ / "out.npy"), state));
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  EXPECT_LT(least, 1);
}

}  // namespace
}  // namespace warplight
