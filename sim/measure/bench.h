// Times a lane's evaluate and one step, each only after the same kernel, shape and size passed its check. A lab without
// an evaluate is timed by calls of many steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "sim/check.h"
#include "sim/gpu/kernel_facts.h"
#include "sim/lane.h"
#include "sim/measure/interleaved.h"
#include "sim/measure/sampling.h"
#include "sim/measure/trust.h"

namespace warplight::measure {

// The GPU's own clock (events) for device variants, the steady clock for host variants.
struct Timing {
  Samples samples;
  Summary summary;
  Judgement judgement;
  Heat heat;  // of the GPU, just after
};

struct BenchRow {
  std::string variant;
  Place place = Place::device;
  std::string problem;           // why there are no numbers: unavailable, refused, failed its check; empty: there are
  std::string choice;            // what a variant that chooses has chosen; empty elsewhere
  std::string hint;              // what the variant says of so many steps a call (Prepared::hint)
  bool check_failed = false;     // of the problems, the one that is an error
  std::vector<CheckRow> checks;  // of evaluate, at the very size that is timed
  std::vector<CheckRow> step_checks;
  std::optional<Timing> evaluate;  // "forces alone"
  std::optional<Timing> step;  // of one step; none where one run is longer than the bound (and there is an evaluate)
  std::optional<Timing> cold;  // of what is compared, each run from an empty L2 cache; device variants, where asked
  int steps = 1;               // taken in one call of what `step` times
  std::vector<gpu::KernelFacts> kernels;  // that one run of what is compared launched; empty for host variants

  // What a lab's rungs are compared by: hot, if that was timed.
  const std::optional<Timing>& timed() const { return evaluate ? evaluate : step ? step : cold; }
};

struct BenchProgress {
  std::string_view variant;
  std::string_view doing;  // "first run", "check", "evaluate", "step", "cold"
  const Samples* samples;  // null while there are none
  double seconds_left;     // at most, of this timing
};

struct BenchOptions {
  Rules rules;
  int steps = 1;                    // a call, of labs without an evaluate
  bool hot = true, cold = false;    // one of them at least; host variants are always hot
  bool step = true;                 // one whole step too, of labs with an evaluate
  MachineWatch* machine = nullptr;  // watches the GPU while device variants are timed; null: nobody does
  std::function<void(const BenchProgress&)> watch;  // may be empty
};

// `lane` holds the state to time and has the variant selected. What was interrupted has the samples taken until then,
// and no timing where there are none.
BenchRow bench_lane(Lane& lane, const BenchOptions& options, std::stop_token stop = {});

// A row of a variant that was never timed.
BenchRow row_without_numbers(const VariantInfo& info, std::string problem);

// Two lanes of one lab and one state, both variants checked first, then timed in turns. Empty `taken` where one has a
// problem, or nothing was taken before the stop.
struct BenchPair {
  BenchRow a, b;  // their timings are those of the turns
  std::optional<Interleaved> taken;
};
BenchPair bench_in_turns(Lane& a, Lane& b, const BenchOptions& options, std::stop_token stop = {});

// What a lane's buffers take.
std::int64_t state_bytes(Lane& lane);

}  // namespace warplight::measure
