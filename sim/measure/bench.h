// Times a lane's evaluate and one step, each only after the same kernel, shape and size passed its check. A lab without
// an evaluate is timed by calls of many steps.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "sim/check.h"
#include "sim/lane.h"
#include "sim/measure/sampling.h"

namespace warplight::measure {

// The GPU's own clock (events) for device variants, the steady clock for host variants.
struct Timing {
  Samples samples;
  Summary summary;
};

struct BenchRow {
  std::string variant;
  Place place = Place::device;
  std::string problem;            // why there are no numbers: unavailable, refused, failed its check; empty: there are
  std::string choice;             // what a variant that chooses has chosen; empty elsewhere
  bool check_failed = false;      // of the problems, the one that is an error
  std::vector<CheckRow> checks;   // of evaluate, at the very size that is timed
  std::vector<CheckRow> step_checks;
  std::optional<Timing> evaluate; // "forces alone"
  std::optional<Timing> step;     // of one step; none where one run is longer than the bound (and there is an evaluate)
  int steps = 1;                  // taken in one call of what `step` times

  // What a lab's rungs are compared by.
  const std::optional<Timing>& timed() const { return evaluate ? evaluate : step; }
};

struct BenchProgress {
  std::string_view variant;
  std::string_view doing;     // "first run", "check", "evaluate", "step"
  const Samples* samples;     // null while there are none
};

struct BenchOptions {
  Rules rules;
  int steps = 1;  // a call, of labs without an evaluate
  std::function<void(const BenchProgress&)> watch;  // may be empty
};

// `lane` holds the state to time and has the variant selected. An interrupted thing has no timing.
BenchRow bench_lane(Lane& lane, const BenchOptions& options, std::stop_token stop = {});

// A row of a variant that was never timed.
BenchRow row_without_numbers(const VariantInfo& info, std::string problem);

}  // namespace warplight::measure
