// Drives the program as a person would: a screen, keys, clicks, the window's title and what it shows.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/layout.h"
#include "tests/shared/program.h"
#include "tests/window/desktop.h"

namespace warplight::test {

struct Geometry {
  int x = 0, y = 0, width = 0, height = 0;  // without the window manager's frame
  bool operator==(const Geometry&) const = default;
};

// The program in its window.
class Driven {
 public:
  Driven(const Desktop& desktop, const std::vector<std::string>& words, const Environment& environment,
         const std::filesystem::path& folder);

  Process& process() { return process_; }
  bool opens(double seconds = 20);  // whether there is a window, and it has the keyboard
  std::string title() const;
  // Whether the title says so at last: "cpu · running".
  bool says(std::string_view words, double seconds = 10) const;
  bool drop(const std::vector<std::filesystem::path>& files) const;  // dragged onto it; whether it took them
  void press(const std::string& keys) const;  // as xdotool writes them, with spaces between
  void point_at(float x, float y) const;
  void click(float x, float y) const;
  void control_click(float x, float y) const;
  std::string order(const std::vector<std::string>& words) const;  // to xdotool, words after it; %W is the window
  Geometry geometry() const;
  bool has_size(int width, int height, double seconds = 5) const;
  Pixels shot() const;                    // as the screen shows it
  Pixels still_shot(const Rect& at) const;  // of that part, once it has stopped changing
  app::Layout layout(float scale = 1) const;
  double processor_share(double seconds) const;  // of one core
  std::optional<int> close(double seconds = 20);  // as a click on its cross does; the exit code

 private:
  const Desktop* desktop_;
  Process process_;
  std::string window_;
};

// A folder and, where a test asks for it, a screen of its own.
class WindowTest : public CliTest {
 protected:
  WindowTest();
  void SetUp() override;

  const Desktop& desktop(int width = 1600, int height = 900);
  Environment environment();  // with the screen; home and configuration are in the test's folder
  std::unique_ptr<Driven> open(const std::vector<std::string>& arguments);
  // The whole run of a program that ends by itself.
  Finished run_window(const std::vector<std::string>& arguments, const Environment& environment, double seconds = 60);
  Finished run_window(const std::vector<std::string>& arguments) { return run_window(arguments, environment()); }
  // Expects the exit code, one line on standard error with the words in it, and no file that was not there before.
  void expect_no_window(const std::vector<std::string>& arguments, int exit_code, const std::string& words,
                        const Environment& environment);
  std::vector<std::string> files() const;  // all below the test's folder, sorted, but for what drivers keep

  std::filesystem::path home() const { return folder() / "home"; }
  std::filesystem::path settings() const { return folder() / "config" / "warplight" / "window.toml"; }

 private:
  std::unique_ptr<Desktop> desktop_;
};

// By their place in the ladder, from 0.
std::string variant_name(int index);
bool can_run(int index);
int variant_count();

}  // namespace warplight::test
