// What must not stop the window: long steps, sizes, minimising, closing, memory that is not there.
#include <algorithm>
#include <cstdlib>

#include "app/theme.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowAlive : public WindowTest {
 protected:
  // In the middle of what takes many seconds: the check of the first step, which is one more step.
  std::unique_ptr<Driven> in_a_long_check() {
    auto window = open({"--variant", "reference", "--set", "n=131072", "--size", "800x600"});
    EXPECT_TRUE(window->says("reference · checking")) << window->title();
    sleep_for(1);
    EXPECT_GT(window->processor_share(0.5), 0.3) << "it computes";
    EXPECT_TRUE(window->says("reference · checking", 0)) << "and will for long: " << window->title();
    return window;
  }

  // How long it took from the key until the title had these words.
  static double seconds_until(Driven& window, const std::string& key, std::string_view words) {
    const double start = seconds_now();
    window.press(key);
    EXPECT_TRUE(window.says(words, 20)) << words << ": " << window.title();
    return seconds_now() - start;
  }

  // The median: a machine that is busy with something else is slow once, a frozen window is slow each time.
  static double usual(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
  }

  static double usual_seconds_to_show_the_keys(Driven& window) {
    const Rect picture = window.layout().picture;
    std::vector<double> seconds;
    for (int i = 0; i < 3; ++i) {
      const Pixels before = part_of(window.shot(), picture);
      const double start = seconds_now();
      window.press("F1");
      EXPECT_TRUE(within(20, [&] { return difference(before, part_of(window.shot(), picture)) > 0.1; }));
      seconds.push_back(seconds_now() - start);
      window.press("Escape");
      EXPECT_TRUE(within(20, [&] { return difference(before, part_of(window.shot(), picture)) < 0.1; }));
    }
    return usual(seconds);
  }
};

