// Runs one job on every picture of a folder.
#pragma once

#include <filesystem>
#include <stop_token>

#include "app/cli/job.h"

namespace warplight::cli {

// `job.in` is a folder: each file in it whose ending the lab reads is run by itself, and written under its own name into
// `out`, which is made where it isn't there. One that is refused doesn't stop the rest. Throws bad_input at the end naming
// those, and before where there is none to run.
void run_folder(const Job& job, const std::filesystem::path& out, int steps, std::stop_token stop);

}  // namespace warplight::cli
