// The lab of the convolution with a matrix: each sample the sum of those around it, each times the number that lies over it.
#pragma once

#include "sim/image/definition.h"

namespace warplight {

struct Convolve : image::Filter {
  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const Variant<Convolve>> ladder();
  static Cost cost(const Params&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before, const HostState& after,
                                              std::span<const std::int64_t> items, std::stop_token stop);
};

namespace image {
Progress advance_convolve_reference(const Params&, View&, Call&, int steps);
Progress advance_convolve_cpu(const Params&, View&, Call&, int steps);
}  // namespace image
}  // namespace warplight
