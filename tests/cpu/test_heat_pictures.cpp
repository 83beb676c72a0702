// Pictures as starts and materials of heat2d, and the pictures that it writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/error.h"
#include "sim/picture/image.h"
#include "sim/picture/inferno.h"
#include "tests/cpu/heat_host.h"
#include "tests/cpu/image_files.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

class HeatPictures : public CliTest {
 protected:
  void SetUp() override {
    if (const std::string why = picture::why_missing(); !why.empty()) GTEST_SKIP() << why;
  }
  // Grey of 16 bits in proportion to light, by libpng.
  std::filesystem::path grey(const std::string& name, int width, int height, const std::vector<std::uint16_t>& samples) {
    make_png(folder() / name, width, height, PNG_FORMAT_LINEAR_Y, samples);
    return folder() / name;
  }
  static std::vector<double> values(const Heat2d::Params& params, const HostState& state) {
    std::vector<double> all;
    for (std::int64_t y = 0; y < params.height; ++y) {
      for (std::int64_t x = 0; x < params.width; ++x) all.push_back(heat::value_at(params, heat::current_values(state), x, y));
    }
    return all;
  }
};

void expect_near(const std::vector<double>& got, const std::vector<double>& expected, double error) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], error) << i;
}

TEST_F(HeatPictures, DarkestToBrightestBecomesTheStart) {
  const auto file = grey("a.png", 3, 2, {10000, 20000, 30000, 10000, 15000, 10000});
  for (const auto precision : {Heat2d::Precision::fp32, Heat2d::Precision::fp64}) {
    Heat2d::Params params;
    params.precision = precision;
    HostState state = Heat2d::read(file, params);
    EXPECT_EQ(params.width, 3);
    EXPECT_EQ(params.height, 2);
    EXPECT_FALSE(params.has_materials);
    expect_near(values(params, state), {0, 50, 100, 0, 25, 0}, 1e-4);
    params.picture_low = -10, params.picture_high = 10;
    state = Heat2d::read(file, params);
    expect_near(values(params, state), {-10, 0, 10, -10, -5, -10}, 1e-5);
  }
  // All alike: its own light.
  Heat2d::Params params;
  const HostState flat = Heat2d::read(grey("flat.png", 2, 1, {32768, 32768}), params);
  expect_near(values(params, flat), {50, 50}, 1e-2);
}

TEST_F(HeatPictures, TheSizeIsThePicturesUnlessItIsSet) {
  const auto file = grey("a.png", 4, 2, {0, 100, 200, 400, 0, 100, 200, 400});
  const auto read = [&](std::vector<std::string> set) {
    Heat2d::Params params;
    params.width = 2, params.height = 4;
    const HostState state = Heat2d::read(file, params, set);
    return std::pair(params, values(params, state));
  };
  const auto [own, own_values] = read({"dx"});
  EXPECT_EQ(own.width, 4);
  EXPECT_EQ(own.height, 2);
  const auto [wide, wide_values] = read({"width"});  // the height follows
  EXPECT_EQ(wide.width, 2);
  EXPECT_EQ(wide.height, 1);
  expect_near(wide_values, {0, 100}, 1e-4);
  const auto [high, high_values] = read({"height"});
  EXPECT_EQ(high.width, 8);
  EXPECT_EQ(high.height, 4);
  const auto [both, both_values] = read({"width", "height"});
  EXPECT_EQ(both.width, 2);
  EXPECT_EQ(both.height, 4);
  expect_near(both_values, {0, 100, 0, 100, 0, 100, 0, 100}, 1e-4);
  // Longer than a field may be.
  const auto line = grey("line.png", 70000, 1, std::vector<std::uint16_t>(70000, 7));
  Heat2d::Params params;
  try {
    Heat2d::read(line, params);
    ADD_FAILURE() << "it was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("70 000 x 1 pixels; a field has at most 65 536"), std::string::npos) << error.what();
  }
  params.width = 35000;
  const std::vector<std::string> set{"width"};
  Heat2d::read(line, params, set);
  EXPECT_EQ(params.width, 35000);
  EXPECT_EQ(params.height, 1);
}

