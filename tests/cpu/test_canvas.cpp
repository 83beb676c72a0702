// Plots as pixels: what is drawn is where it was asked for, and nowhere else.
#include <gtest/gtest.h>

#include <array>

#include "app/cli/canvas.h"

namespace warplight::cli {
namespace {

using Colour = std::array<int, 3>;
constexpr Colour kWhite = {255, 255, 255}, kBlack = {0, 0, 0};

Colour at(const PixelCanvas& canvas, int x, int y) {
  const render::Pixels& pixels = canvas.pixels();
  const std::size_t i = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) + static_cast<std::size_t>(x));
  return {pixels.rgb[i], pixels.rgb[i + 1], pixels.rgb[i + 2]};
}

// How many pixels of a rectangle are not white.
int ink(const PixelCanvas& canvas, int left, int top, int right, int bottom) {
  int count = 0;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) count += at(canvas, x, y) != kWhite;
  }
  return count;
}

TEST(PixelCanvas, ShapesHaveTwoPixelsAUnit) {
  PixelCanvas canvas(100, 60);
  EXPECT_EQ(canvas.pixels().width, 200);
  EXPECT_EQ(canvas.pixels().height, 120);
  EXPECT_EQ(ink(canvas, 0, 0, 200, 120), 0);
  canvas.rectangle(10, 10, 20, 5, "#d55e00");
  EXPECT_EQ(at(canvas, 20, 20), (Colour{0xd5, 0x5e, 0x00}));
  EXPECT_EQ(at(canvas, 59, 29), (Colour{0xd5, 0x5e, 0x00}));
  EXPECT_EQ(at(canvas, 60, 29), kWhite);
  EXPECT_EQ(at(canvas, 19, 20), kWhite);
  EXPECT_EQ(ink(canvas, 0, 0, 200, 120), 40 * 10);
  canvas.circle(80, 40, 5, "#000000");
  EXPECT_NEAR(ink(canvas, 140, 60, 180, 100), 3.14159 * 100, 45) << "a disc of ten pixels and half a rim of grey";
  EXPECT_EQ(at(canvas, 160, 80), kBlack);
}

TEST(PixelCanvas, LinesAreAsThickAsTheyAreAskedForAndMayBeBroken) {
  PixelCanvas whole(100, 20), broken(100, 20), slanted(100, 100);
  whole.line(10, 10, 90, 10, {.colour = "#000000", .width = 2});
  EXPECT_EQ(at(whole, 100, 18), kBlack);
  EXPECT_EQ(at(whole, 100, 21), kBlack);
  EXPECT_EQ(at(whole, 100, 15), kWhite);
  broken.line(10, 10, 90, 10, {.colour = "#000000", .width = 2, .dash = 10, .gap = 10});
  EXPECT_EQ(at(broken, 30, 20), kBlack);
  EXPECT_EQ(at(broken, 50, 20), kWhite) << "between two strokes";
  EXPECT_EQ(at(broken, 70, 20), kBlack);
  slanted.line(0, 100, 100, 0, {.colour = "#000000", .width = 2});
  EXPECT_EQ(at(slanted, 100, 99), kBlack);
  EXPECT_EQ(at(slanted, 50, 50), kWhite);
  // Parts that lie outside are left out.
  slanted.line(-500, 50, 500, 50, {});
  slanted.circle(1000, 1000, 3, "#000000");
}

TEST(PixelCanvas, TextStandsAtItsAnchor) {
  PixelCanvas start(200, 40), end(200, 40), up(40, 200), dots(200, 40);
  start.text(100, 20, Anchor::start, "512", 12, "#000000", false);
  EXPECT_GT(ink(start, 200, 0, 400, 80), 40);
  EXPECT_EQ(ink(start, 0, 0, 198, 80), 0);
  end.text(100, 20, Anchor::end, "512", 12, "#000000", false);
  EXPECT_GT(ink(end, 0, 0, 200, 80), 40);
  EXPECT_EQ(ink(end, 204, 0, 400, 80), 0);
  EXPECT_EQ(ink(end, 0, 43, 400, 80), 0) << "digits stand on their line";
  up.text(20, 100, Anchor::start, "512", 12, "#000000", true);
  EXPECT_GT(ink(up, 0, 0, 80, 201), 40) << "upwards from its anchor";
  EXPECT_EQ(ink(up, 0, 204, 80, 400), 0);
}

}  // namespace
}  // namespace warplight::cli
