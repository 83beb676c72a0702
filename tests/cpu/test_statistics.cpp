// Statistics on samples whose answers are known, and a sampler with a clock of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "sim/measure/sampling.h"
#include "sim/measure/statistics.h"

namespace warplight::measure {
namespace {

TEST(Statistics, QuantilesLieOnStraightLines) {
  const std::vector<double> five = {1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(quantile(five, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(five, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(five, 0.1), 1.4);
  EXPECT_DOUBLE_EQ(quantile(five, 0.9), 4.6);
  EXPECT_DOUBLE_EQ(quantile(five, 1), 5);
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{7}, 0.9), 7);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(Statistics, SummaryOfUnsortedSamples) {
  const Summary summary = summarize(std::vector<double>{9, 1, 4, 2, 8, 3, 7, 5, 6, 10});
  EXPECT_EQ(summary.n, 10u);
  EXPECT_DOUBLE_EQ(summary.median, 5.5);
  EXPECT_DOUBLE_EQ(summary.p10, 1.9);
  EXPECT_DOUBLE_EQ(summary.p90, 9.1);
  EXPECT_DOUBLE_EQ(summary.least, 1);
  EXPECT_DOUBLE_EQ(summary.most, 10);
}

// The ranks of Conover's and of any table of the sign test: n = 6 spans all, n = 10 the 2nd to the 9th, n = 20 the 6th to
// the 15th, n = 100 the 40th to the 61st.
TEST(Statistics, RanksOfTheMediansInterval) {
  const auto ranks = [](int n) {
    std::vector<double> samples(static_cast<std::size_t>(n));
    std::iota(samples.begin(), samples.end(), 1.0);
    return median_interval(samples);
  };
  EXPECT_TRUE(std::isnan(ranks(5).low));
  EXPECT_EQ(ranks(6).low, 1);
  EXPECT_EQ(ranks(6).high, 6);
  EXPECT_EQ(ranks(10).low, 2);
  EXPECT_EQ(ranks(10).high, 9);
  EXPECT_EQ(ranks(20).low, 6);
  EXPECT_EQ(ranks(20).high, 15);
  EXPECT_EQ(ranks(100).low, 40);
  EXPECT_EQ(ranks(100).high, 61);
  EXPECT_NEAR(ranks(5000).low, 2431, 2);
}

TEST(Statistics, TheIntervalHoldsTheMedianAsOftenAsItSays) {
  std::mt19937 random(1);
  std::exponential_distribution<double> skewed(1.0);
  constexpr int kRuns = 4000;
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> samples(25);
    for (double& sample : samples) sample = skewed(random);
    std::sort(samples.begin(), samples.end());
    const Interval interval = median_interval(samples);
    if (interval.low <= std::log(2.0) && std::log(2.0) <= interval.high) ++held;
  }
  // At n = 25 the exact rate is 95.7%; three standard errors either way.
  EXPECT_NEAR(held / double{kRuns}, 0.957, 0.0096);
}

TEST(Statistics, NothingIsKnownOfTooFewSamples) {
  EXPECT_TRUE(std::isinf(summarize(std::vector<double>{1, 1, 1}).relative_interval()));
  EXPECT_TRUE(std::isinf(summarize(std::vector<double>{}).relative_interval()));
  EXPECT_EQ(summarize(std::vector<double>(6, 2.0)).relative_interval(), 0);
}

// Each run takes `run_ms`, times a noise; its clock goes on by what it takes.
class FakeSampler final : public Sampler {
 public:
  FakeSampler(double run_ms, double noise) : run_ms_(run_ms), noise_(noise) {}
  double batch_ms(int runs) override {
    std::uniform_real_distribution<double> noise(1 - noise_, 1 + noise_);
    const double ms = runs * run_ms_ * noise(random_);
    now_s_ += ms / 1000;
    return ms;
  }
  Clock clock() {
    return [this] { return now_s_; };
  }

 private:
  double run_ms_, noise_, now_s_ = 0;
  std::mt19937 random_{7};
};

TEST(Sampling, AQuietThingStopsEarlyInBatchesOfAMillisecond) {
  FakeSampler sampler(0.01, 0.001);
  const Rules rules;
  const Samples samples = collect(sampler, 5, rules, sampler.clock());
  EXPECT_EQ(samples.stopped, Stopped::quiet);
  EXPECT_GE(samples.batch * 0.01, 1.0);
  EXPECT_GE(sampler.clock()(), rules.warm_up_seconds + rules.least_seconds);
  EXPECT_LE(sampler.clock()(), rules.warm_up_seconds + 1.4 * rules.least_seconds);
  EXPECT_NEAR(summarize(samples.ms).median, 0.01, 1e-5);
  EXPECT_EQ(samples.first_ms, 5);
}

TEST(Sampling, ANoisyThingStopsAtTheTimeBound) {
  FakeSampler sampler(20, 0.5);
  const Samples samples = collect(sampler, 20, Rules{}, sampler.clock());
  EXPECT_EQ(samples.stopped, Stopped::time_bound);
  EXPECT_NEAR(sampler.clock()(), 2, 0.05);
  EXPECT_EQ(samples.batch, 1);
}

TEST(Sampling, AThingLongerThanTheBoundIsItsOwnSample) {
  FakeSampler sampler(5000, 0);
  const Samples samples = collect(sampler, 5000, Rules{}, sampler.clock());
  EXPECT_EQ(samples.stopped, Stopped::one_run);
  EXPECT_EQ(samples.ms, std::vector<double>{5000});
  EXPECT_FALSE(samples.spread_known());
  EXPECT_EQ(sampler.clock()(), 0) << "it ran again";
}

TEST(Sampling, StopsWhenAsked) {
  FakeSampler sampler(1, 0.5);
  std::stop_source stop;
  int seen = 0;
  const Samples samples = collect(sampler, 1, Rules{}, sampler.clock(), stop.get_token(), [&](const Samples&) {
    if (++seen == 3) stop.request_stop();
  });
  EXPECT_EQ(samples.stopped, Stopped::interrupted);
  EXPECT_EQ(samples.ms.size(), 3u);
}

TEST(Sampling, AClockThatDoesNotMoveEnds) {
  FakeSampler sampler(0, 0);
  Rules rules;
  rules.most_samples = 50;
  const Samples samples = collect(sampler, 0, rules, sampler.clock());
  EXPECT_EQ(samples.stopped, Stopped::most_samples);
  EXPECT_EQ(samples.ms.size(), 50u);
}

}  // namespace
}  // namespace warplight::measure
