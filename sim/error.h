// The one exception of the program: a line for a person and the exit code that goes with it.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace warplight {

enum class ExitCode : int {
  done = 0,
  failed = 1,     // a check failed, or the run went wrong (NaN, lost device)
  bad_input = 2,  // arguments, files, values
  missing = 3,    // something needed is not on this machine
};

class Error : public std::runtime_error {
 public:
  // Names of files and what is in them are quoted, so the line is made one (one_line in text.h): fit for a terminal.
  Error(ExitCode code, const std::string& line, std::source_location where = std::source_location::current());

  ExitCode code() const { return code_; }
  const std::source_location& where() const { return where_; }  // for a developer's debugger, never printed

 private:
  ExitCode code_;
  std::source_location where_;
};

// What was wrong, where, and what is allowed: one line each.
[[noreturn]] inline void throw_bad_input(const std::string& line,
                                         std::source_location where = std::source_location::current()) {
  throw Error(ExitCode::bad_input, line, where);
}
[[noreturn]] inline void throw_missing(const std::string& line,
                                       std::source_location where = std::source_location::current()) {
  throw Error(ExitCode::missing, line, where);
}
[[noreturn]] inline void throw_failed(const std::string& line,
                                      std::source_location where = std::source_location::current()) {
  throw Error(ExitCode::failed, line, where);
}

}  // namespace warplight
