// Keys, clicks and the text field, as a person uses them.
#include <fstream>

#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

// A window that stands still at step 0 unless a test lets it run, so that pictures can be compared.
class WindowKeys : public WindowTest {
 protected:
  void start() {
    window = open({"--variant", "cpu", "--set", "n=300", "--size", "1120x640"});
    ASSERT_TRUE(window->says(" · running")) << window->title();
    at = window->layout();
    header = {at.picture.x, at.picture.y, at.picture.width, 40};
    centre = {at.picture.x + 20, at.picture.y + 60, at.picture.width - 40, at.picture.height - 140};
  }

  void pause_at_start() {
    window->press("space r");
    ASSERT_TRUE(window->says(" · paused")) << window->title();
    window->point_at(at.picture.x + 30, at.status.y + 20);
  }

  void end() {
    EXPECT_EQ(window->close(), 0);
    EXPECT_EQ(window->process().err(), "");
  }

  // The first knob's number opens for typing.
  void edit_first_knob() { window->control_click(at.knobs.right() - 30, at.knobs.y + 52); }
  Rect first_knob() const { return {at.knobs.x + 10, at.knobs.y + 40, at.knobs.width - 20, 30}; }

  std::unique_ptr<Driven> window;
  app::Layout at;
  Rect header, centre;
};

TEST_F(WindowKeys, SpacePausesAndPlays) {
  ASSERT_NO_FATAL_FAILURE(start());
  window->press("space");
  EXPECT_TRUE(window->says(" · paused")) << window->title();
  const Pixels standing = window->still_shot(header);
  sleep_for(0.7);
  EXPECT_EQ(difference(standing, part_of(window->shot(), header), 0), 0) << "the step count stands";
  window->press("space");
  EXPECT_TRUE(window->says(" · running")) << window->title();
  EXPECT_TRUE(within(5, [&] { return difference(standing, part_of(window->shot(), header)) > 0; })) << "and goes on";
  end();
}

TEST_F(WindowKeys, PeriodTakesOneStepAndRBeginsAgain) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  const Pixels count_0 = window->still_shot(header), picture_0 = window->still_shot(centre);
  window->press("period");
  const Pixels count_1 = window->still_shot(header), picture_1 = window->still_shot(centre);
  const Finished one = run_window({"--variant", "cpu", "--set", "n=300", "--size", "1120x640", "--frames", "1",
                                   "--screenshot", "one.png"});
  const Pixels after_one = read_png(folder() / "one.png");
  EXPECT_EQ(difference(count_1, part_of(after_one, header), 2), 0) << one.err;
  EXPECT_EQ(difference(picture_1, part_of(after_one, centre), 2), 0);
  EXPECT_GT(difference(count_0, count_1), 0);
  EXPECT_GT(difference(picture_0, picture_1, 2), 0);
  EXPECT_TRUE(window->says("paused", 1));
  sleep_for(0.5);
  EXPECT_EQ(difference(count_1, window->still_shot(header), 0), 0) << "one step, not more";
  window->press("period period");
  const Pixels count_3 = window->still_shot(header);
  EXPECT_GT(difference(count_1, count_3), 0);
  window->press("r period period period");
  EXPECT_EQ(difference(count_3, window->still_shot(header), 0), 0) << "three steps from the start, however they are taken";
  window->press("r");
  EXPECT_EQ(difference(count_0, window->still_shot(header), 0), 0);
  EXPECT_EQ(difference(picture_0, window->still_shot(centre), 2), 0) << "the scene as it began";
  EXPECT_TRUE(window->says("paused", 1));
  end();
}

TEST_F(WindowKeys, PeriodPausesARunThatPlays) {
  ASSERT_NO_FATAL_FAILURE(start());
  window->press("period");
  EXPECT_TRUE(window->says(" · paused")) << window->title();
  end();
}

TEST_F(WindowKeys, DigitsChooseRungs) {
  ASSERT_NO_FATAL_FAILURE(start());
  std::string now = "cpu";
  for (int i = 0; i < 9; ++i) {
    window->press(std::to_string(i + 1));
    if (i < variant_count() && can_run(i)) now = variant_name(i);
    EXPECT_TRUE(window->says("nbody · " + now + " · running", 20)) << "key " << i + 1 << ": " << window->title();
  }
  end();
}

