// A field in the window: painted, looked at, plotted along a line, dropped on, at any size. Seen by structure.
#include <png.h>

#include <algorithm>
#include <cmath>

#include "render/field_view.h"
#include "sim/catalog.h"
#include "sim/lane.h"
#include "sim/npy_header.h"
#include "sim/picture/image.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

struct Point {
  float x = 0, y = 0;
};

class WindowField : public WindowTest {
 protected:
  void start(const std::vector<std::string>& more = {}, const std::string& size = "1120x640") {
    std::vector<std::string> words = {"heat2d", "--variant", "cpu", "--size", size, "--set", "width=300", "--set", "height=200"};
    words.insert(words.end(), more.begin(), more.end());
    window = open(words);
    ASSERT_TRUE(window->says("heat2d · cpu · running")) << window->title();
    place();
  }
  void place() {
    at = window->layout();
    field = {at.picture.x, at.picture.y + 40, at.picture.width, at.picture.height - 40};
  }
  void stand_at_start() {
    window->press("space r");
    ASSERT_TRUE(window->says(" · paused")) << window->title();
    out_of_the_way();
  }
  void out_of_the_way() const { window->point_at(at.picture.x + 30, at.status.y + 20); }
  void end() {
    EXPECT_EQ(window->close(), 0);
    EXPECT_EQ(window->process().err(), "");
  }

  // Where a part of the field is on the screen, while the whole of it is seen.
  Point on_screen(double x, double y) const {
    const FieldShape shape{.width = 300, .height = 200};
    const render::FieldMapping mapping({}, shape, static_cast<int>(field.width), static_cast<int>(field.height), field.width >= 480 ? 108 : 0);
    const auto pixel = mapping.pixel_at({300 * x, 200 * y});
    return {field.x + static_cast<float>(pixel.x), field.y + static_cast<float>(pixel.y)};
  }
  static Rect about(Point point, float half) { return {point.x - half, point.y - half, 2 * half, 2 * half}; }

  void drag(Point from, Point to, const std::string& button, const std::string& key = "") const {
    const auto number = [](float value) { return std::to_string(static_cast<int>(value)); };
    window->point_at(from.x, from.y);
    std::vector<std::string> words;
    if (!key.empty()) words.insert(words.end(), {"keydown", key, "sleep", "0.3"});
    words.insert(words.end(), {"mousedown", button, "sleep", "0.4"});
    for (const float share : {0.25f, 0.5f, 0.75f, 1.0f}) {
      words.insert(words.end(), {"mousemove", "--window", "%W", number(from.x + share * (to.x - from.x)), number(from.y + share * (to.y - from.y)), "sleep", "0.1"});
    }
    // A frame without a GPU may take a while, and a release in the frame of the last move would hide that.
    words.insert(words.end(), {"sleep", "0.6", "mouseup", button, "sleep", "0.2"});
    if (!key.empty()) words.insert(words.end(), {"keyup", key});
    window->order(words);
  }

  static double brightness(const Pixels& picture) {
    double sum = 0;
    for (const std::uint8_t value : picture.rgb) sum += value;
    return sum / static_cast<double>(std::max<std::size_t>(1, picture.rgb.size()));
  }
  double brightness_at(double x, double y) const { return brightness(part_of(window->shot(), about(on_screen(x, y), 4))); }

  // The clock's place, where the profile is.
  Rect plot() const { return {at.clock.x + 60, at.clock.y - 10, at.clock.width - 80, at.clock.height - 16}; }
  // How high the curve stands in each column, 0 at the bottom of the part; -1 where there is none.
  static std::vector<int> curve_in(const Pixels& part) {
    std::vector<int> heights(static_cast<std::size_t>(part.width), -1);
    for (int x = 0; x < part.width; ++x) {
      for (int y = 0; y < part.height && heights[static_cast<std::size_t>(x)] < 0; ++y) {
        const std::uint8_t* rgb = &part.rgb[3 * static_cast<std::size_t>(y * part.width + x)];
        if (rgb[0] > 200 && rgb[1] > 120 && rgb[1] < 190 && rgb[2] < 120) heights[static_cast<std::size_t>(x)] = part.height - 1 - y;
      }
    }
    return heights;
  }
  static int columns_of(const std::vector<int>& curve) { return static_cast<int>(std::ranges::count_if(curve, [](int h) { return h >= 0; })); }

