// Filters: known values, borders, what a blur of an impulse is, pictures in and out with their bits, light and alpha.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sim/catalog.h"
#include "sim/image/gaussian.h"
#include "sim/image/light.h"
#include "sim/image/photo.h"
#include "sim/lane.h"
#include "sim/picture/image.h"
#include "tests/cpu/image_files.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using image::Border;
using image::border_index;

TEST(Borders, KnownIndices) {
  EXPECT_EQ(border_index(-7, 5, Border::clamp), 0);
  EXPECT_EQ(border_index(-7, 5, Border::mirror), 3);
  EXPECT_EQ(border_index(-7, 5, Border::reflect101), 1);
  EXPECT_EQ(border_index(-7, 5, Border::wrap), 3);
  EXPECT_EQ(border_index(-7, 5, Border::constant), -1);
  for (const Border border : {Border::clamp, Border::mirror, Border::reflect101, Border::wrap}) {
    for (int i = -9; i <= 9; ++i) EXPECT_EQ(border_index(i, 1, border), 0);
  }
}

// By the patterns, a step at a time.
int walked(int i, int n, Border border) {
  while (i < 0 || i >= n) {
    if (border == Border::clamp) i = i < 0 ? 0 : n - 1;
    if (border == Border::mirror) i = i < 0 ? -1 - i : 2 * n - 1 - i;
    if (border == Border::reflect101) i = n == 1 ? 0 : i < 0 ? -i : 2 * n - 2 - i;
    if (border == Border::wrap) i += i < 0 ? n : -n;
  }
  return i;
}

TEST(Borders, AreIteratedAtAnyDistance) {
  for (const Border border : {Border::clamp, Border::mirror, Border::reflect101, Border::wrap}) {
    for (int n = 1; n <= 7; ++n) {
      for (int i = -40; i <= 40; ++i) EXPECT_EQ(border_index(i, n, border), walked(i, n, border)) << i << " of " << n;
    }
  }
}

struct Filtered {
  image::Params params;
  HostState state;
  double at(std::int64_t x, std::int64_t y, int c = 0) const {
    const std::int64_t i = (y * image::pitch_of(params) + x) * image::channels_of(params) + c;
    return image::sample_at(params.sample, state.buffers[image::Filter::kFiltered].data(), i);
  }
  double input(std::int64_t x, std::int64_t y, int c = 0) const {
    const std::int64_t i = (y * image::pitch_of(params) + x) * image::channels_of(params) + c;
    return image::sample_at(params.sample, state.buffers[image::Filter::kPicture].data(), i);
  }
};

Filtered filtered(const Lab& lab, std::string_view variant, std::string_view scene,
                  const std::vector<std::pair<std::string_view, double>>& knobs) {
  gpu::Stream stream;
  ParamBytes params = lab.defaults(Place::host);
  for (const auto& [name, value] : knobs) find_knob(lab.knobs(), name).set(params.data(), value);
  const HostState start = lab.build(scene, params);
  Lane lane(lab, stream);
  lane.load(lab.find_variant(variant), params, start);
  lane.advance(1);
  return {params.as<image::Params>(), lane.download()};
}

constexpr double kU8 = 0, kU16 = 1, kF32 = 2, kGrey = 0, kColour = 1, kLinear = 1, kConstant = 4;

class HostRungs : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Gaussian, HostRungs, testing::Values("reference", "cpu"));

TEST_P(HostRungs, AnImpulseGivesTheKernelBack) {
  const Filtered f = filtered(find_lab("gaussian"), GetParam(), "impulse", {{"width", 41}, {"height", 31}, {"type", kF32}, {"channels", kGrey}, {"sigma", 2}});
  double sum = 0;
  for (int i = -6; i <= 6; ++i) sum += std::exp(-i * i / 8.0);
  for (int y = 0; y < 31; ++y) {
    for (int x = 0; x < 41; ++x) {
      const int dx = x - 20, dy = y - 15;
      const double wanted = std::abs(dx) <= 6 && std::abs(dy) <= 6 ? std::exp(-(dx * dx + dy * dy) / 8.0) / (sum * sum) : 0;
      EXPECT_NEAR(f.at(x, y), wanted, 1e-8) << x << " " << y;
    }
  }
}

