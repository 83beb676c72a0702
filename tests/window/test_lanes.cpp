// Two lanes in the window: opened, looked at in each way, swapped and closed by keys.
#include "app/theme.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowLanes : public WindowTest {
 protected:
  static app::Layout layout_of(const Pixels& shot) {
    app::Ui ui;
    return app::lay_out(ui, static_cast<float>(shot.width), static_cast<float>(shot.height), variant_count(), 2);
  }
  Pixels shot_of(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"nbody", "--variant", "reference", "--compare", "cpu", "--set", "n=700", "--frames", "40",
                                      "--size", "1280x720", "--screenshot", "shot.png"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run_window(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    return read_png(folder() / "shot.png");
  }
};

TEST_F(WindowLanes, EachViewShowsWhatItSays) {
  const Pixels side = shot_of({});
  const Rect picture = layout_of(side).picture;
  const float header = 84, half = picture.width / 2;  // the bar and the headers
  const Rect left{picture.x + 12, picture.y + header, half - 24, picture.height - header - 60};
  const Rect right{left.x + half + 4, left.y, left.width, left.height};
  EXPECT_GT(colours_in(part_of(side, left)), 300u);
  EXPECT_LT(difference(part_of(side, left), part_of(side, right)), 0.02) << "the same moment, from the same side";
  EXPECT_GT(colours_in(part_of(side, layout_of(side).verdict)), 20u);
  const Rect whole{picture.x + 12, picture.y + header + 44, picture.width - 24, picture.height - header - 110};
  const Pixels wiped = shot_of({"--view", "wipe"}), apart = shot_of({"--view", "difference"});
  EXPECT_GT(colours_in(part_of(wiped, whole)), 300u);
  EXPECT_GT(colours_in(part_of(apart, whole)), 100u);
  EXPECT_GT(difference(part_of(wiped, whole), part_of(apart, whole)), 0.01);
}

TEST_F(WindowLanes, KeysOpenSwapAndCloseThem) {
  const auto window = open({"nbody", "--variant", "cpu", "--set", "n=500", "--size", "1000x640"});
  ASSERT_TRUE(window->says("nbody · cpu · running")) << window->title();
  window->press("n");
  ASSERT_TRUE(window->says("cpu against")) << window->title();
  window->press("shift+1");
  ASSERT_TRUE(window->says("cpu against " + variant_name(0) + " · running", 20)) << window->title();
  window->press("Tab");
  EXPECT_TRUE(window->says(variant_name(0) + " against cpu")) << window->title();
  for (int i = 0; i < 4; ++i) window->press("y");  // each view once
  window->press("g");
  EXPECT_TRUE(window->says("running")) << window->title();
  window->press("space");
  EXPECT_TRUE(window->says("paused")) << window->title();
  window->press("r");
  window->press("n");
  EXPECT_TRUE(window->says("nbody · " + variant_name(0) + " · ")) << window->title();
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

TEST_F(WindowLanes, Refusals) {
  expect_no_window({"--compare", "nosuch"}, 2, "nosuch", environment());
  expect_no_window({"--variant", "cpu", "--race"}, 2, "--compare", environment());
  expect_no_window({"--variant", "cpu", "--compare", "reference", "--view", "sideways"}, 2, "wipe", environment());
  if (!can_run(2)) expect_no_window({"--variant", "cpu", "--compare", variant_name(2)}, 3, "can't run here", environment());
}

}  // namespace
}  // namespace warplight::test
