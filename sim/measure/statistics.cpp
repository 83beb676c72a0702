#include "sim/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warplight::measure {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// P(binomial(n, 1/2) = k), through logarithms so that n in the thousands does not underflow.
double binomial_half(std::size_t n, std::size_t k) {
  const double size = static_cast<double>(n), hits = static_cast<double>(k);
  return std::exp(std::lgamma(size + 1) - std::lgamma(hits + 1) - std::lgamma(size - hits + 1) -
                  size * std::log(2.0));
}

// How many of n samples to leave out at each end: what is left misses the median with 2 P(binomial <= cut - 1), which
// is at most 1 - confidence.
std::size_t ranks_cut(std::size_t n, double confidence) {
  double missed = 0;
  std::size_t cut = 0;
  while (2 * cut < n) {
    missed += 2 * binomial_half(n, cut);
    if (!(missed <= 1 - confidence)) break;
    ++cut;
  }
  return cut;
}

std::vector<int> signs_about(std::span<const double> samples, double middle) {
  std::vector<int> signs;
  signs.reserve(samples.size());
  for (const double sample : samples) signs.push_back((sample > middle) - (sample < middle));
  return signs;
}

double lagged_product(std::span<const int> signs, std::size_t lag) {
  long sum = 0;
  for (std::size_t i = lag; i < signs.size(); ++i) sum += signs[i] * signs[i - lag];
  return static_cast<double>(sum);
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  if (sorted.empty()) return kNan;
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - static_cast<double>(below));
}

double independent_samples(std::span<const double> in_time_order) {
  const std::size_t n = in_time_order.size();
  if (n == 0) return kNan;
  std::vector<double> sorted(in_time_order.begin(), in_time_order.end());
  std::sort(sorted.begin(), sorted.end());
  const std::vector<int> signs = signs_about(in_time_order, quantile(sorted, 0.5));
  const double power = lagged_product(signs, 0);
  if (power == 0) return static_cast<double>(n);  // all alike: nothing wanders
  double tau = -1;
  for (std::size_t lag = 0; lag + 1 < std::max<std::size_t>(n / 2, 2); lag += 2) {
    const double pair = (lagged_product(signs, lag) + lagged_product(signs, lag + 1)) / power;
    if (pair <= 0) break;
    tau += 2 * pair;
  }
  return static_cast<double>(n) / std::clamp(tau, 1.0, static_cast<double>(n));
}

Interval median_interval(std::span<const double> sorted, double confidence, double independent) {
  const std::size_t n = sorted.size();
  if (ranks_cut(n, confidence) == 0) return {kNan, kNan};
  const auto counted = static_cast<std::size_t>(std::min(independent, static_cast<double>(n)));
  const std::size_t cut = ranks_cut(counted, confidence);
  if (cut == 0) return {sorted.front(), sorted.back()};
  const std::size_t stretched = std::max<std::size_t>(1, cut * n / counted);
  return {sorted[stretched - 1], sorted[n - stretched]};
}

double Summary::relative_interval() const {
  const double half = 0.5 * (interval.high - interval.low);
  return std::isfinite(half) && median > 0 ? half / median : std::numeric_limits<double>::infinity();
}

Summary summarize(std::span<const double> in_time_order) {
  std::vector<double> sorted(in_time_order.begin(), in_time_order.end());
  std::sort(sorted.begin(), sorted.end());
  const double independent = independent_samples(in_time_order);
  return {.n = sorted.size(),
          .median = quantile(sorted, 0.5),
          .p10 = quantile(sorted, 0.1),
          .p90 = quantile(sorted, 0.9),
          .least = sorted.empty() ? kNan : sorted.front(),
          .most = sorted.empty() ? kNan : sorted.back(),
          .interval = median_interval(sorted, 0.95, independent),
          .independent = independent};
}

}  // namespace warplight::measure
