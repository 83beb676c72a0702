// What the window remembers, and what it does without a home.
#include <unistd.h>

#include <fstream>

#include "app/theme.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

namespace fs = std::filesystem;

class WindowSettings : public WindowTest {
 protected:
  void write_settings(const std::string& text) {
    fs::create_directories(settings().parent_path());
    std::ofstream(settings(), std::ios::binary) << text;
  }

  // With whatever the settings file says: starts, draws, ends.
  Pixels starts_with(const std::string& text) {
    write_settings(text);
    const Finished finished = run_window({"--variant", "cpu", "--set", "n=300", "--frames", "4", "--screenshot", "shot.png"});
    EXPECT_EQ(finished.exit_code, 0) << text << "\n" << finished.err;
    EXPECT_LE(finished.error_lines(), 1u) << text << "\n" << finished.err;
    std::ifstream file(settings());
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(file), {}}), text) << "a run of --frames changes no settings";
    return read_png(folder() / "shot.png");
  }

  static app::Layout layout(const Pixels& shot) {
    app::Ui ui;
    return app::lay_out(ui, static_cast<float>(shot.width), static_cast<float>(shot.height), variant_count());
  }
};

TEST_F(WindowSettings, ThePlaceIsRemembered) {
  auto window = open({"--variant", "cpu", "--set", "n=300"});
  window->order({"windowsize", "%W", "840", "620", "windowmove", "%W", "130", "110"});
  ASSERT_TRUE(window->has_size(840, 620));
  sleep_for(0.3);
  const Geometry left = window->geometry();
  ASSERT_EQ(window->close(), 0);
  for (int i = 0; i < 2; ++i) {
    window = open({"--variant", "cpu", "--set", "n=300"});
    EXPECT_TRUE(within(3, [&] { return window->geometry() == left; }))
        << window->geometry().x << ", " << window->geometry().y << " " << window->geometry().width << "x"
        << window->geometry().height << " and not " << left.x << ", " << left.y;
    ASSERT_EQ(window->close(), 0);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"config/warplight/window.toml"});
}

TEST_F(WindowSettings, ClosingWhileFullScreenKeepsTheSizeBefore) {
  auto window = open({"--variant", "cpu", "--set", "n=300"});
  window->order({"windowsize", "%W", "840", "620"});
  ASSERT_TRUE(window->has_size(840, 620));
  sleep_for(0.3);
  window->press("F11");
  ASSERT_TRUE(window->has_size(1600, 900));
  ASSERT_EQ(window->close(), 0);
  window = open({"--variant", "cpu", "--set", "n=300"});
  EXPECT_TRUE(window->has_size(840, 620)) << window->geometry().width;
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowSettings, ASizeThatNobodyCouldUseIsForgotten) {
  auto window = open({"--variant", "cpu", "--set", "n=300"});
  window->order({"windowsize", "%W", "20", "10"});
  ASSERT_TRUE(within(5, [&] { return window->geometry().width < 100; }));
  sleep_for(0.3);
  ASSERT_EQ(window->close(), 0);
  window = open({"--variant", "cpu", "--set", "n=300"});
  EXPECT_GT(window->geometry().width, 1000);
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowSettings, ADamagedFileIsIgnoredAndSaidSo) {
  const Pixels whole = starts_with("vsync = true\n");
  ASSERT_GT(whole.width, 1200);
  EXPECT_EQ(share_of(part_of(whole, layout(whole).notes), app::colour::kWarn), 0);
  for (const char* text : {"width = = 3\n", "\x01\x02\xff\xfe", "width = 700", "width"}) {
    const bool damaged = std::string_view(text) != "width = 700";
    const Pixels shot = starts_with(text);
    EXPECT_EQ(shot.width, damaged ? whole.width : 700) << text;
    EXPECT_EQ(share_of(part_of(shot, layout(shot).notes), app::colour::kWarn) > 0, damaged && shot.width > 1100) << text;
  }
}

