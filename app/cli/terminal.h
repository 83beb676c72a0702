// What is around a command: its standard streams, a progress line that nobody has to clean up, Ctrl-C as a stop token.
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

namespace warplight::cli {

// To be called before any file is opened. A stream that was closed (">&-") stays unwritable, but its number is taken,
// so that what is printed never lands in another file. A file that grows beyond a limit is an error, not the end.
void secure_streams();

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

// Ctrl-C (and a polite kill) as a stop token; a second one ends the program at once and leaves no partial file. Signals
// that the program was started to ignore (nohup) stay ignored. Make it before any other thread: threads inherit the
// blocked signals.
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