TEST_P(HostRungs, TheSumOverTheWindowIsTheSameInTwoDimensions) {
  const Filtered f = filtered(find_lab("gaussian"), GetParam(), "noise", {{"width", 23}, {"height", 17}, {"type", kF32}, {"channels", kColour}, {"sigma", 1.5}, {"border", 2}});
  double all = 0;
  for (int j = -5; j <= 5; ++j) {
    for (int i = -5; i <= 5; ++i) all += std::exp(-(i * i + j * j) / 4.5);
  }
  for (const auto& [x, y] : {std::pair{0, 0}, {22, 16}, {11, 8}, {1, 15}}) {
    double sum = 0;
    for (int j = -5; j <= 5; ++j) {
      for (int i = -5; i <= 5; ++i) {
        sum += std::exp(-(i * i + j * j) / 4.5) * f.input(walked(x + i, 23, Border::reflect101), walked(y + j, 17, Border::reflect101), 1);
      }
    }
    EXPECT_NEAR(f.at(x, y, 1), sum / all, 2e-7);
  }
}

TEST_P(HostRungs, SigmaZeroIsTheIdentity) {
  for (const double type : {kU8, kU16, kF32}) {
    const Filtered f = filtered(find_lab("gaussian"), GetParam(), "noise", {{"width", 37}, {"height", 11}, {"type", type}, {"sigma", 0}});
    for (int y = 0; y < 11; ++y) {
      for (int x = 0; x < 37; ++x) {
        for (int c = 0; c < 4; ++c) ASSERT_EQ(f.at(x, y, c), f.input(x, y, c));
      }
    }
  }
}

TEST_P(HostRungs, AWhitePictureStaysWhiteAndAConstantBorderDarkensItsRim) {
  const Filtered white = filtered(find_lab("gaussian"), GetParam(), "flat", {{"width", 20}, {"height", 20}, {"type", kU8}, {"sigma", 2}});
  for (int x = 0; x < 20; ++x) EXPECT_EQ(white.at(x, 0), 255);
  const Filtered rim = filtered(find_lab("gaussian"), GetParam(), "flat",
                                {{"width", 20}, {"height", 20}, {"type", kF32}, {"sigma", 1}, {"border", kConstant}});
  const double inside = (1 + std::exp(-0.5) + std::exp(-2.0) + std::exp(-4.5)) / (1 + 2 * (std::exp(-0.5) + std::exp(-2.0) + std::exp(-4.5)));
  EXPECT_NEAR(rim.at(0, 10), inside, 1e-6);
  EXPECT_NEAR(rim.at(0, 0), inside * inside, 1e-6);
  EXPECT_NEAR(rim.at(0, 0, 3), 1, 1e-6) << "what lies beyond is opaque";
}

TEST_P(HostRungs, ABlurredCheckerboardIs128CodedAnd188OfLinearLight) {
  const std::vector<std::pair<std::string_view, double>> knobs{{"width", 64}, {"height", 64}, {"type", kU8}, {"sigma", 5}, {"border", 3}};
  EXPECT_NEAR(filtered(find_lab("gaussian"), GetParam(), "checkerboard", knobs).at(32, 32), 127.5, 0.51);
  auto linear = knobs;
  linear.push_back({"light", kLinear});
  linear[2].second = kU16;
  const Filtered f = filtered(find_lab("gaussian"), GetParam(), "checkerboard", linear);
  double colour[4];
  image::get_pixel(f.params, f.state, 32, 32, false, colour);
  EXPECT_EQ(std::lround(255 * colour[0]), 188);
}

class BoxRungs : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Box, BoxRungs, testing::Values("reference", "cpu"));

TEST_P(BoxRungs, White) {
  const std::vector<std::pair<std::string_view, double>> knobs{{"width", 20}, {"height", 20}, {"type", kU8}, {"channels", kGrey}, {"radius", 2}};
  const Filtered white = filtered(find_lab("box"), GetParam(), "flat", knobs);
  for (int x = 0; x < 20; ++x) EXPECT_EQ(white.at(x, 3), 255);
  auto dark = knobs;
  dark.push_back({"border", kConstant});
  EXPECT_EQ(filtered(find_lab("box"), GetParam(), "flat", dark).at(0, 10), 153);
  EXPECT_EQ(filtered(find_lab("box"), GetParam(), "flat", dark).at(0, 0), 92);
  dark[2].second = kF32;
  EXPECT_NEAR(255 * filtered(find_lab("box"), GetParam(), "flat", dark).at(0, 0), 91.8, 1e-5);
}

