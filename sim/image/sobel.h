// The lab of the Sobel operator: how steep a picture is at each pixel, from the differences across a 3 x 3 window.
#pragma once

#include "sim/image/definition.h"

namespace warplight {

struct Sobel : image::Filter {
  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const Variant<Sobel>> ladder();
  static Cost cost(const Params&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before, const HostState& after,
                                              std::span<const std::int64_t> items, std::stop_token stop);
};

namespace image {
Progress advance_sobel_reference(const Params&, View&, Call&, int steps);
Progress advance_sobel_cpu(const Params&, View&, Call&, int steps);
}  // namespace image
}  // namespace warplight
