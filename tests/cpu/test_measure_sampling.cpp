// Sampling on a machine made of numbers: what is warm-up, what is dropped, when it stops, and the word for each kind of
// noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "measure_fakes.h"
#include "sim/measure/trust.h"

namespace warplight::measure {
namespace {

constexpr Conditions kFree{.sm_clock_mhz = 1980, .throttle = 0, .throttle_known = true};
constexpr Conditions kCapped{.sm_clock_mhz = 1500, .throttle = kPowerCap, .throttle_known = true};

std::function<double()> bell(Random& random, double spread) {
  return [&random, spread] { return 1 + spread * normal(random); };
}

bool begins_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

TEST(MeasureSampling, WarmUpIsNotAmongTheSamples) {
  Random random(1);
  FakeMachine machine;
  NoisyThing thing(machine, 0.01, bell(random, 0.001));
  thing.slowness = [](double now) { return 1 + 9 * std::exp(-now / 0.01); };  // an idle GPU's clocks rise
  const Samples samples = collect(thing, 5, Rules{}, machine.surroundings());
  EXPECT_EQ(samples.first_ms, 5);
  EXPECT_GT(samples.warm_up_runs, 0);
  EXPECT_LT(*std::max_element(samples.ms.begin(), samples.ms.end()), 0.011);
  EXPECT_GE(0.01 * samples.batch, 1) << "sized while the clocks were low";
  EXPECT_LE(0.01 * samples.batch, 3);
  EXPECT_EQ(judge(samples).trust, Trust::trusted);
  EXPECT_NEAR(summarize(samples).median, 0.01, 1e-4);
}

TEST(MeasureSampling, AColdThingIsPreparedBeforeEachRun) {
  Random random(2);
  FakeMachine machine;
  NoisyThing thing(machine, 0.2, bell(random, 0.01));
  thing.is_cold = true;
  thing.prepare_ms = 3;
  const Samples samples = collect(thing, 1, Rules{}, machine.surroundings());
  EXPECT_TRUE(samples.cold);
  EXPECT_EQ(samples.batch, 1);
  EXPECT_EQ(thing.prepared, thing.batches);
  EXPECT_EQ(samples.warm_up_runs + static_cast<int>(samples.ms.size()), thing.batches);
  EXPECT_NEAR(summarize(samples).median, 0.2, 0.002) << "the preparing was timed";
  NoisyThing hot(machine, 0.2, bell(random, 0.01));
  collect(hot, 1, Rules{}, machine.surroundings());
  EXPECT_EQ(hot.prepared, 0);
}

TEST(MeasureSampling, ThrottledSamplesAreKeptAndNotCounted) {
  Random random(3);
  FakeMachine machine;
  NoisyThing thing(machine, 2, bell(random, 0.001));
  const auto capped = [](double now) { return std::fmod(now, 0.2) < 0.08; };
  thing.slowness = [&](double now) { return capped(now) ? 1.3 : 1.0; };
  FakeWatch watch(machine, [&](double now) { return capped(now) ? kCapped : kFree; });
  const Samples samples = collect(thing, 2, Rules{}, machine.surroundings(&watch));
  const std::vector<bool> flags = throttled(samples);
  ASSERT_EQ(samples.conditions.size(), samples.ms.size());
  std::size_t slow = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    slow += samples.ms[i] > 2.2;
    EXPECT_TRUE(flags[i] || samples.ms[i] < 2.2) << i;
  }
  EXPECT_GT(slow, 0u);
  EXPECT_GE(count_throttled(samples), slow);
  EXPECT_GT(machine.rested_s, 0) << "no rest after a throttled sample";
  const Summary summary = summarize(samples);
  EXPECT_EQ(summary.n, samples.ms.size() - count_throttled(samples));
  EXPECT_LT(summary.most, 2.2);
  EXPECT_NEAR(summary.median, 2, 0.01);
  const Judgement judgement = judge(samples);
  EXPECT_EQ(judgement.trust, Trust::trusted);
  EXPECT_NE(judgement.sentence.find("throttled (power cap; SM clock down to 1500 MHz), not counted"), std::string::npos)
      << judgement.sentence;
}

TEST(MeasureSampling, ThrottlingAtEitherEndOfASampleCounts) {
  Random random(9);
  Rules rules;
  rules.most_samples = 20;
  for (const int capped_end : {0, 1}) {  // before, after
    FakeMachine machine;
    NoisyThing thing(machine, 2, bell(random, 0.001));
    int looks = 0;
    FakeWatch watch(machine, [&](double) { return looks++ % 2 == capped_end ? kCapped : kFree; });
    EXPECT_EQ(count_throttled(collect(thing, 2, rules, machine.surroundings(&watch))), 20u) << capped_end;
  }
}

TEST(MeasureSampling, ALowClockIsThrottlingWhereNoReasonsAreGiven) {
  Random random(4);
  FakeMachine machine;
  NoisyThing thing(machine, 2, bell(random, 0.001));
  FakeWatch watch(machine, [](double now) {
    Conditions seen;
    seen.sm_clock_mhz = now < 0.2 ? 1700 : 1980;  // 0.86 of it, seen only afterwards
    return seen;
  });
  const Samples samples = collect(thing, 2, Rules{}, machine.surroundings(&watch));
  EXPECT_GT(count_throttled(samples), 50u);
  EXPECT_LT(count_throttled(samples), samples.ms.size());
  FakeWatch blind(machine, [](double) { return Conditions{}; });
  EXPECT_EQ(count_throttled(collect(thing, 2, Rules{}, machine.surroundings(&blind))), 0u);
  EXPECT_EQ(count_throttled(collect(thing, 2, Rules{}, machine.surroundings())), 0u);
}

TEST(MeasureSampling, ALightDipOfTheClockIsNone) {
  Random random(5);
  FakeMachine machine;
  NoisyThing thing(machine, 2, bell(random, 0.001));
  FakeWatch watch(machine, [](double now) {
    return Conditions{
        .sm_clock_mhz = std::fmod(now, 0.02) < 0.01 ? 1980.0 : 1905.0, .throttle = 0, .throttle_known = true};
  });
  EXPECT_EQ(count_throttled(collect(thing, 2, Rules{}, machine.surroundings(&watch))), 0u);
}

TEST(MeasureSampling, WhatStaysNoisyStopsAtTheTimeBound) {
  Random random(6);
  FakeMachine machine;
  NoisyThing thing(machine, 1.2, bell(random, 0.3));
  const Samples samples = collect(thing, 1, Rules{}, machine.surroundings());
  EXPECT_EQ(samples.stopped, Stopped::time_bound);
  EXPECT_NEAR(machine.now_s, 2, 0.01);
}

// At 12 samples the interval is from the 3rd to the 10th, and narrow; at 15, from the 4th to the 12th.
TEST(MeasureSampling, OneLuckyLookIsNotEnough) {
  const std::vector<double> begins = {1, 1, 0.9, 1.1, 1, 1, 1, 1, 0.9, 1.1, 1, 1, 1.1, 1.1, 1.1};
  ASSERT_LT(summarize(std::span(begins).first(12)).relative_interval(), Rules{}.relative_interval);
  ASSERT_GT(summarize(begins).relative_interval(), Rules{}.relative_interval);
  FakeMachine machine;
  Rules rules;
  rules.warm_up_seconds = rules.least_seconds = 0;
  std::size_t taken = 0;
  NoisyThing thing(machine, 1.5, [&] {
    const std::size_t i = taken++;  // the first finds the batch
    return i == 0 ? 1 : i <= begins.size() ? begins[i - 1] : i % 2 == 0 ? 1.1 : 1.0;
  });
  EXPECT_EQ(collect(thing, 1.5, rules, machine.surroundings()).stopped, Stopped::time_bound);
}

// What becomes of one thing by the rules as they are.
struct Case {
  std::string name;
  Trust trust;
  std::string begins;
  std::function<double()> noise;
  std::function<double(double)> slowness = [](double) { return 1.0; };
  std::function<Conditions(double)> conditions = [](double) { return kFree; };
  double run_ms = 1.3, step_ms = 0;
  bool cold = false;
};

Judgement judged(const Case& one) {
  FakeMachine machine;
  NoisyThing thing(machine, one.run_ms, one.noise);
  thing.slowness = one.slowness;
  thing.step_ms = one.step_ms;
  thing.is_cold = one.cold;
  FakeWatch watch(machine, one.conditions);
  return judge(collect(thing, one.run_ms, Rules{}, machine.surroundings(&watch)));
}

TEST(MeasureTrust, TheRightWordForEachKindOfNoise) {
  Random random(7);
  const auto modes = [&](double share) {
    return [&random, share] { return (uniform(random) < share ? 1.0 : 1.2) + 0.003 * normal(random); };
  };
  const auto outliers = [&] { return 1 + 0.003 * normal(random) + (uniform(random) < 0.1 ? 20 * uniform(random) : 0); };
  const auto quiet = bell(random, 0.003);
  const auto drift = [](double now) { return 1 + 0.1 * now; };
  const auto switching = [](double now) { return std::fmod(now, 0.08) < 0.04 ? 1.0 : 1.1; };
  const auto capped_at_first = [](double now) { return now < 0.5 ? kCapped : kFree; };
  const std::vector<Case> cases = {
      {"quiet", Trust::trusted, "trusted: the median is known to ±0.", quiet},
      {"normal, 3%", Trust::trusted, "trusted", bell(random, 0.03)},
      {"lognormal", Trust::trusted, "trusted", [&] { return std::exp(0.05 * normal(random)); }},
      {"outliers", Trust::trusted, "trusted", outliers},
      {"two modes, one of them rare", Trust::trusted, "trusted", modes(0.8)},
      {"two modes, alike", Trust::noisy, "noisy: the median is known to ±", modes(0.5)},
      {"normal, 50%", Trust::noisy, "noisy: the median is known to ±", bell(random, 0.2)},
      {"drift", Trust::noisy, "noisy: the median is known to ±", quiet, drift},
      {"a clock that switches", Trust::noisy, "noisy", quiet, switching},
      {"throttled always", Trust::throttled, "throttled: ", quiet, drift, [](double) { return kCapped; }},
      {"throttled at first", Trust::trusted, "trusted", quiet, [](double) { return 1.0; }, capped_at_first},
      {"too long", Trust::too_short, "too short: one run takes longer than the 2 s there were", quiet,
       [](double) { return 1.0; }, [](double) { return kFree; }, 2500},
      {"few samples", Trust::too_short, "too short: 5 samples in the time there was, and 6 are needed; one takes 38", quiet,
       [](double) { return 1.0; }, [](double) { return kFree; }, 385},
      {"slow and quiet", Trust::trusted, "trusted: the median is known to ±0.", quiet, [](double) { return 1.0; },
       [](double) { return kFree; }, 220},
      {"slow and noisy", Trust::noisy, "noisy", bell(random, 0.1), [](double) { return 1.0; },
       [](double) { return kFree; }, 220},
      {"a fine clock", Trust::trusted, "trusted", quiet, [](double) { return 1.0; }, [](double) { return kFree; },
       0.004, 0.0005},
      {"cold, too short for its clock", Trust::too_short,
       "too short: a sample lasts 4 µs, and the clock goes in steps of 500 ns", quiet, [](double) { return 1.0; },
       [](double) { return kFree; }, 0.004, 0.0005, true},
      {"cold", Trust::trusted, "trusted", quiet, [](double) { return 1.0; }, [](double) { return kFree; }, 0.2, 0.0005,
       true},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const Judgement judgement = judged(one);
    EXPECT_STREQ(word(judgement.trust), word(one.trust));
    EXPECT_TRUE(begins_with(judgement.sentence, one.begins)) << judgement.sentence;
  }
}

TEST(MeasureTrust, WhatWandersIsSaid) {
  Random random(8);
  const Judgement judgement =
      judged({"drift", Trust::noisy, "", bell(random, 0.003), [](double now) { return 1 + 0.1 * now; }});
  EXPECT_NE(judgement.sentence.find("the times wander, so that "), std::string::npos) << judgement.sentence;
}

TEST(MeasureTrust, RulesAtTheirLimits) {
  Samples samples;
  samples.stopped = Stopped::quiet;
  samples.ms.assign(5, 1.0);
  EXPECT_EQ(judge(samples).trust, Trust::too_short);
  samples.ms.assign(6, 1.0);
  EXPECT_EQ(judge(samples).trust, Trust::trusted);
  samples.clock_step_ms = 0.0099;
  EXPECT_EQ(judge(samples).trust, Trust::trusted);
  samples.clock_step_ms = 0.0101;
  EXPECT_EQ(judge(samples).trust, Trust::too_short);
  samples.batch = 2;
  EXPECT_EQ(judge(samples).trust, Trust::trusted) << "the stretch is that of the batch";

  samples.ms.assign(12, 0.0);
  samples.clock_step_ms = 0;
  EXPECT_EQ(judge(samples).trust, Trust::too_short) << "the clock stood still";

  // 12 of 24 dropped: still half. 13 of 25: more. Fewer than 6 left: whatever the share.
  const auto with = [](std::size_t capped, std::size_t free) {
    Samples some;
    some.ms.assign(capped, 1.5);
    some.ms.resize(capped + free, 1.0);
    some.conditions.assign(capped, kCapped);
    some.conditions.resize(capped + free, kFree);
    return some;
  };
  EXPECT_EQ(judge(with(12, 12)).trust, Trust::trusted);
  EXPECT_EQ(judge(with(13, 12)).trust, Trust::throttled);
  EXPECT_EQ(judge(with(1, 6)).trust, Trust::trusted);
  EXPECT_EQ(judge(with(1, 5)).trust, Trust::throttled);
  EXPECT_EQ(judge(with(25, 0)).sentence, "throttled: 25 of 25 samples were (power cap; SM clock down to 1500 MHz)");
  // Those that are left count; where too few are, all.
  EXPECT_EQ(summarize(with(12, 12)).median, 1);
  EXPECT_EQ(summarize(with(25, 0)).median, 1.5);

  // Wholly apart in two groups of six: the interval is from the 3rd to the 10th.
  Samples wide;
  wide.ms = {1, 1.0202, 1, 1.0202, 1, 1.0202, 1, 1.0202, 1, 1.0202, 1, 1.0202};
  EXPECT_EQ(judge(wide).trust, Trust::trusted) << judge(wide).sentence;
  for (double& ms : wide.ms) ms = ms > 1 ? 1.0206 : 1;
  EXPECT_EQ(judge(wide).sentence, "noisy: the median is known to ±1% only");
}

TEST(MeasureTrust, ReasonsInWords) {
  EXPECT_EQ(throttle_text(0), "");
  EXPECT_EQ(throttle_text(kPowerCap), "power cap");
  EXPECT_EQ(throttle_text(kHeat | kPowerBrake | kHardware), "heat, power brake, hardware");
  const Conditions unknown;
  EXPECT_EQ(worse(kFree, kCapped).sm_clock_mhz, 1500);
  EXPECT_EQ(worse(kCapped, kFree).throttle, kPowerCap);
  EXPECT_EQ(worse(unknown, kFree).sm_clock_mhz, 1980);
  EXPECT_FALSE(worse(unknown, unknown).throttle_known);
}

}  // namespace
}  // namespace warplight::measure
