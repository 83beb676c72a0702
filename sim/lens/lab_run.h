// Runs one variant of a lab under the lens: an evaluation and a step or some, checked, measured and compared with the reference.
#pragma once

#include <string>
#include <vector>

#include "sim/lab.h"
#include "sim/lens/session.h"

namespace warplight::lens {

struct LabRun {
  std::vector<KernelReport> kernels;
  std::vector<Comparison> comparisons;  // evaluate's and the step's outputs against the reference
  HostState after;                      // what the steps left behind
  double seconds = 0;                   // inside kernels

  bool passed() const;
  std::int64_t accesses() const;
};

// Why the lens can't run the variant; empty: it can.
std::string no_lens_reason(const VariantInfo& info);

// `lab` is one of lens::labs(). Throws Fault for what a kernel did wrong, failed where memory is short, missing with the
// reason for a variant that the lens does not model.
LabRun run_variant(const Lab& lab, int variant, const ParamBytes& params, const LaunchValues& launch,
                   const HostState& state, const Options& options = {}, int steps = 1);

}  // namespace warplight::lens
