// The labs of filters that look at one pixel alone: invert, threshold and grayscale. They share their kernels, which differ
// in how the threads lie over the picture.
#pragma once

#include "sim/image/definition.h"

namespace warplight {
namespace image {

enum class PointKind { invert, threshold, grayscale };

// What a ladder of such a filter is, and how it is computed.
template <PointKind kKind>
struct PointFilter : Filter {
  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const Variant<PointFilter>> ladder();
  static Cost cost(const Params& params) { return filter_cost(params, 3, "3 flops a sample, each pixel read and written once"); }
  static std::vector<CheckCase> check_cases() { return filter_cases(nullptr); }
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before, const HostState& after,
                                              std::span<const std::int64_t> items, std::stop_token stop);
};

Progress advance_point_reference(PointKind, const Params&, View&, Call&, int steps);
Progress advance_point_cpu(PointKind, const Params&, View&, Call&, int steps);

}  // namespace image

using Invert = image::PointFilter<image::PointKind::invert>;
using Threshold = image::PointFilter<image::PointKind::threshold>;
using Grayscale = image::PointFilter<image::PointKind::grayscale>;

}  // namespace warplight
