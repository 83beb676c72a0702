// A screen of its own for one test, with a window manager, and a hand on its keys and mouse.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/window/picture.h"
#include "tests/window/process.h"

namespace warplight::test {

class Desktop {
 public:
  // Why there can't be one here; "": there can.
  static std::string missing();

  Desktop(int width, int height);
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  Environment environment() const;
  const std::string& display() const { return display_; }  // ":7"
  // What a program says that is given the screen: xdotool, xprop, ...
  std::string ask(const std::vector<std::string>& words) const;
  Pixels shot() const;  // of the whole screen, as it is now

 private:
  std::filesystem::path folder_;  // where the screen keeps its pixels
  std::string display_;
  std::unique_ptr<Process> screen_, manager_;
};

}  // namespace warplight::test