  std::unique_ptr<Driven> window;
  app::Layout at;
  Rect field;
};

TEST_F(WindowField, TheBrushPaintsHeatAndCold) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const Pixels before = window->still_shot(field);
  const double dark = brightness_at(0.2, 0.25), far = brightness_at(0.8, 0.8), spot = brightness_at(0.5, 0.5);
  EXPECT_GT(spot, dark + 50) << "the hot spot";
  drag(on_screen(0.15, 0.25), on_screen(0.35, 0.25), "1");
  out_of_the_way();
  const Pixels painted = window->still_shot(field);
  const double share = difference(before, painted);
  EXPECT_GT(share, 0.005);
  EXPECT_LT(share, 0.2) << "where the brush was, and nowhere else";
  EXPECT_GT(brightness_at(0.2, 0.25), dark + 50);
  EXPECT_GT(brightness_at(0.3, 0.25), dark + 50) << "all along the stroke";
  EXPECT_NEAR(brightness_at(0.8, 0.8), far, 2);
  drag(on_screen(0.2, 0.25), on_screen(0.22, 0.25), "3");
  drag(on_screen(0.5, 0.5), on_screen(0.5, 0.52), "3");
  out_of_the_way();
  window->still_shot(field);
  EXPECT_NEAR(brightness_at(0.2, 0.25), dark, 6) << "cold again";
  EXPECT_NEAR(brightness_at(0.5, 0.5), dark, 6);
  EXPECT_GT(brightness_at(0.31, 0.25), dark + 50) << "but not where it wasn't";
  end();
}

TEST_F(WindowField, TheMiddleButtonMovesIt) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const Pixels before = window->still_shot(field);
  drag(on_screen(0.5, 0.5), {on_screen(0.5, 0.5).x + 60, on_screen(0.5, 0.5).y + 30}, "2");
  out_of_the_way();
  const Point centre = on_screen(0.5, 0.5);
  const Rect spot = about(centre, 30), moved{spot.x + 60, spot.y + 30, spot.width, spot.height};
  window->still_shot(field);
  EXPECT_LT(difference(part_of(before, {spot.x - field.x, spot.y - field.y, 60, 60}), part_of(window->shot(), moved)), 0.02);
  EXPECT_GT(difference(before, part_of(window->shot(), field)), 0.02);
  window->press("c");
  out_of_the_way();
  EXPECT_LT(difference(before, window->still_shot(field)), 0.001) << "C fits it again";
  end();
}

TEST_F(WindowField, TheWheelZoomsUntilCellsShow) {
  ASSERT_NO_FATAL_FAILURE(start({"--scene", "random-field"}));
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const auto alike = [&] {  // how many pixels have the colour of their right neighbour
    const Pixels part = window->still_shot(about(on_screen(0.5, 0.5), 60));
    int same = 0;
    for (int y = 0; y < part.height; ++y) {
      for (int x = 0; x + 1 < part.width; ++x) {
        const auto i = 3 * static_cast<std::size_t>(y * part.width + x);
        same += std::equal(&part.rgb[i], &part.rgb[i] + 3, &part.rgb[i + 3]);
      }
    }
    return same / static_cast<double>(part.height * (part.width - 1));
  };
  const double far = alike();
  EXPECT_LT(far, 0.6) << "cells of two pixels";
  const Point centre = on_screen(0.5, 0.5);
  window->point_at(centre.x, centre.y);
  window->order({"click", "--repeat", "18", "--delay", "60", "4"});
  out_of_the_way();
  EXPECT_GT(alike(), 0.85) << "each cell a plain square, with a line between two";
  window->point_at(centre.x, centre.y);
  window->order({"click", "--repeat", "18", "--delay", "60", "5"});
  out_of_the_way();
  EXPECT_NEAR(alike(), far, 0.1);
  end();
}

