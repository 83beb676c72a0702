// What a handful of times says: quantiles, and how well the median is known.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace warplight::measure {

// Of samples in ascending order, 0 <= q <= 1, straight lines between neighbours (Hyndman and Fan 1996, type 7).
// NaN for no samples.
double quantile(std::span<const double> sorted, double q);

struct Interval {
  double low, high;
};

// How many independent samples are worth as much as these, which are in the order in which they were taken: neighbours
// that resemble each other (a drift, a clock that wanders, a neighbour on the machine) say less than their number. At
// most their number, at least 1; NaN for none. It is n / tau, with tau the integrated autocorrelation of the signs
// about the median, since the error of a median is that of a count of signs, whatever the tails; summed by Geyer's
// initial positive sequence (Practical Markov chain Monte Carlo, Statistical Science 7, 1992, 3.3). Signs that
// alternate are not taken as worth more.
double independent_samples(std::span<const double> in_time_order);

// An interval that holds the median of the distribution with at least `confidence`, whatever the distribution's shape:
// two order statistics whose ranks come from the binomial(m, 1/2) (Conover, Practical Nonparametric Statistics, 3.2),
// stretched to n samples where only m = `independent` are worth counting. All of the range where m is too small for it
// (m < 6 at 0.95); both ends NaN where n is.
Interval median_interval(std::span<const double> sorted, double confidence = 0.95,
                         double independent = std::numeric_limits<double>::infinity());

struct Summary {
  std::size_t n = 0;
  double median, p10, p90;
  double least, most;
  Interval interval;   // of the median, 95%
  double independent;  // samples that the interval counts on: independent_samples

  // Half the interval's width over the median; infinite where there is no interval.
  double relative_interval() const;
};

// Of samples in the order in which they were taken.
Summary summarize(std::span<const double> in_time_order);

}  // namespace warplight::measure
