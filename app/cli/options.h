// Arguments that both programs take, read the same way and refused in one line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/job.h"

namespace warplight::cli {

void add_lab_argument(CLI::App& app, std::string& lab, const std::string& help);
// ".csv, .npy or .h5": what state files of any lab end in.
std::string state_endings_text();

void add_job_options(CLI::App& app, Request& request);  // --variant, --scene, --in, --set, --untuned
void add_untuned_option(CLI::App& app, Request& request);

// --gpu N, --version. Apply --gpu after parsing, before anything looks at the GPU.
struct CommonOptions {
  std::optional<std::string> gpu;
};
void add_common_options(CLI::App& app, CommonOptions& options);
void apply(const CommonOptions& options);

// "warplight 0.1.0 (commit 1a2b3c4, with CUDA 13.0)"
std::string version_text(std::string_view program);

// False where help or the version was asked for and has been printed. Throws bad_input with the nearest known name.
bool parse_arguments(CLI::App& app, int argc, char** argv);

// Numbers of options: "--steps = -5 is out of range: 0 to 1 000 000 000".
std::int64_t whole_number(std::string_view option, const std::string& text, double least, double most);
double real_number(std::string_view option, const std::string& text, double least, double most);

struct PictureSize {
  int width, height;
};
PictureSize parse_size(std::string_view option, const std::string& text);  // "1600x900"

}  // namespace warplight::cli
