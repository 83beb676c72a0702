// What a handful of times says: quantiles, and how well the median is known.
#pragma once

#include <cstddef>
#include <span>

namespace warplight::measure {

// Of samples in ascending order, 0 <= q <= 1, straight lines between neighbours (Hyndman and Fan 1996, type 7).
// NaN for no samples.
double quantile(std::span<const double> sorted, double q);

struct Interval {
  double low, high;
};

// An interval that holds the median of the distribution with at least `confidence`, whatever the distribution's shape:
// two order statistics whose ranks come from the binomial(n, 1/2) (Conover, Practical Nonparametric Statistics, 3.2).
// Both ends NaN where n is too small for it (n < 6 at 0.95).
Interval median_interval(std::span<const double> sorted, double confidence = 0.95);

struct Summary {
  std::size_t n = 0;
  double median, p10, p90;
  double least, most;
  Interval interval;  // of the median, 95%

  // Half the interval's width over the median; infinite where there is no interval.
  double relative_interval() const;
};

Summary summarize(std::span<const double> samples);

}  // namespace warplight::measure
