// What a sweep of launch knobs found: a table, a heat map, JSON.
#pragma once

#include <string>

#include "app/cli/plot.h"
#include "app/cli/sweep.h"
#include "sim/measure/tune.h"
#include "sim/measure/tuned.h"

namespace warplight::cli {

struct TuneReport {
  const Lab* lab;
  int variant;
  std::string problem;  // "n = 65 536, dt = 0.005"
  const measure::TuneResult& result;
};

// "block = 128, bodies = 4"
std::string launch_text(const LaunchValues& launch);

// A row a point, the heat map of the first two knobs as text, and how the best stands against the defaults.
std::string tune_text(const TuneReport& report);
// The first knob across, the second down (one row where there is none); of more knobs, the best of the others.
HeatMap tune_heat_map(const TuneReport& report);
std::string tune_json(const TuneReport& report);

}  // namespace warplight::cli
