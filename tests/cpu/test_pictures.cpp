// Pictures from files: samples, light, turning, sizes and names; what is cut short, spoilt or too large is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sim/picture/image.h"
#include "tests/cpu/image_files.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using picture::Image;

std::uint32_t png_crc(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

class Pictures : public CliTest {
 protected:
  void SetUp() override {
    if (const std::string why = picture::why_missing(); !why.empty()) GTEST_SKIP() << why;
  }
  std::string refusal(const std::filesystem::path& file, const picture::Limits& limits = {}) const {
    try {
      picture::read_image(file, limits);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
      EXPECT_NE(std::string(error.what()).find(file.filename()), std::string::npos) << error.what();
      return error.what();
    }
    return "";
  }
  // A smooth picture with something in every corner, in a format by the file's ending.
  std::filesystem::path make(const std::string& name, int width = 64, int height = 48, int channels = 3) {
    std::vector<std::uint8_t> samples;
    const bool floats = name.ends_with(".exr");
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        for (int c = 0; c < channels; ++c) samples.push_back(static_cast<std::uint8_t>((x + 2 * y + 40 * c) % 251));
      }
    }
    const std::vector<float> as_floats(samples.begin(), samples.end());
    picture::write_image(folder() / name,
                         {.description = "a test", .width = width, .height = height, .channels = channels,
                          .sample = floats ? picture::Sample::f32 : picture::Sample::u8,
                          .coding = floats ? picture::Coding::linear : picture::Coding::srgb},
                         floats ? static_cast<const void*>(as_floats.data()) : samples.data());
    return folder() / name;
  }
};

TEST_F(Pictures, SamplesComeBackAndRowsAreRows) {
  make_png<std::uint8_t>(folder() / "a.png", 3, 2, PNG_FORMAT_RGB, {255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 128, 128, 128, 255, 255, 255});
  const Image image = picture::read_image(folder() / "a.png");
  ASSERT_EQ(image.width, 3);
  ASSERT_EQ(image.height, 2);
  ASSERT_EQ(image.channels, 3);
  EXPECT_EQ(image.sample, picture::Sample::u8);
  EXPECT_EQ(image.samples[3 * 4], 128 / 255.0f);
  const std::vector<float> light = picture::luminance(image);
  const float expected[] = {0.2126f, 0.7152f, 0.0722f, 0, 0.215861f, 1};  // 128 by IEC 61966-2-1
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(light[i], expected[i], 1e-6) << i;
}

TEST_F(Pictures, AlphaLiesOverBlack) {
  make_png<std::uint8_t>(folder() / "a.png", 2, 1, PNG_FORMAT_RGBA, {255, 255, 255, 51, 128, 128, 128, 0});
  const Image image = picture::read_image(folder() / "a.png");
  ASSERT_EQ(image.channels, 4);
  EXPECT_EQ(image.samples[0], 1) << "colours as the file has them";
  const std::vector<float> light = picture::luminance(image);
  EXPECT_NEAR(light[0], 0.2, 1e-6);
  EXPECT_EQ(light[1], 0);
  // The same light where the samples were multiplied: as they are coded, and linear.
  Image coded{.width = 1, .height = 1, .channels = 2, .premultiplied = true, .samples = {0.25f, 0.5f}};
  EXPECT_NEAR(picture::luminance(coded)[0], 0.5 * std::pow((0.5 + 0.055) / 1.055, 2.4), 1e-6);
  coded.coding = picture::Coding::linear;
  EXPECT_NEAR(picture::luminance(coded)[0], 0.25, 1e-6);
}

TEST_F(Pictures, SixteenBitsStaySixteen) {
  std::vector<std::uint16_t> samples(256 * 256);
  std::iota(samples.begin(), samples.end(), std::uint16_t{0});
  make_png(folder() / "all.png", 256, 256, PNG_FORMAT_LINEAR_Y, samples);
  const Image image = picture::read_image(folder() / "all.png");
  EXPECT_EQ(image.sample, picture::Sample::u16);
  EXPECT_EQ(image.channels, 1);
  const std::vector<float> light = picture::luminance(image);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(std::lround(image.samples[i] * 65535), samples[i]);
    ASSERT_NEAR(light[i], samples[i] / 65535.0, 1e-6) << "the file says that it is linear";
  }
}

// The standard's table (CIPA DC-008, Orientation): where the file's first row and first column are seen.
TEST_F(Pictures, ExifTurnsThem) {
  std::vector<std::uint8_t> samples(32 * 16, 20);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 32; ++x) samples[static_cast<std::size_t>(y * 32 + x)] = x < 16 ? 240 : 130;
  }
  picture::write_image(folder() / "a.jpg", {.description = "", .width = 32, .height = 16, .channels = 1, .sample = picture::Sample::u8,
                                            .coding = picture::Coding::srgb}, samples.data());
  enum Side { top, right, bottom, left };
  const Side sides[8][2] = {{top, left}, {top, right}, {bottom, right}, {bottom, left}, {left, top}, {right, top}, {right, bottom}, {left, bottom}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Image image = picture::read_image(write("turned.jpg", jpeg_turned(read("a.jpg"), orientation)));
    const auto [row, column] = sides[orientation - 1];
    EXPECT_EQ(image.width, orientation < 5 ? 32 : 16);
    EXPECT_EQ(image.height, orientation < 5 ? 16 : 32);
    EXPECT_EQ(image.notes.size(), orientation == 1 ? 0u : 1u);
    // A pixel well within the quarter that touches both sides.
    const auto at = [&](Side a, Side b) {
      const bool is_left = a == left || b == left, is_top = a == top || b == top;
      const std::int64_t x = is_left ? 3 : image.width - 4, y = is_top ? 3 : image.height - 4;
      return image.samples[static_cast<std::size_t>((y * image.width + x) * image.channels)];
    };
    EXPECT_NEAR(at(row, column), 240 / 255.0, 0.03) << orientation;
    EXPECT_NEAR(at(row, static_cast<Side>((column + 2) % 4)), 130 / 255.0, 0.03) << orientation;
    EXPECT_NEAR(at(static_cast<Side>((row + 2) % 4), column), 20 / 255.0, 0.03) << orientation;
  }
}

