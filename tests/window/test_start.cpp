// The window starts, draws, ends by itself; and says in one line why it can't.
#include "app/theme.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowStart : public WindowTest {
 protected:
  Pixels screenshot(const std::string& frames, const std::string& size = "1280x720") {
    const Finished finished = run_window({"--variant", "cpu", "--set", "n=1000", "--frames", frames, "--size", size,
                                          "--screenshot", "shot.png"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    return read_png(folder() / "shot.png");
  }

  static app::Layout layout(const Pixels& shot) {
    app::Ui ui;
    return app::lay_out(ui, static_cast<float>(shot.width), static_cast<float>(shot.height), variant_count());
  }
};

TEST_F(WindowStart, EndsByItselfWithAPictureThatIsNotBlank) {
  const Pixels shot = screenshot("60");
  EXPECT_EQ(shot.width, 1280);
  EXPECT_EQ(shot.height, 720);
  const app::Layout at = layout(shot);
  EXPECT_GT(colours_in(part_of(shot, at.picture)), 1000u);
  for (const Rect& card : {at.top, at.ladder, at.knobs, at.clock, at.rate, at.truth, at.status}) {
    EXPECT_GT(colours_in(part_of(shot, card)), 20u) << card.x << ", " << card.y;
  }
  EXPECT_EQ(files(), std::vector<std::string>{"shot.png"}) << "only what was asked for";
}

TEST_F(WindowStart, TheCentreChangesAsTheRunAdvancesAndThePanelsStay) {
  const char* size = "900x560";
  const Pixels early = screenshot("10", size), again = screenshot("10", size), late = screenshot("120", size);
  const Rect picture = layout(early).picture;
  const Rect centre{picture.x + 10, picture.y + 50, picture.width - 20, picture.height - 70};
  EXPECT_EQ(difference(part_of(early, centre), part_of(again, centre)), 0) << "so many frames are so many steps";
  EXPECT_GT(difference(part_of(early, centre), part_of(late, centre)), 0.01);
  std::size_t ground = 0, moved = 0;
  ASSERT_EQ(early.rgb.size(), late.rgb.size());
  const auto is_ground = [](const Pixels& shot, std::size_t i) {
    return app::rgb(static_cast<unsigned>(shot.rgb[i] << 16 | shot.rgb[i + 1] << 8 | shot.rgb[i + 2])) ==
           app::colour::kGround;
  };
  for (std::size_t i = 0; i < early.rgb.size(); i += 3) {
    ground += is_ground(early, i);
    moved += is_ground(early, i) != is_ground(late, i);
  }
  EXPECT_GT(ground, early.rgb.size() / 3 / 20);
  EXPECT_LT(static_cast<double>(moved) / static_cast<double>(ground), 0.02) << "the ground between the cards";
}

TEST_F(WindowStart, AnySize) {
  desktop(1920, 1080);
  for (const char* size : {"1600x900", "640x480", "300x200", "16x16"}) {
    const Pixels shot = screenshot("3", size);
    EXPECT_EQ(std::to_string(shot.width) + "x" + std::to_string(shot.height), size);
    EXPECT_TRUE(shot.width == 16 || colours_in(shot) > 200) << size;
  }
}

TEST_F(WindowStart, EveryRungThatCanRunHere) {
  for (int i = 0; i < variant_count(); ++i) {
    if (!can_run(i)) continue;
    const Finished finished = run_window({"nbody", "--variant", variant_name(i), "--set", "n=257", "--frames", "5",
                                          "--size", "640x480", "--screenshot", "shot.png"});
    EXPECT_EQ(finished.exit_code, 0) << variant_name(i) << "\n" << finished.err;
    EXPECT_GT(colours_in(read_png(folder() / "shot.png")), 200u) << variant_name(i);
  }
}

TEST_F(WindowStart, WithCopiesInsteadOfInterop) {
  const Finished finished = run_window({"--interop", "off", "--set", "n=257", "--frames", "5", "--size", "640x480"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_TRUE(finished.err.empty()) << finished.err;
}

TEST_F(WindowStart, NoDisplay) {
  const Environment nowhere = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}};
  expect_no_window({}, 3, "warplight-cli", nowhere);
  expect_no_window({"--frames", "5", "--screenshot", "shot.png"}, 3, "warplight-cli", nowhere);
  const Environment none = {{"DISPLAY", ":54321"}, {"WAYLAND_DISPLAY", std::nullopt}};
  expect_no_window({}, 3, "warplight-cli", none);
}

TEST_F(WindowStart, OpenGLThatIsTooOld) {
  Environment old = environment();
  old["MESA_GL_VERSION_OVERRIDE"] = "3.3";
  old["LIBGL_ALWAYS_SOFTWARE"] = "1";
  expect_no_window({"--screenshot", "shot.png"}, 3, "OpenGL 3.3", old);
  expect_no_window({}, 3, "4.5", old);
}

}  // namespace
}  // namespace warplight::test
