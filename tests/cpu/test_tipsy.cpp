// Tipsy's files, made here byte by byte from their published layout, and those that are written.
#include <bit>
#include <limits>

#include "tests/cpu/state_file_test.h"

namespace warplight {
namespace {

struct Tipsy {
  bool big_endian = true, padded = true;
  double time = 0.75;
  std::int32_t bodies = 4, dimensions = 3, gas = 1, dark = 2, stars = 1;

  // mass, x, y, z, vx, vy, vz of particle k: 10k + 1 ... 10k + 7; whatever else the format has is 999.
  std::string bytes() const {
    const bool turned = big_endian;
    std::string text = bytes_of<double>({time}, turned) +
                       bytes_of<std::int32_t>({bodies, dimensions, gas, dark, stars}, turned) +
                       (padded ? std::string(4, '\0') : "");
    for (int k = 0; k < 4; ++k) {
      std::vector<float> particle(k == 0 ? 12 : k < 3 ? 9 : 11, 999);
      for (int f = 0; f < 7; ++f) particle[static_cast<std::size_t>(f)] = static_cast<float>(10 * k + f + 1);
      text += bytes_of(particle, turned);
    }
    return text;
  }
};

class TipsyFiles : public StateFileTest {
 protected:
  std::string refused_bytes(const std::string& bytes) { return refused(file("bodies.tipsy", bytes)); }
  void expect_refused(const std::string& bytes, const std::string& words) {
    const std::string line = refused_bytes(bytes);
    EXPECT_NE(line.find("bodies.tipsy: " + words), std::string::npos) << line;
  }
};

TEST_F(TipsyFiles, BothByteOrdersWithAndWithoutThePad) {
  for (const bool big : {true, false}) {
    for (const bool padded : {true, false}) {
      const HostState state = read(file(big ? "a.std" : "a.TIPSY", Tipsy{.big_endian = big, .padded = padded}.bytes()));
      ASSERT_EQ(params_.n, 4);
      EXPECT_EQ(state.time, 0.75);
      EXPECT_EQ(params_.heaviest, 31);
      for (int k = 0; k < 4; ++k) {
        const Float4 &x = items(state, NBody::kPosition)[k], &v = items(state, NBody::kVelocity)[k];
        const float first = static_cast<float>(10 * k);
        EXPECT_EQ((std::array{x.w, x.x, x.y, x.z, v.x, v.y, v.z}),
                  (std::array{first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7}));
      }
      const std::array<float, 4> groups{2, 0, 0, 1};  // gas, dark matter, stars
      for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(looks(state)[k].x, groups[k]);
    }
  }
}

TEST_F(TipsyFiles, WrittenAsTheStandardSays) {
  const HostState state = read(file("in.tipsy", Tipsy{.big_endian = false, .padded = false}.bytes()));
  params_.softening = 0.125;
  NBody::write(folder_ / "out.std", params_, state, nullptr);
  std::string wanted = Tipsy().bytes();
  const auto put = [&](std::size_t at, std::vector<float> values) {
    const std::string bytes = bytes_of(values, true);
    wanted.replace(at, bytes.size(), bytes);
  };
  constexpr float kEps = 0.125f;
  const std::size_t gas = 32, dark = gas + 48, star = dark + 2 * 36;
  put(gas + 28, {0, 0, kEps, 0, 0});           // rho, temp, hsmooth, metals, phi
  put(dark + 28, {kEps, 0});                   // eps, phi
  put(dark + 36 + 28, {kEps, 0});
  put(star + 28, {0, 0, kEps, 0});             // metals, tform, eps, phi
  EXPECT_TRUE(bytes_of_file(folder_ / "out.std") == wanted);
  EXPECT_EQ(files_in_folder(), 2u);
}

TEST_F(TipsyFiles, AStateComesBackToTheLastBit) {
  params_.n = 777;
  HostState state = built("galaxy-collision", params_);
  state.time = 1.0 / 3;
  NBody::write(folder_ / "a.tipsy", params_, state, nullptr);
  const HostState once = read(folder_ / "a.tipsy");
  EXPECT_EQ(params_.n, 777);
  EXPECT_EQ(once.time, state.time);
  NBody::write(folder_ / "b.tipsy", params_, once, nullptr);
  EXPECT_TRUE(bytes_of_file(folder_ / "a.tipsy") == bytes_of_file(folder_ / "b.tipsy"));

  // A body is found again by where it is: dark matter comes before stars, and each keeps its own order.
  std::vector<std::int64_t> order;
  for (const float group : {2.0f, 0.0f, 1.0f}) {
    for (std::int64_t i = 0; i < 777; ++i) {
      if (looks(state)[i].x == group) order.push_back(i);
    }
  }
  ASSERT_EQ(order.size(), 777u);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int64_t j = order[i];
    EXPECT_EQ(std::memcmp(&items(once, NBody::kPosition)[i], &items(state, NBody::kPosition)[j], 16), 0);
    EXPECT_EQ(std::memcmp(&items(once, NBody::kVelocity)[i], &items(state, NBody::kVelocity)[j], 12), 0);
    EXPECT_EQ(looks(once)[i].x, looks(state)[j].x);
  }
}

TEST_F(TipsyFiles, GroupsThatTipsyHasNotAreDarkMatter) {
  params_.n = 3;
  HostState state = built("uniform-cube", params_);
  auto* look = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  look[0].x = 7;
  look[1].x = 0.5f;
  look[2].x = -1;
  NBody::write(folder_ / "a.tipsy", params_, state, nullptr);
  const HostState back = read(folder_ / "a.tipsy");
  EXPECT_TRUE(same(back, state));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(looks(back)[i].x, 0);
}

TEST_F(TipsyFiles, Refusals) {
  const std::string good = Tipsy().bytes();
  expect_refused("", "is cut short within its header");
  expect_refused(good.substr(0, 27), "is cut short within its header");
  expect_refused(good.substr(0, good.size() - 5), "cut short: 4 bodies take 164 bytes, there are 163");
  expect_refused(good + "x", "too long: 4 bodies take 164 bytes, there are 169");
  expect_refused(Tipsy{.dimensions = 2}.bytes(),
                 "is not a Tipsy file of 3 dimensions: the header has 2, or 33554432 in the other byte order");
  expect_refused(std::string(200, '\0'), "is not a Tipsy file of 3 dimensions");
  expect_refused(Tipsy{.bodies = 5}.bytes(),
                 "its header counts 5 bodies, but 4 of gas, dark matter and stars together");
  expect_refused(Tipsy{.gas = -1, .dark = 4}.bytes(), "its header counts -1 gas particles");
  expect_refused(Tipsy{.stars = std::numeric_limits<std::int32_t>::min()}.bytes(), "its header counts -2147483648 star");
  expect_refused(Tipsy{.bodies = 0, .gas = 0, .dark = 0, .stars = 0}.bytes(), "holds no bodies");
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  expect_refused(Tipsy{.bodies = -3, .gas = kMost, .dark = kMost, .stars = -1}.bytes(), "its header counts -1 star");
  expect_refused(Tipsy{.bodies = kMost, .gas = 0, .dark = kMost, .stars = 0}.bytes(), "more than 1 000 000 000 bodies");
  expect_refused(Tipsy{.bodies = 999'999'999, .gas = 0, .dark = 999'999'999, .stars = 0}.bytes(), "cut short: 999 999");
  expect_refused(Tipsy{.time = std::numeric_limits<double>::infinity()}.bytes(), "its time is not a finite number");

  std::string nan = good;
  nan.replace(32 + 48 + 36 + 20, 4, "\x7f\xc0\x00\x00", 4);
  expect_refused(nan, "dark particle 1, counted from 0, has a vy that is not a finite number");
  EXPECT_NE(refused(folder_ / "none.std").find("No such file"), std::string::npos);
  fs::create_directory(folder_ / "folder.std");
  EXPECT_NE(refused(folder_ / "folder.std").find("Is a directory"), std::string::npos);
}

}  // namespace
}  // namespace warplight
