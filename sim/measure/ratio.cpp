#include "sim/measure/ratio.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace warplight::measure {

bool Ratio::known() const { return interval.low > 0 && std::isfinite(interval.high); }

double Ratio::relative_interval() const {
  return known() ? 0.5 * std::log(interval.high / interval.low) : std::numeric_limits<double>::infinity();
}

Ratio paired_ratio(std::span<const double> a, std::span<const double> b, std::size_t pairs_a_block) {
  if (a.size() != b.size() || pairs_a_block == 0) throw std::invalid_argument("paired_ratio: not in pairs");
  std::vector<double> logs(a.size() / pairs_a_block);
  for (std::size_t block = 0; block < logs.size(); ++block) {
    for (std::size_t i = block * pairs_a_block; i < (block + 1) * pairs_a_block; ++i) {
      logs[block] += std::log(b[i] / a[i]) / static_cast<double>(pairs_a_block);
    }
  }
  Ratio found;
  found.n = logs.size();
  if (!std::ranges::all_of(logs, [](double log) { return std::isfinite(log); })) return found;
  found.independent = independent_samples(logs);
  std::vector<double> sorted = logs;
  std::sort(sorted.begin(), sorted.end());
  found.ratio = std::exp(quantile(sorted, 0.5));
  const Interval interval = median_interval(sorted, 0.95, found.independent);
  found.interval = {std::exp(interval.low), std::exp(interval.high)};
  return found;
}

Ratio independent_ratio(const Summary& a, const Summary& b) {
  Ratio found;
  found.n = std::min(a.n, b.n);
  found.independent = std::fmin(a.independent, b.independent);
  if (!(a.median > 0 && b.median > 0)) return found;
  found.ratio = b.median / a.median;
  if (!(a.interval.low > 0 && b.interval.low > 0)) return found;
  const double below = std::hypot(std::log(b.median / b.interval.low), std::log(a.interval.high / a.median));
  const double above = std::hypot(std::log(b.interval.high / b.median), std::log(a.median / a.interval.low));
  found.interval = {found.ratio * std::exp(-below), found.ratio * std::exp(above)};
  return found;
}

Ratio widened(Ratio ratio, double relative_error) {
  ratio.interval = {ratio.interval.low / (1 + relative_error), ratio.interval.high * (1 + relative_error)};
  return ratio;
}

}  // namespace warplight::measure
