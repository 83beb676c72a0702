// A command of warplight-cli: its arguments, and what it does once they are parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <stop_token>

#include "sim/error.h"

namespace warplight::cli {

class Command {
 public:
  virtual ~Command() = default;
  // Throws Error. `stop` is Ctrl-C.
  virtual ExitCode run(std::stop_token stop) = 0;
};

// Each adds its arguments to its command.
std::unique_ptr<Command> make_list(CLI::App& command);
std::unique_ptr<Command> make_run(CLI::App& command);
std::unique_ptr<Command> make_check(CLI::App& command);
std::unique_ptr<Command> make_bench(CLI::App& command);
std::unique_ptr<Command> make_tune(CLI::App& command);
std::unique_ptr<Command> make_lens(CLI::App& command);
std::unique_ptr<Command> make_render(CLI::App& command);
std::unique_ptr<Command> make_doctor(CLI::App& command);

}  // namespace warplight::cli