TEST_F(WindowSettings, ValuesThatMakeNoSense) {
  for (const char* text :
       {"x = 999999\ny = 999999\n", "width = -5\nheight = 0\n", "width = 99999999999\n", "width = 1\nheight = 1\n",
        "ui_scale = nan\nexposure = nan\n", "ui_scale = 1e300\nexposure = -inf\n", "ui_scale = \"big\"\ncolour = 7\n",
        "x = \"left\"\nwidth = [1, 2]\nvsync = 3\n"}) {
    const Pixels shot = starts_with(text);
    EXPECT_FALSE(shot.rgb.empty()) << text;
    EXPECT_TRUE(shot.width < 100 || colours_in(shot) > 100) << text;
  }
}

TEST_F(WindowSettings, AFileThatCannotBeReadOrWritten) {
  fs::create_directories(settings());  // a folder in its place
  auto window = open({"--variant", "cpu", "--set", "n=300", "--size", "640x480"});
  EXPECT_TRUE(window->says("running"));
  EXPECT_EQ(window->close(), 0);
  EXPECT_TRUE(files().empty()) << files().front();
  fs::remove_all(folder() / "config");
  write("config", "a file in the folder's place");
  window = open({"--variant", "cpu", "--set", "n=300", "--size", "640x480"});
  EXPECT_TRUE(window->says("running"));
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(files(), std::vector<std::string>{"config"});
}

// As a user who owns nothing, in a folder that can't be written.
class WindowHomeless : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    if (geteuid() == 0) {
      if (!on_path("setpriv")) GTEST_SKIP() << "root writes everywhere, and setpriv is not on PATH";
      as_nobody_ = {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"};
      Process reads(as({"--version"}), {}, "/");
      if (reads.end_within(20) != 0) GTEST_SKIP() << "another user can't start " << WARPLIGHT_PROGRAM;
    }
    place_ = folder() / "read-only";
    fs::create_directory(place_);
    fs::permissions(place_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
    fs::permissions(folder(), fs::perms::others_exec, fs::perm_options::add);
  }

  std::vector<std::string> as(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = as_nobody_;
    words.push_back(WARPLIGHT_PROGRAM);
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }

  Environment homeless() {
    Environment changes = environment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}) {
      changes[name] = std::nullopt;
    }
    return changes;
  }

  std::vector<std::string> as_nobody_;
  fs::path place_;
};

TEST_F(WindowHomeless, StartsDrawsAndEnds) {
  Process process(as({"--variant", "cpu", "--set", "n=300", "--size", "640x480", "--frames", "5"}), homeless(), place_);
  EXPECT_EQ(process.end_within(20), 0) << process.err();
  EXPECT_EQ(process.err(), "");
  EXPECT_TRUE(files().empty()) << files().front();
}

TEST_F(WindowHomeless, AScreenshotThatCannotBeWritten) {
  Process process(as({"--frames", "5", "--screenshot", "shot.png"}), homeless(), place_);
  EXPECT_EQ(process.end_within(20), 2);
  EXPECT_NE(process.err().find("shot.png"), std::string::npos) << process.err();
  EXPECT_EQ(std::ranges::count(process.err(), '\n'), 1) << process.err();
}

TEST_F(WindowHomeless, KeysThatWouldWriteAreSurvived) {
  Driven window(desktop(), as({"--variant", "cpu", "--set", "n=300", "--size", "1120x640"}), homeless(), place_);
  ASSERT_TRUE(window.opens()) << window.process().err();
  ASSERT_TRUE(window.says("running"));
  window.press("F12 v");
  EXPECT_TRUE(window.says("running", 1));
  EXPECT_EQ(window.close(), 0);
  EXPECT_EQ(window.process().err(), "");
  EXPECT_TRUE(files().empty()) << files().front();
}

}  // namespace
}  // namespace warplight::test
