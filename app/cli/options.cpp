#include "app/cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/text.h"
#include "warplight_version.h"

namespace warplight::cli {
namespace {

const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* level = &app; level != nullptr; level = level->get_parent()) {
    for (const CLI::Option* option : level->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        if (std::ranges::find(names, "--" + name) == names.end()) names.push_back("--" + name);
      }
    }
  }
  return names;
}

std::vector<std::string_view> views(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

std::string hint(std::string_view typed, const std::vector<std::string>& names) {
  const std::vector<std::string_view> known = views(names);
  const std::string near = nearest(typed, known);
  return near.empty() ? "known are " + list_of(known) : "did you mean " + near + "?";
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

[[noreturn]] void refuse_extra(const CLI::App& app, const std::string& typed) {
  const CLI::App& level = innermost(app);
  if (typed.starts_with("-")) {
    const std::string name = typed.substr(0, typed.find('='));
    throw_bad_input(fmt::format("unknown option {}; {}", name, hint(name, option_names(level))));
  }
  const std::vector<std::string> commands = command_names(app);
  if (&level == &app && !commands.empty()) {
    throw_bad_input(fmt::format("unknown command '{}'; {}", typed, hint(typed, commands)));
  }
  throw_bad_input(fmt::format("'{}' is one argument too many", typed));
}

// An empty value is one that a script failed to fill in: not the same as none.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* level = &innermost(app); level != nullptr; level = level->get_parent()) {
    for (const CLI::Option* option : level->get_options()) {
      if (std::ranges::count(option->results(), "") > 0) throw_bad_input(option->get_name() + " needs a value");
    }
  }
}

// What CLI11 says of a wrong number of values, in a person's words.
std::string mismatch_text(const CLI::App& app, const std::string& said) {
  const std::size_t colon = said.find(": ");
  if (said.ends_with("missing") && colon != std::string::npos) return said.substr(0, colon) + " needs a value";
  for (const CLI::App* level = &innermost(app); level != nullptr; level = level->get_parent()) {
    for (const CLI::Option* option : level->get_options()) {
      const bool one = option->get_items_expected_max() == 1;
      if (one && option->results().size() > 1) return option->get_name() + " is given more than once";
    }
  }
  return one_line(said);
}

// "Could not convert: --json = yes": only flags are converted.
std::string conversion_text(const std::string& said) {
  const std::size_t colon = said.find(": "), equals = said.find(" = ");
  if (colon == std::string::npos || equals == std::string::npos || equals < colon) return one_line(said);
  return said.substr(colon + 2, equals - colon - 2) + " takes no value";
}

double number(std::string_view option, const std::string& text, double least, double most, KnobKind kind) {
  return parse_knob(Knob{.name = option, .min = least, .max = most, .kind = kind}, text);
}

}  // namespace

void add_lab_argument(CLI::App& app, std::string& lab, const std::string& help) {
  app.add_option("lab", lab, help)->option_text("LAB");
}

std::string state_endings_text() {
  std::vector<std::string_view> endings;
  for (const auto& lab : catalog()) {
    for (const std::string_view ending : lab->info().state_endings) {
      if (std::ranges::find(endings, ending) == endings.end()) endings.push_back(ending);
    }
  }
  return list_of(endings);
}

void add_job_options(CLI::App& app, Request& request) {
  app.add_option("--variant", request.variant, "the rung; without it the best that runs here")->option_text("V");
  app.add_option("--scene", request.scene, "a built-in scene, or a scene file")->option_text("S|FILE.toml");
  app.add_option("--in", request.in, "start from a state in place of a scene: " + state_endings_text())->option_text("FILE");
  app.add_option("--set", request.sets, "a knob's value; may be given more than once")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false);
  add_untuned_option(app, request);
}

void add_untuned_option(CLI::App& app, Request& request) {
  app.add_flag("--untuned", request.untuned, "launch knobs at their defaults, whatever tune found on this machine");
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--gpu", options.gpu, "which GPU, counted from 0")->option_text("N");
  app.set_version_flag("--version", [name = app.get_name()] { return version_text(name); }, "print the version");
}

void apply(const CommonOptions& options) {
  if (options.gpu) gpu::select_device(static_cast<int>(whole_number("--gpu", *options.gpu, 0, 1023)));
}

std::string version_text(std::string_view program) {
  const int cuda = gpu::machine().runtime_cuda;
  const std::string with = cuda == 0 ? "without CUDA" : fmt::format("with CUDA {}.{}", cuda / 1000, cuda % 1000 / 10);
  return fmt::format("{} {} (commit {}, {})", program, kVersion, kCommit, with);
}

bool parse_arguments(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    refuse_empty_values(app);
    return true;
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return false;
  } catch (const CLI::ArgumentMismatch& error) {
    throw_bad_input(mismatch_text(app, error.what()));
  } catch (const CLI::ConversionError& error) {
    throw_bad_input(conversion_text(error.what()));
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> extra = app.remaining(true);
    if (!extra.empty()) refuse_extra(app, extra.front());
    const std::vector<std::string> commands = command_names(app);
    if (!commands.empty() && app.get_subcommands().empty()) {
      throw_bad_input("a command is needed: " + list_of(views(commands)));
    }
    throw_bad_input(one_line(error.what()));
  }
}

std::int64_t whole_number(std::string_view option, const std::string& text, double least, double most) {
  return static_cast<std::int64_t>(number(option, text, least, most, KnobKind::integer));
}

double real_number(std::string_view option, const std::string& text, double least, double most) {
  return number(option, text, least, most, KnobKind::real);
}

PictureSize parse_size(std::string_view option, const std::string& text) {
  constexpr double kLeast = 16, kMost = 16384;
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) {
    throw_bad_input(fmt::format("{} {}: WIDTHxHEIGHT is needed, such as {} 1600x900", option, text, option));
  }
  return {static_cast<int>(whole_number(option, text.substr(0, cross), kLeast, kMost)),
          static_cast<int>(whole_number(option, text.substr(cross + 1), kLeast, kMost))};
}

}  // namespace warplight::cli
