// The lab of the box blur: each pixel the plain mean of the (2r + 1)² around it.
#pragma once

#include "sim/image/definition.h"

namespace warplight {

struct Box : image::Filter {
  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const Variant<Box>> ladder();
  static Cost cost(const Params&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before, const HostState& after,
                                              std::span<const std::int64_t> items, std::stop_token stop);
};

namespace image {
Progress advance_box_reference(const Params&, View&, Call&, int steps);
Progress advance_box_cpu(const Params&, View&, Call&, int steps);
}  // namespace image
}  // namespace warplight