TEST_P(BoxRungs, WholeNumbersAreTheNearestToTheMean) {
  for (const double type : {kU8, kU16}) {
    const Filtered f = filtered(find_lab("box"), GetParam(), "noise", {{"width", 31}, {"height", 9}, {"type", type}, {"channels", kColour}, {"radius", 3}, {"border", 1}});
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 31; ++x) {
        std::int64_t sum = 0;
        for (int j = -3; j <= 3; ++j) {
          for (int i = -3; i <= 3; ++i) sum += std::llround(f.input(walked(x + i, 31, Border::mirror), walked(y + j, 9, Border::mirror), 2));
        }
        ASSERT_EQ(f.at(x, y, 2), static_cast<double>((2 * sum + 49) / 98));
      }
    }
  }
}

class FilterFiles : public CliTest {
 protected:
  void SetUp() override {
    if (const std::string why = picture::why_missing(); !why.empty()) GTEST_SKIP() << why;
  }
  void make_noise(const std::string& name, int width, int height) const {
    std::vector<std::uint8_t> samples;
    for (int i = 0; i < width * height * 3; ++i) samples.push_back(static_cast<std::uint8_t>((i * 7919 + i / 5 * 31) % 256));
    make_png<std::uint8_t>(folder() / name, width, height, PNG_FORMAT_RGB, samples);
  }
  picture::Image run_and_read(const std::string& in, const std::string& out, const std::vector<std::string>& sets) const {
    std::vector<std::string> typed{"run", "gaussian", "--variant", "cpu", "--in", (folder() / in).string(), "--out", (folder() / out).string()};
    for (const std::string& set : sets) typed.insert(typed.end(), {"--set", set});
    const Finished finished = run(typed);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return picture::read_image(folder() / out);
  }
};

TEST_F(FilterFiles, RowsOfAnyWidthComeBackAsTheyWere) {
  make_noise("a.png", 410, 3);
  const picture::Image before = picture::read_image(folder() / "a.png"), after = run_and_read("a.png", "b.png", {"sigma=0"});
  EXPECT_EQ(after.width, 410);
  EXPECT_EQ(after.channels, 3);
  EXPECT_EQ(after.samples, before.samples);
}

TEST_F(FilterFiles, SixteenBitsStaySixteenBits) {
  std::vector<std::uint16_t> samples(64 * 9);
  std::iota(samples.begin(), samples.end(), std::uint16_t{20000});
  picture::write_image(folder() / "a.png", {.description = "a test", .width = 64, .height = 9, .channels = 1, .sample = picture::Sample::u16, .coding = picture::Coding::srgb}, samples.data());
  const picture::Image after = run_and_read("a.png", "b.png", {"sigma=0"});
  EXPECT_EQ(after.sample, picture::Sample::u16);
  for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_EQ(std::lround(65535 * after.samples[i]), samples[i]);
}

TEST_F(FilterFiles, WhatIsTransparentNeverShowsAndIsRestored) {
  // Opaque red beside a fully transparent pixel whose hidden colour is green.
  std::vector<std::uint8_t> samples;
  for (int i = 0; i < 64; ++i) {
    const bool left = i % 16 < 8;
    samples.insert(samples.end(), {static_cast<std::uint8_t>(left ? 255 : 0), static_cast<std::uint8_t>(left ? 0 : 255), 0, static_cast<std::uint8_t>(left ? 255 : 0)});
  }
  make_png<std::uint8_t>(folder() / "a.png", 16, 4, PNG_FORMAT_RGBA, samples);
  const picture::Image after = run_and_read("a.png", "b.png", {"sigma=2"});
  ASSERT_EQ(after.channels, 4);
  for (std::size_t i = 0; i < 64; ++i) {
    if (after.samples[4 * i + 3] == 0) continue;
    EXPECT_EQ(after.samples[4 * i], 1) << i;
    EXPECT_EQ(after.samples[4 * i + 1], 0) << i;
  }
  EXPECT_NEAR(after.samples[4 * 7 + 3], 0.6, 0.02);
}

