// Intervals against 10 000 simulated runs each of noise whose median is known: they hold it as often as they say, and
// are not wide to do so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure_fakes.h"
#include "sim/measure/ratio.h"

namespace warplight::measure {
namespace {

std::vector<double> draws(const Noise& noise, std::size_t n, Random& random) {
  std::vector<double> samples(n);
  for (double& sample : samples) sample = noise.draw(random);
  return samples;
}

bool holds(const Interval& interval, double truth) { return interval.low <= truth && truth <= interval.high; }

// Neighbours correlated by `memory`: a first-order autoregression with the standard normal distribution.
std::vector<double> wandering(std::size_t n, double memory, Random& random) {
  std::vector<double> samples(n);
  double now = normal(random);
  for (double& sample : samples) {
    sample = now;
    now = memory * now + std::sqrt(1 - memory * memory) * normal(random);
  }
  return samples;
}

struct Held {
  double rate = 0, mean_width = 0;
};
template <class Run>  // Run: returns the interval of one simulated run
Held simulate(double truth, const Run& run, int runs = kRuns) {
  Held held;
  for (int i = 0; i < runs; ++i) {
    const Interval interval = run();
    held.rate += holds(interval, truth) ? 1.0 / runs : 0;
    held.mean_width += (interval.high - interval.low) / runs;
  }
  return held;
}

TEST(MeasureIntervals, TheMediansHoldsWhateverTheNoise) {
  Random random(1);
  for (const Noise& noise : known_noises()) {
    for (const std::size_t n : {12, 40, 150}) {
      SCOPED_TRACE(noise.name + ", n = " + std::to_string(n));
      const Held held = simulate(noise.median, [&] { return summarize(draws(noise, n, random)).interval; });
      EXPECT_GE(held.rate, kLeastHeld);
      if (n < 150) continue;
      // A median's standard error is 1 / (2 f sqrt(n)). For wandering that is not there, a quarter more.
      const double ideal = 2 * 1.96 / (2 * noise.density * std::sqrt(150.0));
      EXPECT_LE(held.mean_width, noise.density > 0 ? 1.3 * ideal : 0.1);
    }
  }
}

TEST(MeasureIntervals, ThePairedRatiosHoldsWhateverTheNoise) {
  Random random(2);
  for (const Noise& noise : known_noises()) {
    for (const std::size_t blocks : {12, 60}) {
      SCOPED_TRACE(noise.name + ", blocks: " + std::to_string(blocks));
      const Held held = simulate(1.05, [&] {
        std::vector<double> a(2 * blocks), b(2 * blocks);
        for (std::size_t i = 0; i < a.size(); ++i) {
          const double both = 1 + 0.1 * std::sin(0.1 * static_cast<double>(i));  // drops out
          a[i] = both * noise.draw(random);
          b[i] = 1.05 * both * noise.draw(random);
        }
        return paired_ratio(a, b, 2).interval;
      });
      EXPECT_GE(held.rate, kLeastHeld);
      // A mean of two differences has the spread of one sample; normal, 1%.
      if (noise.name == "normal" && blocks == 60) {
        EXPECT_LE(held.mean_width, 1.4 * 2 * 1.96 * 1.2533 * 0.01 / std::sqrt(60.0));
      }
    }
  }
}

TEST(MeasureIntervals, TheRatioOfTwoRunsApartHoldsWhateverTheNoise) {
  Random random(3);
  const std::vector<Noise> noises = known_noises();
  for (std::size_t i = 0; i < noises.size(); ++i) {
    const Noise &one = noises[i], &other = noises[(i + 1) % noises.size()];  // of unlike shapes
    SCOPED_TRACE(one.name + " against " + other.name);
    const Held held = simulate(0.5 * other.median / one.median, [&] {
      std::vector<double> b = draws(other, 30, random);
      for (double& sample : b) sample *= 0.5;
      return independent_ratio(summarize(draws(one, 60, random)), summarize(b)).interval;
    });
    EXPECT_GE(held.rate, kLeastHeld);
  }
  const Held alike = simulate(1, [&] {
    return independent_ratio(summarize(draws(noises[0], 150, random)), summarize(draws(noises[0], 150, random)))
        .interval;
  });
  EXPECT_GE(alike.rate, kLeastHeld);
  EXPECT_LE(alike.mean_width, 1.35 * 2 * 1.96 * 1.2533 * 0.01 * std::sqrt(2 / 150.0));
}

// With the rule that stops them: the width at which one stops is itself drawn by chance.
TEST(MeasureIntervals, TheMediansHoldsWhereTheWidthSaysWhenToStop) {
  Random random(4);
  Rules rules;
  rules.least_seconds = 0;  // or a quiet thing would get more samples than it asks for
  rules.warm_up_seconds = 0;
  rules.most_seconds = 20;
  for (const Noise& noise : known_noises()) {
    SCOPED_TRACE(noise.name);
    // Two modes alike: the width is that of one mode or of both, and where it is of one the chance of the wrong one is
    // high.
    const bool alike = noise.name == "two modes, 52 to 48";
    const int runs = alike ? 500 : kRuns;
    FakeMachine machine;
    NoisyThing thing(machine, 1.5, [&] { return noise.draw(random); });
    double mean_n = 0;
    int quiet = 0;
    const Held held = simulate(
        1.5 * noise.median,
        [&] {
          const Samples samples = collect(thing, 1, rules, machine.surroundings());
          quiet += samples.stopped == Stopped::quiet;
          mean_n += static_cast<double>(samples.ms.size()) / runs;
          return summarize(samples, rules).interval;
        },
        runs);
    EXPECT_GE(held.rate, alike ? 0.90 - 3 * 0.0134 : kLeastHeld);
    if (alike) continue;
    EXPECT_EQ(quiet, kRuns);
    EXPECT_LE(mean_n, 300);
  }
}

// A thing so slow that the time bound leaves 6 to 11 samples: how many says the clock, not the values.
TEST(MeasureIntervals, TheMediansHoldsWhereTheTimeBoundLeavesFew) {
  Random random(11);
  for (const std::size_t wanted : {6u, 8u, 11u}) {
    for (const Noise& noise : known_noises()) {
      SCOPED_TRACE(noise.name + ", " + std::to_string(wanted));
      const Held held = simulate(noise.median, [&] {
        const Summary summary = summarize(draws(noise, wanted, random));
        const bool is_range = summary.interval.low == summary.least && summary.interval.high == summary.most;
        EXPECT_TRUE(is_range || wanted > 8);
        return summary.interval;
      });
      EXPECT_GE(held.rate, kLeastHeld);
    }
  }
  const Summary five = summarize(draws(known_noises()[0], 5, random));
  EXPECT_TRUE(std::isnan(five.interval.low)) << "no interval of five holds it in 95%";
}

TEST(MeasureIntervals, NeighboursThatResembleEachOtherCountForLess) {
  Random random(5);
  const Held counted = simulate(0, [&] { return summarize(wandering(200, 0.6, random)).interval; });
  EXPECT_GE(counted.rate, 0.93);
  const Held naive = simulate(0, [&] {
    std::vector<double> samples = wandering(200, 0.6, random);
    std::sort(samples.begin(), samples.end());
    return median_interval(samples);
  });
  EXPECT_LE(naive.rate, 0.85) << "this noise needs no counting: it shows nothing";
  // tau of the signs: 1 + 2 sum of (2 / pi) asin(0.6^k) = 2.83.
  double independent = 0;
  for (int i = 0; i < 200; ++i) independent += independent_samples(wandering(2000, 0.6, random)) / 200;
  EXPECT_NEAR(independent, 2000 / 2.83, 0.1 * 2000 / 2.83);
}

TEST(MeasureIntervals, WorthOfSamples) {
  EXPECT_TRUE(std::isnan(independent_samples({})));
  EXPECT_EQ(independent_samples(std::vector<double>{3}), 1);
  EXPECT_EQ(independent_samples(std::vector<double>(50, 2.0)), 50) << "all alike";
  std::vector<double> rising(60), turning(60);
  for (std::size_t i = 0; i < 60; ++i) {
    rising[i] = static_cast<double>(i);
    turning[i] = static_cast<double>(i % 2);
  }
  EXPECT_LT(independent_samples(rising), 6);
  EXPECT_EQ(independent_samples(turning), 60) << "never more than there are";
  // What only drifts has no median to speak of: all of its range.
  EXPECT_EQ(summarize(rising).interval.low, 0);
  EXPECT_EQ(summarize(rising).interval.high, 59);
}

// A clock of coarse steps: the interval is made wider by one, and holds.
TEST(MeasureIntervals, HoldsWithACoarseClock) {
  Random random(6);
  Rules rules;
  rules.warm_up_seconds = rules.least_seconds = 0;
  FakeMachine machine;
  NoisyThing thing(machine, 1.537, [&] { return 1 + 0.0003 * normal(random); });
  thing.step_ms = 0.004;
  const auto run = [&] { return collect(thing, 1, rules, machine.surroundings()); };
  EXPECT_GE(simulate(
                1.537, [&] { return summarize(run(), rules).interval; }, 2000)
                .rate,
            0.95);
  EXPECT_LE(simulate(
                1.537, [&] { return summarize(run().ms).interval; }, 2000)
                .rate,
            0.5)
      << "without the step it would hold too: it shows nothing";
}

// The interval that ratio.h says was left: Bonett and Price, Journal of Educational and Behavioral Statistics 45, 2020.
struct LogMedian {
  double log, error;
};
LogMedian log_median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<double>(samples.size());
  const auto rank = static_cast<std::size_t>(std::max(1.0, std::round(n / 2 - std::sqrt(n))));
  double below = 0, term = std::pow(0.5, n);  // of the binomial(n, 1/2)
  for (std::size_t k = 0; k < rank; ++k) {
    below += term;
    term *= (n - static_cast<double>(k)) / static_cast<double>(k + 1);
  }
  double low = 0, high = 10;  // the normal quantile of 1 - below
  for (int i = 0; i < 60; ++i)
    (0.5 * std::erfc((low + high) / 2 / std::sqrt(2.0)) > below ? low : high) = (low + high) / 2;
  return {std::log(quantile(samples, 0.5)), std::log(samples[samples.size() - rank] / samples[rank - 1]) / (2 * low)};
}
Interval bonett_price(const std::vector<double>& a, const std::vector<double>& b) {
  const LogMedian of_a = log_median(a), of_b = log_median(b);
  const double half = 1.959964 * std::hypot(of_a.error, of_b.error);
  return {std::exp(of_b.log - of_a.log - half), std::exp(of_b.log - of_a.log + half)};
}

const std::vector<double> kGroup1 = {36, 44, 47, 42, 49, 39, 46, 31, 33, 48};
const std::vector<double> kGroup2 = {32, 39, 26, 35, 43, 27, 40, 37, 34, 29, 49, 42, 40};

TEST(MeasureIntervals, BonettAndPricesMissesTwoModes) {
  const Interval published = bonett_price(kGroup2, kGroup1);  // R's statpsych: ci.ratio.median2
  EXPECT_NEAR(published.low, 0.927667, 1e-6);
  EXPECT_NEAR(published.high, 1.455933, 1e-6);
  Random random(7);
  for (const Noise& noise : known_noises()) {
    if (noise.density > 0) continue;
    SCOPED_TRACE(noise.name);
    const Held held = simulate(
        1, [&] { return bonett_price(draws(noise, 30, random), draws(noise, 30, random)); }, 2000);
    EXPECT_LE(held.rate, 0.85);
    EXPECT_GE(held.rate, 0.55);
  }
}

TEST(MeasureRatio, ByHand) {
  const Ratio apart = independent_ratio(summarize(kGroup2), summarize(kGroup1));
  EXPECT_NEAR(apart.ratio, 1.162162, 1e-6);
  EXPECT_EQ(apart.n, 10u);
  const Summary first = {.n = 9, .median = 10, .interval = {8, 11}},
                second = {.n = 9, .median = 20, .interval = {16, 25}};
  const Ratio squares = independent_ratio(first, second);
  EXPECT_DOUBLE_EQ(squares.ratio, 2);
  EXPECT_NEAR(squares.interval.low, 2 * std::exp(-std::hypot(std::log(20 / 16.0), std::log(1.1))), 1e-12);
  EXPECT_NEAR(squares.interval.high, 2 * std::exp(std::hypot(std::log(1.25), std::log(10 / 8.0))), 1e-12);

  // Six pairs: the median's interval is from the least to the most of the six ratios.
  const std::vector<double> ones(6, 1.0), sixes = {1.2, 1.1, 1.3, 1.05, 1.4, 1.25};
  const Ratio paired = paired_ratio(ones, sixes);
  EXPECT_NEAR(paired.ratio, std::sqrt(1.2 * 1.25), 1e-12);
  EXPECT_NEAR(paired.interval.low, 1.05, 1e-12);
  EXPECT_NEAR(paired.interval.high, 1.4, 1e-12);
  EXPECT_NEAR(paired.relative_interval(), 0.5 * std::log(1.4 / 1.05), 1e-12);
  const Ratio blocks = paired_ratio(ones, sixes, 2);
  EXPECT_EQ(blocks.n, 3u);
  EXPECT_NEAR(blocks.ratio, std::sqrt(1.3 * 1.05), 1e-12);
  EXPECT_FALSE(blocks.known());
  EXPECT_NEAR(widened(paired, 0.01).interval.high, 1.414, 1e-12);
}

TEST(MeasureRatio, NothingIsKnownOfWhatIsNoTime) {
  const std::vector<double> zeros(20, 0.0), ones(20, 1.0);
  EXPECT_FALSE(paired_ratio(zeros, ones).known());
  EXPECT_FALSE(paired_ratio({}, {}).known());
  EXPECT_FALSE(independent_ratio(summarize(zeros), summarize(ones)).known());
  EXPECT_FALSE(independent_ratio(summarize(std::vector<double>{}), summarize(ones)).known());
  EXPECT_TRUE(std::isinf(paired_ratio(zeros, ones).relative_interval()));
  EXPECT_THROW(paired_ratio(zeros, std::vector<double>(19, 1.0)), std::invalid_argument);
  EXPECT_THROW(paired_ratio(ones, ones, 0), std::invalid_argument);
}

}  // namespace
}  // namespace warplight::measure