TEST_F(WindowAlive, ALongStepFreezesNothing) {
  const auto window = open({"--variant", "reference", "--set", "n=24000", "--size", "800x600"});
  ASSERT_TRUE(window->says("reference · running", 60)) << window->title();
  sleep_for(0.5);
  EXPECT_GT(window->processor_share(0.5), 0.3) << "it computes";
  EXPECT_LT(usual_seconds_to_show_the_keys(*window), 1);
  std::vector<double> seconds;
  for (int i = 0; i < 6; ++i) {
    seconds.push_back(seconds_until(*window, "space", i % 2 == 0 ? "reference · paused" : "reference · running"));
  }
  EXPECT_LT(usual(seconds), 1);
  EXPECT_LT(seconds_until(*window, "2", "nbody · " + variant_name(1)), 3);
  EXPECT_TRUE(window->says(variant_name(1) + " · running", 30)) << "checked: " << window->title();
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowAlive, ALongCheckFreezesNothing) {
  const auto window = in_a_long_check();
  EXPECT_LT(usual_seconds_to_show_the_keys(*window), 1);
  EXPECT_LT(seconds_until(*window, "2", "nbody · " + variant_name(1)), 3);
  EXPECT_LT(seconds_until(*window, "1", "nbody · reference"), 3);
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

TEST_F(WindowAlive, ClosesInTheMiddleOfALongCheck) {
  const auto window = in_a_long_check();
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

TEST_F(WindowAlive, ClosesWhileItBuilds) {
  const auto window = open({"--variant", "cpu", "--set", "n=2000000", "--size", "800x600"});
  EXPECT_EQ(window->close(20), 0) << window->title();  // two busy cores take long to the next stop
  EXPECT_EQ(window->process().err(), "");
}

TEST_F(WindowAlive, AnySize) {
  const auto window = open({"--variant", "cpu", "--set", "n=300"});
  ASSERT_TRUE(window->says("running"));
  for (const auto& [width, height] : {std::pair(1280, 720), {300, 200}, {1500, 60}, {60, 800}, {1, 1}, {1400, 800}}) {
    window->order({"windowsize", "%W", std::to_string(width), std::to_string(height)});
    EXPECT_TRUE(window->has_size(width, height) || width * height < 100) << width << "x" << height;
    window->press("space");
    EXPECT_TRUE(window->says("paused", 3)) << width << "x" << height;
    window->press("space");
    EXPECT_TRUE(window->says("running", 3)) << width << "x" << height;
    if (width < 300) continue;
    const Pixels shot = window->still_shot({0, 0, 290, 50});
    EXPECT_GT(colours_in(shot), 20u) << width << "x" << height;
  }
  const app::Layout at = window->layout();
  EXPECT_GT(colours_in(part_of(window->shot(), at.picture)), 500u);
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

TEST_F(WindowAlive, ManySizesAtOnce) {
  const auto window = open({"--variant", "cpu", "--set", "n=300"});
  std::vector<std::string> words;
  std::srand(5);
  for (int i = 0; i < 60; ++i) {
    words.insert(words.end(), {"windowsize", "%W", std::to_string(1 + std::rand() % 1500), std::to_string(1 + std::rand() % 850)});
  }
  words.insert(words.end(), {"windowsize", "%W", "900", "700"});
  window->order(words);
  EXPECT_TRUE(window->has_size(900, 700));
  const app::Layout at = window->layout();
  EXPECT_TRUE(within(5, [&] { return colours_in(part_of(window->shot(), at.picture)) > 500; }));
  EXPECT_TRUE(window->says("running"));
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowAlive, ALargeScreenOfTwiceTheDensity) {
  desktop(3840, 2160).ask({"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"});
  const auto window = open({"--variant", "cpu", "--set", "n=300"});
  EXPECT_TRUE(window->has_size(3200, 1800)) << window->geometry().width;
  EXPECT_TRUE(window->says("running")) << window->title();
  const app::Layout at = window->layout(2);
  const Pixels shot = window->shot();
  for (const Rect& card : {at.ladder, at.knobs, at.clock, at.rate, at.truth, at.notes}) {
    EXPECT_GT(share_of(part_of(shot, card), app::colour::kCard), 0.4) << card.x << ", " << card.y;
  }
  EXPECT_GT(share_of(part_of(shot, {at.ladder.right() + 1, at.ladder.y, 22, at.ladder.height}), app::colour::kGround), 0.95)
      << "the gap beside a card";
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowAlive, PausedOrMinimisedItRests) {
  const auto window = open({"--variant", "cpu", "--set", "n=2000", "--size", "800x600"});
  ASSERT_TRUE(window->says("running"));
  EXPECT_GT(window->processor_share(1), 0.2) << "it runs";
  window->order({"windowminimize", "%W"});
  sleep_for(1);
  EXPECT_LT(window->processor_share(3), 0.05) << "minimised";
  EXPECT_TRUE(window->process().running());
  window->order({"windowactivate", "--sync", "%W"});
  sleep_for(0.5);
  EXPECT_GT(window->processor_share(1), 0.2) << "it runs again";
  EXPECT_GT(colours_in(part_of(window->shot(), window->layout().picture)), 500u);
  window->press("space");
  ASSERT_TRUE(window->says("paused")) << window->title();
  sleep_for(2);
  EXPECT_LT(window->processor_share(3), 0.05) << "paused";
  window->press("space");
  EXPECT_TRUE(window->says("running", 2)) << "and is there at once";
  window->order({"windowminimize", "%W"});
  sleep_for(0.5);
  window->order({"windowactivate", "--sync", "%W"});
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

// The old state stays, and a message says what was asked for.
TEST_F(WindowAlive, MemoryThatIsNotThere) {
  auto window = std::make_unique<Driven>(
      desktop(), std::vector<std::string>{"sh", "-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", WARPLIGHT_PROGRAM,
                                          "--variant", "cpu", "--set", "n=300", "--size", "1120x900"},
      environment(), folder());
  ASSERT_TRUE(window->opens()) << window->process().err();
  ASSERT_TRUE(window->says("running"));
  window->press("space r");
  ASSERT_TRUE(window->says("paused"));
  const app::Layout at = window->layout();
  window->point_at(at.picture.x + 30, at.status.y + 20);
  const Rect knob{at.knobs.x + 10, at.knobs.y + 40, at.knobs.width - 20, 30};
  const Rect centre{at.picture.x + 20, at.picture.y + 60, at.picture.width - 40, at.picture.height - 140};
  const Pixels value = window->still_shot(knob), picture = window->still_shot(centre), notes = window->still_shot(at.notes);
  window->control_click(at.knobs.right() - 30, at.knobs.y + 52);
  window->press("8 0 0 0 0 0 0 0 0 Return");
  window->point_at(at.picture.x + 30, at.status.y + 20);
  EXPECT_TRUE(window->says("paused", 20)) << window->title();
  EXPECT_GT(difference(notes, window->still_shot(at.notes)), 0.002) << "a message";
  EXPECT_EQ(difference(value, window->still_shot(knob), 0), 0) << "the old n";
  EXPECT_EQ(difference(picture, window->still_shot(centre), 2), 0) << "the old bodies";
  window->press("space");
  EXPECT_TRUE(window->says("running"));
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

}  // namespace
}  // namespace warplight::test
