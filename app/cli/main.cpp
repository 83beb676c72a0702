#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/terminal.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

struct CommandEntry {
  const char* name;
  const char* help;
  std::unique_ptr<Command> (*make)(CLI::App&);
};

constexpr CommandEntry kCommands[] = {
    {"list", "labs, variants with their ideas, knobs and scenes", make_list},
    {"run", "advance a state; write it, and what physics says must hold", make_run},
    {"check", "each variant against the reference, at awkward sizes", make_check},
    {"bench", "how fast each variant is, once it passed its check", make_bench},
    {"tune", "the launch knobs of a rung, each point checked and timed; the fastest is kept", make_tune},
    {"lens", "run a CUDA rung on the CPU, thread by thread: check it, and see what each line costs", make_lens},
    {"render", "draw a picture or a video without a display", make_render},
    {"doctor", "what this machine has, and what to do about what it lacks", make_doctor},
};

ExitCode run(int argc, char** argv) {
  const Interrupt interrupt;
  CLI::App program("Warplight without a window: kernels to run, check, time and draw.", "warplight-cli");
  program.fallthrough();
  program.require_subcommand(1);
  CommonOptions common;
  add_common_options(program, common);

  std::vector<std::pair<CLI::App*, std::unique_ptr<Command>>> commands;
  for (const CommandEntry& entry : kCommands) {
    CLI::App* command = program.add_subcommand(entry.name, entry.help);
    commands.emplace_back(command, entry.make(*command));
  }
  if (!parse_arguments(program, argc, argv)) return ExitCode::done;
  apply(common);
  for (const auto& [app, command] : commands) {
    if (app->parsed()) return command->run(interrupt.token());
  }
  return ExitCode::bad_input;
}

int report(const std::string& line, ExitCode code) {
  std::fprintf(stderr, "warplight-cli: %s\n", one_line(line).c_str());
  return static_cast<int>(code);
}

// A pipe that was closed or a full disk may show at any print, or only now.
bool all_printed() {
  const bool flushed = std::fflush(stdout) == 0;
  return flushed && std::ferror(stdout) == 0;
}

int report_exception(const std::exception& error) {
  if (std::ferror(stdout) != 0) return report("standard output can't be written", ExitCode::failed);
  return report(error.what(), ExitCode::failed);
}

}  // namespace
}  // namespace warplight::cli

int main(int argc, char** argv) {
  using namespace warplight;
  cli::secure_streams();
  try {
    const ExitCode code = cli::run(argc, argv);
    if (!cli::all_printed()) return cli::report("standard output can't be written", ExitCode::failed);
    return static_cast<int>(code);
  } catch (const Error& error) {
    std::fflush(stdout);
    return cli::report(error.what(), error.code());
  } catch (const std::bad_alloc&) {
    return cli::report("out of memory", ExitCode::failed);
  } catch (const std::exception& error) {
    return cli::report_exception(error);
  }
}
