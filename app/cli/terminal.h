// The terminal around a command: a progress line that nobody has to clean up, and Ctrl-C as a stop token.
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

namespace warplight::cli {

// One line on standard error, drawn over itself at most ten times a second; silent where that is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::function<std::string()>& text);  // called only when the line is drawn
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  double last_s_ = -1;
};

// Ctrl-C (and a polite kill) as a stop token; a second one ends the program at once. Make it before any other thread:
// threads inherit the blocked signals.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::atomic<bool> over_ = false;
  std::thread waiter_;
};

}  // namespace warplight::cli
