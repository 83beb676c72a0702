// The lens's report for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/job.h"
#include "sim/lens/lab_run.h"

namespace warplight::cli {

struct LensResult {
  Job job;
  std::string arch;
  lens::LabRun run;
};

// Each kernel: its totals, then its source with the figures beside the lines and the worst line marked.
std::string lens_text(const LensResult& result);

// Kernels of several variants, one a row.
std::string lens_comparison(const std::vector<LensResult>& results);

// What the lanes of one warp asked for at a line: addresses, sectors, banks. Throws bad_input where nothing was asked.
std::string lens_warp_text(const LensResult& result, std::int64_t block, std::int64_t warp, int line);

nlohmann::ordered_json lens_json(const std::vector<LensResult>& results);

}  // namespace warplight::cli
