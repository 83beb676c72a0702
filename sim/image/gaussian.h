// The lab of the Gaussian blur: each pixel the weighed mean of those around it, by exp(-d² / 2σ²) up to a radius.
#pragma once

#include "sim/image/definition.h"

namespace warplight {

struct Gaussian : image::Filter {
  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const Variant<Gaussian>> ladder();
  static Cost cost(const Params&);
  static std::string problem(const Params&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before, const HostState& after,
                                              std::span<const std::int64_t> items, std::stop_token stop);
};

namespace image {

// ⌈3σ⌉ where nobody has set it.
std::int64_t radius_of(const Params&);

// 2r + 1 of them, which add up to 1; with σ = 0 the middle is 1.
std::vector<double> gaussian_weights(double sigma, std::int64_t radius);

// One half, for kernels.
Weights half_weights(const Params&);

Progress advance_gaussian_reference(const Params&, View&, Call&, int steps);
Progress advance_gaussian_cpu(const Params&, View&, Call&, int steps);

}  // namespace image
}  // namespace warplight