TEST_F(FilterFiles, LongAndHighPicturesWork) {
  make_noise("long.png", 70000, 1);
  make_noise("high.png", 1, 70000);
  EXPECT_EQ(run_and_read("long.png", "b.png", {"sigma=1"}).width, 70000);
  EXPECT_EQ(run_and_read("high.png", "c.png", {"sigma=1"}).height, 70000);
}

TEST_F(FilterFiles, AMatrixThatIsTypedIsWhatIsUsed) {
  make_noise("a.png", 12, 7);
  // The pixel to the left.
  const Finished finished = run({"run", "convolve", "--variant", "cpu", "--in", (folder() / "a.png").string(), "--out", (folder() / "b.png").string(),
                                 "--set", "coefficients=0 0 0; 1 0 0; 0 0 0"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const picture::Image before = picture::read_image(folder() / "a.png"), after = picture::read_image(folder() / "b.png");
  for (std::size_t y = 0; y < 7; ++y) {
    for (std::size_t x = 0; x < 12; ++x) {
      for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(after.samples[(y * 12 + x) * 3 + c], before.samples[(y * 12 + (x > 0 ? x - 1 : 0)) * 3 + c]);
    }
  }
  for (const char* wrong : {"coefficients=1 2; 3 4", "coefficients=1 2 3; 4 5 6; 7 8", "coefficients=1 0 0; 0 x 0; 0 0 1", "coefficients=1"}) {
    expect_refused({"run", "convolve", "--set", wrong}, 2, "a matrix is as many rows as columns");
  }
}

// Bytes that look like a picture and are none, or are one that is spoilt: each is refused in one line or read, none
// crashes the program, and none takes long.
TEST_F(FilterFiles, SpoiltPicturesAreRefusedOrReadAndNothingElse) {
  make_noise("a.png", 33, 17);
  const std::string whole = read("a.png");
  std::uint64_t state = 1;
  const auto chance = [&](std::size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % n;
  };
  for (int k = 0; k < 60; ++k) {
    std::string bytes = whole.substr(0, k % 3 == 0 ? chance(whole.size()) : whole.size());
    for (std::size_t flips = 1 + chance(8); flips > 0 && !bytes.empty(); --flips) bytes[chance(bytes.size())] = static_cast<char>(chance(256));
    write("spoilt.png", bytes);
    ParamBytes params = find_lab("gaussian").defaults(Place::host);
    try {
      find_lab("gaussian").read(folder() / "spoilt.png", params);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("spoilt.png"), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

TEST_F(FilterFiles, AFolderIsRunAndWhatIsRefusedIsNamedAtTheEnd) {
  std::filesystem::create_directory(folder() / "in");
  make_noise("in/a.png", 20, 10);
  make_noise("in/c.png", 30, 10);
  write("in/b.png", "no picture at all");
  write("in/notes.txt", "not looked at");
  const Finished finished = run({"run", "gaussian", "--variant", "cpu", "--in", (folder() / "in").string(), "--out", (folder() / "out").string()});
  expect_one_line(finished, 2, "1 of 3 pictures refused", "run gaussian on a folder");
  EXPECT_NE(finished.err.find("b.png"), std::string::npos) << finished.err;
  EXPECT_EQ(picture::read_image(folder() / "out/a.png").width, 20);
  EXPECT_EQ(picture::read_image(folder() / "out/c.png").width, 30);
  EXPECT_FALSE(std::filesystem::exists(folder() / "out/b.png"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "out/notes.txt"));
  expect_refused({"run", "gaussian", "--in", (folder() / "in").string()}, 2, "--out FOLDER");
  expect_refused({"run", "gaussian", "--in", (folder() / "in").string(), "--out", (folder() / "in").string()}, 2, "is the folder of --in");
}

TEST_F(FilterFiles, BadWishesAreRefusedInOneLine) {
  make_noise("a.png", 8, 8);
  const std::string in = (folder() / "a.png").string();
  expect_refused({"run", "gaussian", "--in", in, "--set", "sigma=-1"}, 2, "sigma");
  expect_refused({"run", "gaussian", "--in", in, "--set", "radius=2.5"}, 2, "radius");
  expect_refused({"run", "gaussian", "--in", in, "--set", "most_pixels=63"}, 2, "at most 63");
  expect_refused({"run", "gaussian", "--in", in, "--out", (folder() / "b.npy").string()}, 2, "b.npy");
}

}  // namespace
}  // namespace warplight::test