TEST_F(WindowKeys, ARungGoesOnFromTheSameState) {
  ASSERT_NO_FATAL_FAILURE(start());
  window->press("space");
  ASSERT_TRUE(window->says("cpu · paused"));
  window->point_at(at.picture.x + 30, at.status.y + 20);
  const Rect clock{header.right() - 480, header.y, 220, header.height};  // "step 57   t = 0.00"
  const Pixels count = window->still_shot(clock), picture = window->still_shot(centre);
  window->press("1");
  ASSERT_TRUE(window->says("reference · paused")) << window->title();
  EXPECT_EQ(difference(count, window->still_shot(clock), 0), 0);
  EXPECT_EQ(difference(picture, window->still_shot(centre), 2), 0);
  end();
}

TEST_F(WindowKeys, CFitsThePicture) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  window->press("c");
  sleep_for(0.7);
  const Pixels fitted = window->still_shot(centre);
  window->order({"mousemove", "--window", "%W", std::to_string(static_cast<int>(centre.x + 100)),
                 std::to_string(static_cast<int>(centre.y + 100)), "click", "--repeat", "4", "--delay", "100", "5"});
  window->point_at(at.picture.x + 30, at.status.y + 20);
  EXPECT_GT(difference(fitted, window->still_shot(centre)), 0.001) << "the wheel zooms";
  window->press("c");
  sleep_for(0.7);
  EXPECT_LT(difference(fitted, window->still_shot(centre)), 0.0005);
  end();
}

TEST_F(WindowKeys, DraggingTurnsThePicture) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  const Pixels before = window->still_shot(centre);
  window->point_at(centre.x + 60, centre.y + 60);
  window->order({"mousedown", "1", "sleep", "0.2", "mousemove_relative", "60", "20", "sleep", "0.2", "mouseup", "1"});
  EXPECT_GT(difference(before, window->still_shot(centre)), 0.001);
  end();
}

TEST_F(WindowKeys, F1ShowsTheKeysAndEscClosesThem) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  const Pixels before = window->still_shot(centre);
  window->press("F1");
  EXPECT_GT(difference(before, window->still_shot(centre)), 0.1);
  window->press("Escape");
  EXPECT_EQ(difference(before, window->still_shot(centre), 0), 0);
  window->press("F1 F1");
  EXPECT_EQ(difference(before, window->still_shot(centre), 0), 0);
  EXPECT_TRUE(window->says("cpu · paused", 1));
  end();
}

TEST_F(WindowKeys, F11FillsTheScreenAndComesBack) {
  window = open({"--variant", "cpu", "--set", "n=300"});
  window->order({"windowsize", "%W", "700", "500", "windowmove", "%W", "120", "90"});
  ASSERT_TRUE(window->has_size(700, 500));
  const Geometry before = window->geometry();
  window->press("F11");
  EXPECT_TRUE(within(5, [&] { return window->geometry() == Geometry{0, 0, 1600, 900}; })) << window->geometry().width;
  EXPECT_TRUE(within(5, [&] { return colours_in(part_of(window->shot(), {800, 600, 790, 290})) > 20; })) << "drawn so large";
  window->press("F11");
  EXPECT_TRUE(within(5, [&] { return window->geometry() == before; }))
      << window->geometry().x << ", " << window->geometry().y << " " << window->geometry().width;
  end();
}

TEST_F(WindowKeys, F12WritesAScreenshotAndNothingElse) {
  ASSERT_NO_FATAL_FAILURE(start());
  window->press("F12");
  const auto pictures = [&] {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(home())) {
      if (entry.path().extension() == ".png") found.push_back(entry.path());
    }
    return found;
  };
  ASSERT_TRUE(within(5, [&] { return pictures().size() == 1; }));
  Pixels shot;
  EXPECT_TRUE(within(5, [&] { return !(shot = read_png(pictures().front())).rgb.empty(); }));
  EXPECT_EQ(shot.width, 1120);
  EXPECT_EQ(shot.height, 640);
  EXPECT_GT(colours_in(part_of(shot, at.picture)), 500u);
  window->press("F12 F12");
  EXPECT_TRUE(within(5, [&] { return pictures().size() == 3; })) << "none takes another's place";
  end();
  EXPECT_EQ(files().size(), 4u) << "three pictures and the settings";
}

