#include "sim/image/gaussian.h"

#include <algorithm>
#include <cmath>

namespace warplight {
namespace image {

std::int64_t radius_of(const Params& params) {
  return params.radius >= 0 ? params.radius : std::llround(std::ceil(3 * params.sigma - 1e-9));
}

std::vector<double> gaussian_weights(double sigma, std::int64_t radius) {
  std::vector<double> weights;
  double sum = 0;
  for (std::int64_t i = -radius; i <= radius; ++i) {
    const double distance = static_cast<double>(i);
    weights.push_back(i == 0 ? 1 : sigma > 0 ? std::exp(-distance * distance / (2 * sigma * sigma)) : 0);
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

Weights half_weights(const Params& params) {
  const std::int64_t radius = radius_of(params);
  const std::vector<double> all = gaussian_weights(params.sigma, radius);
  Weights half{};
  half.radius = static_cast<int>(radius);
  for (std::int64_t i = 0; i <= radius; ++i) half.at[i] = static_cast<float>(all[static_cast<std::size_t>(radius + i)]);
  return half;
}

Progress advance_gaussian_reference(const Params& params, View& view, Call& call, int steps) {
  return advance_reference(Separable(gaussian_weights(params.sigma, radius_of(params))), params, view, call, steps);
}

}  // namespace image

using namespace image;

const LabInfo& Gaussian::info() {
  static const LabInfo kInfo = filter_info("gaussian", "Gaussian blur", "A blur without rings or corners: each pixel the mean of those around it, near ones weighing more.");
  return kInfo;
}

std::span<const Knob> Gaussian::knobs() {
  static const std::vector<Knob> kKnobs = [] {
    Knob radius = knob<&Params::radius>({.name = "radius",
                                         .label = "Radius",
                                         .unit = "pixels",
                                         .help = "How far the sum reaches: the window is 2r + 1 wide. Three sigmas where nobody sets it.",
                                         .min = 0,
                                         .max = kMostRadius,
                                         .default_value = 9,
                                         .automatic = true});
    radius.get = [](const void* params) { return static_cast<double>(radius_of(*static_cast<const Params*>(params))); };
    radius.set = [](void* params, double value) { static_cast<Params*>(params)->radius = std::isnan(value) ? -1 : static_cast<std::int64_t>(value); };
    return with_common_knobs({knob<&Params::sigma>({.name = "sigma",
                                                    .label = "Sigma σ",
                                                    .unit = "pixels",
                                                    .help = "How wide the blur is: its standard deviation. 0 leaves the picture as it is.",
                                                    .min = 0,
                                                    .max = 170,
                                                    .default_value = 3}),
                              radius});
  }();
  return kKnobs;
}

Cost Gaussian::cost(const Params& params) {
  const auto window = static_cast<double>(2 * radius_of(params) + 1);
  return filter_cost(params, 4 * window, "4 flops a sample and place of the window (two passes), each pixel read and written once");
}

std::string Gaussian::problem(const Params&) { return {}; }

std::vector<CheckCase> Gaussian::check_cases() {
  // A little less than a third, so that the radius follows.
  std::vector<CheckCase> cases = filter_cases([](double radius) {
    return std::vector<std::pair<std::string_view, double>>{{"sigma", radius > 0 ? (radius - 0.25) / 3 : 0}};
  });
  cases.push_back({"noise", {{"width", 40}, {"height", 30}, {"type", 2}, {"channels", 1}, {"border", 2}, {"sigma", 7}}, 1});
  return cases;
}

std::vector<Comparison> Gaussian::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                               const HostState& after, std::span<const std::int64_t> items, std::stop_token stop) {
  return compare_filtered(Separable(gaussian_weights(params.sigma, radius_of(params))), params, tolerance, before, after, items, stop);
}

}  // namespace warplight
