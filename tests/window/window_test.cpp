#include "tests/window/window_test.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "sim/catalog.h"
#include "sim/lane.h"
#include "tests/window/drag.h"

namespace warplight::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> program_and(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {WARPLIGHT_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

// The number after a label that begins a line of what xwininfo says.
int number_after(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  return at == std::string::npos ? -1 : std::atoi(text.c_str() + at + label.size());
}

}  // namespace

Driven::Driven(const Desktop& desktop, const std::vector<std::string>& words, const Environment& environment,
               const fs::path& folder)
    : desktop_(&desktop), process_(words, environment, folder) {}

bool Driven::opens(double seconds) {
  return within(seconds, [&] {
    if (!process_.running()) return true;
    std::istringstream(desktop_->ask({"xdotool", "search", "--onlyvisible", "--name", "^Warplight"})) >> window_;
    std::string active;
    std::istringstream(desktop_->ask({"xdotool", "getactivewindow"})) >> active;
    return !window_.empty() && window_ == active;
  }) && process_.running();
}

std::string Driven::title() const {
  std::string title = desktop_->ask({"xdotool", "getwindowname", window_});
  if (!title.empty()) title.pop_back();
  return title;
}

bool Driven::says(std::string_view words, double seconds) const {
  return within(seconds, [&] { return title().find(words) != std::string::npos; });
}

std::string Driven::order(const std::vector<std::string>& words) const {
  std::vector<std::string> all = {"xdotool"};
  for (const std::string& word : words) all.push_back(word == "%W" ? window_ : word);
  return desktop_->ask(all);
}

bool Driven::drop(const std::vector<fs::path>& files) const {
  return drag_onto(desktop_->display(), std::stoul(window_), files);
}

void Driven::press(const std::string& keys) const {
  std::vector<std::string> words = {"key", "--delay", "80"};
  std::istringstream each(keys);
  for (std::string key; each >> key;) words.push_back(key);
  order(words);
}

void Driven::point_at(float x, float y) const {
  order({"mousemove", "--window", "%W", std::to_string(static_cast<int>(x)), std::to_string(static_cast<int>(y)), "sleep",
         "0.1"});
}

void Driven::click(float x, float y) const {
  point_at(x, y);
  order({"mousedown", "1", "sleep", "0.1", "mouseup", "1", "sleep", "0.1"});
}

void Driven::control_click(float x, float y) const {
  point_at(x, y);
  order({"keydown", "ctrl", "sleep", "0.1", "mousedown", "1", "sleep", "0.1", "mouseup", "1", "sleep", "0.1", "keyup", "ctrl"});
}

Geometry Driven::geometry() const {
  const std::string said = desktop_->ask({"xwininfo", "-id", window_});
  return {number_after(said, "Absolute upper-left X:"), number_after(said, "Absolute upper-left Y:"),
          number_after(said, "Width:"), number_after(said, "Height:")};
}

bool Driven::has_size(int width, int height, double seconds) const {
  return within(seconds, [&] {
    const Geometry now = geometry();
    return now.width == width && now.height == height;
  });
}

Pixels Driven::shot() const {
  const Geometry at = geometry();
  return part_of(desktop_->shot(), {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.width),
                                    static_cast<float>(at.height)});
}

Pixels Driven::still_shot(const Rect& at) const {
  // A frame may take a while on a machine without a GPU: unchanged a few times in a row.
  constexpr int kUnchanged = 3;
  Pixels last = part_of(shot(), at);
  int unchanged = 0;
  within(10, [&] {
    sleep_for(0.15);
    Pixels now = part_of(shot(), at);
    unchanged = difference(last, now, 0) == 0 ? unchanged + 1 : 0;
    last = std::move(now);
    return unchanged == kUnchanged;
  });
  return last;
}

app::Layout Driven::layout(float scale) const {
  app::Ui ui;
  ui.scale = scale;
  const Geometry now = geometry();
  return app::lay_out(ui, static_cast<float>(now.width), static_cast<float>(now.height), variant_count());
}

double Driven::processor_share(double seconds) const {
  const double start = seconds_now(), used = process_.processor_seconds();
  sleep_for(seconds);
  return (process_.processor_seconds() - used) / (seconds_now() - start);
}

std::optional<int> Driven::close(double seconds) {
  ask_to_close(desktop_->display(), std::stoul(window_));
  return process_.end_within(seconds);
}

WindowTest::WindowTest() {
  fs::create_directory(home());
  fs::create_directory(folder() / "config");
}

void WindowTest::SetUp() {
  if (const std::string why = Desktop::missing(); !why.empty()) GTEST_SKIP() << why;
}

const Desktop& WindowTest::desktop(int width, int height) {
  if (!desktop_) desktop_ = std::make_unique<Desktop>(width, height);
  return *desktop_;
}

Environment WindowTest::environment() {
  Environment changes = desktop().environment();
  changes["HOME"] = home();
  changes["XDG_CONFIG_HOME"] = folder() / "config";
  changes["XDG_PICTURES_DIR"] = std::nullopt;
  return changes;
}

std::unique_ptr<Driven> WindowTest::open(const std::vector<std::string>& arguments) {
  auto driven = std::make_unique<Driven>(desktop(), program_and(arguments), environment(), folder());
  EXPECT_TRUE(driven->opens()) << driven->process().err();
  return driven;
}

Finished WindowTest::run_window(const std::vector<std::string>& arguments, const Environment& environment,
                                double seconds) {
  Process process(program_and(arguments), environment, folder());
  const std::optional<int> code = process.end_within(seconds);
  EXPECT_TRUE(code.has_value()) << "still there after " << seconds << " s";
  return {code.value_or(-1), process.out(), process.err()};
}

void WindowTest::expect_no_window(const std::vector<std::string>& arguments, int exit_code, const std::string& words,
                                  const Environment& environment) {
  std::string typed = "warplight";
  for (const std::string& argument : arguments) typed += " " + argument;
  const std::vector<std::string> before = files();
  const Finished finished = run_window(arguments, environment, 20);
  EXPECT_EQ(finished.exit_code, exit_code) << typed << "\n" << finished.err;
  EXPECT_EQ(finished.error_lines(), 1u) << typed << "\n" << finished.err;
  EXPECT_TRUE(finished.err.starts_with("warplight: ")) << typed << "\n" << finished.err;
  EXPECT_NE(finished.err.find(words), std::string::npos) << typed << "\n" << finished.err << "lacks: " << words;
  EXPECT_TRUE(finished.out.empty()) << typed << "\n" << finished.out;
  EXPECT_EQ(files(), before) << typed;
}

std::vector<std::string> WindowTest::files() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    const std::string name = fs::relative(entry.path(), folder());
    const bool kept_by_drivers = name.starts_with("home/.cache") || name.starts_with("home/.nv");
    if (!entry.is_directory() && !kept_by_drivers) found.push_back(name);
  }
  std::ranges::sort(found);
  return found;
}

std::string variant_name(int index) { return std::string(catalog().front()->variant(index).name); }

bool can_run(int index) { return unavailable_reason(catalog().front()->variant(index)).empty(); }

int variant_count() { return catalog().front()->variant_count(); }

}  // namespace warplight::test