TEST_F(WindowField, IsothermsComeAndGoWithTheirKey) {
  ASSERT_NO_FATAL_FAILURE(start({"--scene", "four-edges"}));
  window->press("space");
  ASSERT_TRUE(window->says(" · paused"));
  out_of_the_way();
  const Pixels plain = window->still_shot(field);
  window->press("i");
  const Pixels lined = window->still_shot(field);
  EXPECT_GT(difference(plain, lined), 0.003);
  EXPECT_LT(difference(plain, lined), 0.3) << "lines, not areas";
  window->press("i");
  EXPECT_EQ(difference(plain, window->still_shot(field), 2), 0);
  end();
}

TEST_F(WindowField, EHoldsTheRange) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const Rect bar{field.right() - 110, field.y + 60, 106, field.height - 120};
  const Pixels at_start = window->still_shot(bar);
  const auto run = [&] {
    window->press("r bracketright bracketright bracketright bracketright bracketright space");
    sleep_for(2);
    window->press("space");
    out_of_the_way();
    return window->still_shot(bar);
  };
  EXPECT_GT(difference(at_start, run()), 0.005) << "the hottest cell cools: other numbers";
  window->press("r");
  EXPECT_EQ(difference(at_start, window->still_shot(bar), 2), 0);
  window->press("e");
  EXPECT_EQ(difference(at_start, run(), 2), 0) << "held";
  end();
}

TEST_F(WindowField, TheProbeSaysWhatIsUnderThePointer) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const Rect words{field.x + 8, field.bottom() - 90, 240, 84};
  const Pixels none = window->still_shot(words);
  window->point_at(on_screen(0.5, 0.5).x, on_screen(0.5, 0.5).y);
  const Pixels hot = window->still_shot(words);
  EXPECT_GT(difference(none, hot), 0.02);
  window->point_at(on_screen(0.8, 0.3).x, on_screen(0.8, 0.3).y);
  const Pixels cold = window->still_shot(words);
  EXPECT_GT(difference(hot, cold), 0.003) << "another number";
  out_of_the_way();
  EXPECT_EQ(difference(none, window->still_shot(words), 2), 0);
  end();
}

TEST_F(WindowField, ShiftDragPlotsALine) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(stand_at_start());
  const Pixels before = window->still_shot(field);
  EXPECT_LT(columns_of(curve_in(window->still_shot(plot()))), 0.2f * plot().width) << "the clock has a little of that colour";
  drag(on_screen(0.1, 0.5), on_screen(0.9, 0.5), "1", "shift");
  out_of_the_way();
  const std::vector<int> across = curve_in(window->still_shot(plot()));
  const auto n = static_cast<int>(across.size());
  ASSERT_GT(columns_of(across), 0.9 * n) << "a curve over the whole width";
  const auto height = [&](const std::vector<int>& curve, double share) { return curve[static_cast<std::size_t>(share * n)]; };
  EXPECT_GT(height(across, 0.5), height(across, 0.2) + 30) << "through the hot spot";
  EXPECT_NEAR(height(across, 0.2), height(across, 0.8), 2);
  EXPECT_LT(difference(part_of(before, {0, 0, field.width, 60}), part_of(window->shot(), {field.x, field.y, field.width, 60})), 0.001)
      << "the picture stays where it is, and nothing was painted";

  drag(on_screen(0.9, 0.5), on_screen(0.5, 0.5), "1");  // its end, to the middle of the spot
  out_of_the_way();
  const std::vector<int> half = curve_in(window->still_shot(plot()));
  EXPECT_GT(height(half, 0.97), height(half, 0.5) + 30);
  EXPECT_LT(height(half, 0.5), height(half, 0.97));
  EXPECT_GT(brightness_at(0.5, 0.47), 90) << "the spot is as it was";

  window->press("bracketright bracketright bracketright space");
  EXPECT_TRUE(within(10, [&] { return curve_in(part_of(window->shot(), plot())) != half; })) << "it follows the running field";
  window->press("space");
  window->press("Escape");
  EXPECT_LT(columns_of(curve_in(window->still_shot(plot()))), 0.2f * plot().width) << "the clock is back";
  EXPECT_TRUE(window->says("cpu · paused"));
  end();
}

