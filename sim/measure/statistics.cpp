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

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  if (sorted.empty()) return kNan;
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - static_cast<double>(below));
}

Interval median_interval(std::span<const double> sorted, double confidence) {
  // Leave out `cut` samples at each end: what is left misses the median with 2 P(binomial <= cut - 1).
  const std::size_t n = sorted.size();
  double missed = 0;
  std::size_t cut = 0;
  while (2 * cut < n) {
    const double with_next = missed + 2 * binomial_half(n, cut);
    if (!(with_next <= 1 - confidence)) break;
    missed = with_next;
    ++cut;
  }
  if (cut == 0) return {kNan, kNan};
  return {sorted[cut - 1], sorted[n - cut]};
}

double Summary::relative_interval() const {
  const double half = 0.5 * (interval.high - interval.low);
  return std::isfinite(half) && median > 0 ? half / median : std::numeric_limits<double>::infinity();
}

Summary summarize(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return {.n = sorted.size(),
          .median = quantile(sorted, 0.5),
          .p10 = quantile(sorted, 0.1),
          .p90 = quantile(sorted, 0.9),
          .least = sorted.empty() ? kNan : sorted.front(),
          .most = sorted.empty() ? kNan : sorted.back(),
          .interval = median_interval(sorted)};
}

}  // namespace warplight::measure