TEST_F(WindowKeys, VIsRemembered) {
  for (const char* vsync : {"vsync = false", "vsync = true"}) {
    ASSERT_NO_FATAL_FAILURE(start());
    window->press("v");
    sleep_for(0.3);
    end();
    std::ifstream file(settings());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find(vsync), std::string::npos) << text;
  }
}

TEST_F(WindowKeys, NoneFiresWhileATextFieldHasTheFocus) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  const Pixels picture = window->still_shot(centre), count = window->still_shot(header), knob = window->still_shot(first_knob());
  edit_first_knob();
  EXPECT_GT(difference(knob, window->still_shot(first_knob())), 0) << "a field is there";
  const Geometry geometry = window->geometry();
  window->press("1 space period r v F1 F11 F12 1 2 space period");
  sleep_for(0.5);
  EXPECT_TRUE(window->says("nbody · cpu · paused", 0)) << window->title();
  EXPECT_EQ(window->geometry(), geometry);
  EXPECT_EQ(difference(picture, window->still_shot(centre), 2), 0);
  EXPECT_EQ(difference(count, window->still_shot(header), 0), 0);
  window->press("Escape");
  window->point_at(at.picture.x + 30, at.status.y + 20);
  EXPECT_EQ(difference(knob, window->still_shot(first_knob()), 0), 0) << "Esc leaves the old value";
  window->press("1");
  EXPECT_TRUE(window->says("reference · paused")) << "keys are keys again: " << window->title();
  end();
  EXPECT_EQ(files(), std::vector<std::string>{"config/warplight/window.toml"}) << "no screenshot";
}

TEST_F(WindowKeys, ATypedValueIsTakenAndAWrongOneIsNot) {
  ASSERT_NO_FATAL_FAILURE(start());
  ASSERT_NO_FATAL_FAILURE(pause_at_start());
  const Pixels before = window->still_shot(first_knob()), picture = window->still_shot(centre);
  const auto type = [&](const std::string& keys) {
    edit_first_knob();
    window->press(keys);
    window->point_at(at.picture.x + 30, at.status.y + 20);
  };
  type("minus 5 Return");
  EXPECT_EQ(difference(before, window->still_shot(first_knob()), 0), 0);
  EXPECT_EQ(difference(picture, window->still_shot(centre), 2), 0);
  type("2 0 Return");
  EXPECT_GT(difference(before, window->still_shot(first_knob())), 0);
  EXPECT_GT(difference(picture, window->still_shot(centre)), 0.001) << "twenty bodies";
  type("3 0 0 Return");
  EXPECT_EQ(difference(before, window->still_shot(first_knob()), 0), 0);
  EXPECT_EQ(difference(picture, window->still_shot(centre), 2), 0) << "the same seed, the same bodies";
  type("1 0 0 0 Return");
  const Pixels thousand = window->still_shot(first_knob());
  type("End BackSpace 5 Return");  // a value as it is shown, 1 000, is one to go on from
  EXPECT_GT(difference(thousand, window->still_shot(first_knob())), 0);
  EXPECT_TRUE(window->says("cpu · paused", 1));
  end();
}

// From top to bottom, so that no row's place need be known.
TEST_F(WindowKeys, ClickingARungSelectsItAndAnUnavailableOneDoesNot) {
  ASSERT_NO_FATAL_FAILURE(start());
  window->press("1");
  ASSERT_TRUE(window->says("reference · running"));
  std::vector<std::string> seen = {"reference"};
  for (float y = at.ladder.y + 8; y < at.ladder.bottom() - 4; y += 18) {
    window->click(at.ladder.x + 60, y);
    sleep_for(0.15);
    const std::string title = window->title(), name = title.substr(title.find("· ") + 3);
    const std::string rung = name.substr(0, name.find(" ·"));
    if (rung != seen.back()) seen.push_back(rung);
  }
  std::vector<std::string> expected;
  for (int i = 0; i < variant_count(); ++i) {
    if (can_run(i)) expected.push_back(variant_name(i));
  }
  EXPECT_EQ(seen, expected);
  EXPECT_TRUE(window->says(expected.back() + " · running"));
  end();
}

}  // namespace
}  // namespace warplight::test