TEST_F(HeatPictures, AsMaterialItConducts) {
  const auto file = grey("a.png", 3, 2, {0, 30000, 60000, 60000, 60000, 0});
  Heat2d::Params params;
  params.picture_as = Heat2d::PictureAs::material;
  params.picture_alpha_high = 2;
  params.picture_low = 20, params.picture_high = 70;
  HostState state = Heat2d::read(file, params);
  ASSERT_TRUE(params.has_materials);
  const Heat2d::Material* cells = heat::materials(state);
  const double alpha[] = {0, 1, 2, 2, 2, 0};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(cells[i].alpha, alpha[i], 1e-4) << i;
  EXPECT_EQ(cells[0].right, 0) << "black insulates";
  EXPECT_NEAR(cells[1].right, 4.0 / 3, 1e-4) << "the harmonic mean of 1 and 2";
  // The disc in the middle: within 0.75 of (1.5, 1) are both cells of the middle column.
  expect_near(values(params, state), {20, 70, 20, 20, 70, 20}, 0);
  EXPECT_LE(Heat2d::time_step(params), heat::stability_limit(params));
  params.picture_start = Heat2d::PictureStart::uniform;
  state = Heat2d::read(file, params);
  expect_near(values(params, state), std::vector<double>(6, 20), 0);
}

TEST_F(HeatPictures, WrittenOnesHoldTheField) {
  Heat2d::Params params;
  params.width = 40, params.height = 20, params.dy = 0.5;
  HostState state = heat::empty_state(params);
  for (std::int64_t y = 0; y < 20; ++y) {
    for (std::int64_t x = 0; x < 40; ++x) heat::set_value(params, state.buffers[0].data(), x, y, static_cast<double>(x + 40 * y) - 100);
  }
  const auto all = values(params, state);
  Heat2d::write(folder() / "f.png", params, state, nullptr);
  EXPECT_NE(read("f.png").find("heat2d temperature from -100 (dark) to 699 (bright); cells of 1 x 0.5"), std::string::npos);
  const picture::Image colours = picture::read_image(folder() / "f.png");
  ASSERT_EQ(colours.channels, 3);
  const auto near = [&](std::int64_t cell, const std::array<float, 3>& colour) {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(colours.samples[static_cast<std::size_t>(3 * cell) + c], colour[c], 0.003) << cell;
  };
  near(0, picture::kInferno.front());
  near(799, picture::kInferno.back());
  EXPECT_EQ(Heat2d::info().state_endings.front(), ".npy");

  params.picture_out = Heat2d::PictureOut::grey16;
  for (const char* name : {"f.png", "f.tif"}) {
    Heat2d::write(folder() / name, params, state, nullptr);
    EXPECT_EQ(picture::read_image(folder() / name).sample, picture::Sample::u16);
    Heat2d::Params again;
    again.picture_low = -100, again.picture_high = 699;
    expect_near(values(again, Heat2d::read(folder() / name, again)), all, 0.51 * 799 / 65535 + 1e-3);
  }
  Heat2d::write(folder() / "f.exr", params, state, nullptr);
  const picture::Image exact = picture::read_image(folder() / "f.exr");
  ASSERT_EQ(exact.channels, 1);
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(exact.samples[i], all[i]);
  // What can't hold 16 bits says so, and leaves nothing.
  EXPECT_THROW(Heat2d::write(folder() / "f.jpg", params, state, nullptr), Error);
  EXPECT_FALSE(std::filesystem::exists(folder() / "f.jpg"));
}

TEST_F(HeatPictures, TheProgramTakesAndMakesThem) {
  grey("in.png", 32, 16, [] {
    std::vector<std::uint16_t> samples(512);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<std::uint16_t>(i * 100);
    return samples;
  }());
  const std::vector<std::string> small{"run", "heat2d", "--variant", "cpu", "--steps", "2", "--in", "in.png"};
  const auto with = [&](const std::vector<std::string>& more) {
    auto all = small;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  Finished finished = run(with({"--out", "out.png"}));
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("width = 32, height = 16"), std::string::npos) << finished.out;
  EXPECT_EQ(picture::read_image(folder() / "out.png").width, 32);
  finished = run(with({"--set", "width=8", "--set", "height=8", "--set", "picture_as=material", "--out", "out.tif"}));
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(picture::read_image(folder() / "out.tif").height, 8);
  write("in.png", "no picture");
  expect_refused(small, 2, "in.png");
  expect_refused(with({"--out", "out.jpx"}), 2, "a state of heat2d ends in .npy, .vti, .png");
}

}  // namespace
}  // namespace warplight::test
