#include "sim/nbody/energy_sample.h"

#include <cmath>
#include <cstddef>

namespace warplight::nbody {
namespace {

constexpr std::size_t kGroups = kSampleGroups;
constexpr std::size_t kPairs = kGroups * (kGroups - 1) / 2;

// Of the mean of values whose mean is zero.
template <class ValueAt>
double standard_error_of_mean(std::size_t count, ValueAt value_at) {
  double squares = 0;
  for (std::size_t k = 0; k < count; ++k) squares += value_at(k) * value_at(k);
  const auto n = static_cast<double>(count);
  return std::sqrt(squares / (n * (n - 1)));
}

}  // namespace

double SampledPotential::standard_error() const {
  return standard_error_of_mean(scatter.size(), [&](std::size_t k) { return scatter[k]; });
}

double standard_error_of_change(const SampledPotential& first, const SampledPotential& now) {
  return standard_error_of_mean(now.scatter.size(),
                                [&](std::size_t k) { return now.scatter[k] - first.scatter[k]; });
}

SampledPotential potential_of_sample(const SampleSums& sums) {
  SampledPotential found;
  found.scatter.reserve(kPairs);
  if (sums.mass == 0) {  // nothing has weight: no draw means anything
    found.scatter.assign(kPairs, 0.0);
    return found;
  }
  const double size = static_cast<double>(sums.draws) / static_cast<double>(kGroups);  // of a group
  // In units of -M^2 / 2: the mean field of a group's draws, and the mean of h between two groups.
  std::vector<double> field(kGroups);
  double mean_field = 0, mean_pair = 0;
  for (std::size_t a = 0; a < kGroups; ++a) {
    field[a] = sums.on_all[a] / (size * sums.mass);
    mean_field += field[a] / static_cast<double>(kGroups);
  }
  const auto pair = [&](std::size_t a, std::size_t b) { return sums.on_group[a * kGroups + b] / (size * size); };
  for (std::size_t a = 0; a < kGroups; ++a) {
    for (std::size_t b = a + 1; b < kGroups; ++b) mean_pair += pair(a, b) / static_cast<double>(kPairs);
  }
  const double mean = 2 * mean_field - mean_pair;
  const double unit = -0.5 * sums.mass * sums.mass;
  found.value = unit * mean;
  for (std::size_t a = 0; a < kGroups; ++a) {
    for (std::size_t b = a + 1; b < kGroups; ++b) found.scatter.push_back(unit * (pair(a, b) - field[a] - field[b] + mean));
  }
  return found;
}

}  // namespace warplight::nbody