TEST_F(WindowField, EveryRungThatRunsHereByItsDigit) {
  ASSERT_NO_FATAL_FAILURE(start());
  const Lab& lab = find_lab("heat2d");
  std::string now = "cpu";
  for (int i = 0; i < std::min(9, lab.variant_count()); ++i) {
    window->press(std::to_string(i + 1));
    if (unavailable_reason(lab.variant(i)).empty()) now = lab.variant(i).name;
    EXPECT_TRUE(window->says("heat2d · " + now + " · running", 20)) << "key " << i + 1 << ": " << window->title();
  }
  end();
}

TEST_F(WindowField, SmallAndLargeWindows) {
  ASSERT_NO_FATAL_FAILURE(start());
  drag(on_screen(0.2, 0.3), on_screen(0.8, 0.6), "1", "shift");
  for (const auto& [width, height] : {std::pair{420, 320}, {640, 1000}, {1500, 820}, {260, 200}, {1120, 640}}) {
    window->order({"windowsize", "%W", std::to_string(width), std::to_string(height)});
    ASSERT_TRUE(window->has_size(width, height)) << width << " x " << height;
    EXPECT_TRUE(window->says("heat2d · cpu · running")) << window->title();
    place();
    if (field.width < 100 || field.height < 60) continue;
    EXPECT_TRUE(within(10, [&] { return colours_in(part_of(window->shot(), field)) > 20; })) << width << " x " << height;
  }
  window->press("Escape");
  end();
}

TEST_F(WindowField, StatesAndPicturesAreDroppedOnIt) {
  ASSERT_NO_FATAL_FAILURE(start());
  std::vector<float> values(300 * 200);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 300);
  std::string npy = npy_header_text("<f4", {200, 300});
  npy.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  EXPECT_TRUE(window->drop({write("right.npy", npy)}));
  out_of_the_way();
  EXPECT_TRUE(within(10, [&] { return brightness_at(0.95, 0.2) > brightness_at(0.05, 0.8) + 80; })) << "hot at the right";
  EXPECT_TRUE(window->says("heat2d · cpu · running")) << window->title();
  if (const std::string why = picture::why_missing(); !why.empty()) GTEST_SKIP() << why;
  std::vector<std::uint8_t> grey(300 * 200);
  for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = static_cast<std::uint8_t>(i / 300);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = 300, image.height = 200, image.format = PNG_FORMAT_GRAY;
  ASSERT_TRUE(png_image_write_to_file(&image, (folder() / "снимок down.png").c_str(), 0, grey.data(), 0, nullptr));
  EXPECT_TRUE(window->drop({folder() / "снимок down.png"}));
  EXPECT_TRUE(within(10, [&] { return brightness_at(0.2, 0.95) > brightness_at(0.8, 0.05) + 80; })) << "hot at the bottom";
  EXPECT_TRUE(window->says("heat2d · cpu · running")) << window->title();
  EXPECT_TRUE(window->drop({write("spoilt.png", "no picture")}));
  EXPECT_TRUE(window->says("heat2d · cpu · running")) << window->title();
  end();
}

TEST_F(WindowField, FramesAndAScreenshot) {
  const Finished finished = run_window({"heat2d", "--variant", "cpu", "--set", "width=300", "--set", "height=200", "--size", "1120x640",
                                        "--frames", "5", "--screenshot", "shot.png"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const Pixels shot = read_png(folder() / "shot.png");
  EXPECT_EQ(shot.width, 1120);
  EXPECT_EQ(shot.height, 640);
  EXPECT_GT(colours_in(shot), 300u);
}

}  // namespace
}  // namespace warplight::test