TEST_F(Pictures, EveryFormatComesBack) {
  for (const std::string_view ending : picture::endings()) {
    const auto file = make("a" + std::string(ending));
    const Image image = picture::read_image(file);
    EXPECT_EQ(image.width, 64) << ending;
    EXPECT_EQ(image.height, 48) << ending;
    EXPECT_GE(image.channels, 3) << ending;
    double sum = 0;
    for (std::int64_t i = 0; i < 64 * 48; ++i) {
      const auto x = i % 64, y = i / 64;
      const double wanted = static_cast<double>((x + 2 * y) % 251) / (ending == ".exr" ? 1 : 255);
      sum += std::fabs(image.samples[static_cast<std::size_t>(i * image.channels)] - wanted);
    }
    const bool loses = ending == ".webp" || ending == ".gif" || ending.starts_with(".j");
    EXPECT_LT(sum / (64 * 48), loses ? 0.05 : 1e-6) << ending;
  }
}

TEST_F(Pictures, CutShortIsRefused) {
  for (const std::string_view ending : picture::endings()) {
    const std::string name = "a" + std::string(ending);
    make(name, 160, 120);
    const std::string whole = read(name);
    for (const double share : {0.0, 0.01, 0.3, 0.6, 0.9}) {
      const auto file = write("cut" + std::string(ending), whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size()))));
      EXPECT_NE(refusal(file), "") << ending << " " << share;
    }
  }
  make("a.jpg");
  EXPECT_NE(refusal(write("tail.jpg", read("a.jpg").substr(0, read("a.jpg").size() - 2))).find("end marker"), std::string::npos);
}

TEST_F(Pictures, SpoiltOrNoneIsRefused) {
  make("a.png");
  std::string bytes = read("a.png");
  bytes[bytes.size() / 2] ^= 0x55;
  EXPECT_NE(refusal(write("spoilt.png", bytes)), "");
  EXPECT_NE(refusal(write("text.png", "no picture at all")), "");
  EXPECT_NE(refusal(write("text.jpg", std::string(5000, 'x'))), "");
  EXPECT_NE(refusal(folder() / "gone.png"), "");
  std::filesystem::create_directory(folder() / "folder.png");
  EXPECT_NE(refusal(folder() / "folder.png"), "");
}

TEST_F(Pictures, WhatIsTooLargeIsRefusedBeforeItIsDecoded) {
  // 100 000 x 100 000 pixels in 57 bytes: a header alone.
  std::string bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x86\xA0\0\x01\x86\xA0\x08\0\0\0\0", 29);
  const auto crc = png_crc(bytes.substr(12, 17));
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(crc >> shift);
  bytes += std::string("\0\0\0\0IDAT\x35\xAF\x06\x1E\0\0\0\0IEND\xAE\x42\x60\x82", 24);
  EXPECT_NE(refusal(write("vast.png", bytes)).find("has 100 000 x 100 000 pixels; at most 1 000 000 000"), std::string::npos)
      << refusal(folder() / "vast.png");
  EXPECT_NE(refusal(make("a.png"), {.pixels = 64 * 48 - 1}).find("at most 3 071"), std::string::npos);
  EXPECT_EQ(refusal(make("a.png"), {.pixels = 64 * 48}), "");
}

TEST_F(Pictures, LongOnesAndNamesInAnyScript) {
  for (const auto& [width, height] : {std::pair{1, 70000}, {70000, 1}}) {
    const Image image = picture::read_image(make("long.png", width, height, 1));
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    EXPECT_EQ(image.samples.size(), 70000u);
  }
  const Image image = picture::read_image(make("снимок 画像 ☃ ä.png"));
  EXPECT_EQ(image.width, 64);
}

TEST(PictureSizes, ResampledByArea) {
  const std::vector<float> row{3, 6, 9};
  EXPECT_EQ(picture::resampled_by_area(row, 3, 1, 2, 1), (std::vector<float>{4, 8}));
  EXPECT_EQ(picture::resampled_by_area(row, 1, 3, 1, 2), (std::vector<float>{4, 8}));
  EXPECT_EQ(picture::resampled_by_area(std::vector<float>{2, 4}, 2, 1, 3, 1), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(picture::resampled_by_area(std::vector<float>{1, 2, 3, 4}, 2, 2, 1, 1), (std::vector<float>{2.5}));
  EXPECT_EQ(picture::resampled_by_area(row, 3, 1, 3, 2), (std::vector<float>{3, 6, 9, 3, 6, 9}));
}

TEST(PictureSizes, AJpegEndsWithItsMarker) {
  const std::string start("\xFF\xD8\xFF\xE0\0\x04\xFF\xD9\xFF\xDA\0\x02", 12);  // a marker within a segment is none
  EXPECT_FALSE(picture::jpeg_is_whole(start));
  EXPECT_FALSE(picture::jpeg_is_whole(start + std::string("ab\xFF\0cd", 6)));
  EXPECT_TRUE(picture::jpeg_is_whole(start + std::string("ab\xFF\0cd\xFF\xD0xy\xFF\xD9", 12)));
  EXPECT_TRUE(picture::jpeg_is_whole(start + "ab\xFF\xD9 and what a camera adds"));
}

}  // namespace
}  // namespace warplight::test
