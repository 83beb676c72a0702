// The tools of a field, as a person uses them: chosen by key or click, dragged, erased, and listed.
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowTools : public WindowTest {
 protected:
  void start() {
    window = open({"heat2d", "--variant", "cpu", "--set", "width=128", "--set", "height=96", "--size", "1280x720"});
    ASSERT_TRUE(window->says(" · running")) << window->title();
    at = window->layout();
    window->press("space r");
    ASSERT_TRUE(window->says(" · paused")) << window->title();
    picture = {at.picture.x + 20, at.picture.y + 100, at.picture.width - 140, at.picture.height - 180};
    out_of_the_way();
  }
  void out_of_the_way() const { window->point_at(at.picture.x + 30, at.status.y + 20); }
  // A short stroke in the upper left of the picture, where the plate is cold.
  void drag(const char* button) const {
    window->point_at(spot.x, spot.y + 20);
    window->order({"mousedown", button, "sleep", "0.2", "mousemove_relative", "60", "0", "sleep", "0.2", "mousemove_relative",
                   "60", "0", "sleep", "0.3", "mouseup", button, "sleep", "0.2"});
    out_of_the_way();
  }
  void place_spot() { spot = {picture.x + 170, picture.y + 20, 140, 40}; }
  Pixels now() const { return window->still_shot(spot); }
  void end() {
    EXPECT_EQ(window->close(), 0);
    EXPECT_EQ(window->process().err(), "");
  }

  std::unique_ptr<Driven> window;
  app::Layout at;
  Rect picture, spot;
};

TEST_F(WindowTools, AWallChosenByKeyIsDraggedAndErased) {
  ASSERT_NO_FATAL_FAILURE(start());
  place_spot();
  const Rect legend{at.picture.right() - 200, at.picture.bottom() - 44, 180, 36};
  const Pixels plain = now(), no_legend = window->still_shot(legend);
  window->press("w");
  drag("1");
  ASSERT_TRUE(within(10, [&] { return difference(plain, now()) > 0.3; }));
  const Pixels wall = now();
  int grey = 0;
  for (std::size_t i = 0; i < wall.rgb.size(); i += 3) {
    const int r = wall.rgb[i], g = wall.rgb[i + 1], b = wall.rgb[i + 2];
    grey += std::abs(r - g) < 24 && std::abs(g - b) < 24 && r > 60 && r < 150;
  }
  EXPECT_GT(grey, static_cast<int>(wall.rgb.size() / 3) / 3);
  EXPECT_GT(difference(no_legend, window->still_shot(legend)), 0.02) << "the legend says what it is";
  EXPECT_TRUE(window->says(" · paused")) << "placing starts nothing";
  drag("3");  // the right button erases
  EXPECT_TRUE(within(10, [&] { return difference(plain, now()) == 0; }));
  EXPECT_EQ(difference(no_legend, window->still_shot(legend)), 0);
  end();
}

TEST_F(WindowTools, EveryToolLeavesAnotherMark) {
  ASSERT_NO_FATAL_FAILURE(start());
  place_spot();
  std::vector<Pixels> seen = {now()};
  for (const char* key : {"w", "h", "d", "b"}) {
    window->press(key);
    drag("1");
    const Pixels shown = now();
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_GT(difference(shown, seen[i]), 0.008) << key << " " << i;
    seen.push_back(shown);
    window->press("r");
    ASSERT_TRUE(within(10, [&] { return difference(seen.front(), now()) == 0; })) << key << ": reset brings the plain plate back";
  }
  end();
}

TEST_F(WindowTools, AClickOnTheRowChoosesAndPaintsNothing) {
  ASSERT_NO_FATAL_FAILURE(start());
  place_spot();
  const Rect row{at.picture.x + 16, at.picture.y + 50, 480, 40};
  const Pixels before = window->still_shot(row), whole = window->still_shot(picture);
  window->click(row.x + 180, row.y + 18);  // the third
  out_of_the_way();
  EXPECT_GT(difference(before, window->still_shot(row)), 0.01);
  EXPECT_EQ(difference(whole, window->still_shot(picture)), 0);
  end();
}

}  // namespace
}  // namespace warplight::test
