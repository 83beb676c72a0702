#include "sim/measure/sampling.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "sim/measure/sample_taker.h"

namespace warplight::measure {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep_seconds(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

const char* word(Stopped why) {
  switch (why) {
    case Stopped::quiet: return "quiet";
    case Stopped::time_bound: return "time bound";
    case Stopped::most_samples: return "most samples";
    case Stopped::one_run: return "one run";
    case Stopped::interrupted: return "interrupted";
  }
  return "";
}

std::vector<bool> throttled(const Samples& samples, const Rules& rules) {
  std::vector<bool> flags(samples.ms.size(), false);
  double highest_mhz = 0;
  for (const Conditions& seen : samples.conditions) highest_mhz = std::fmax(highest_mhz, seen.sm_clock_mhz);
  for (std::size_t i = 0; i < std::min(flags.size(), samples.conditions.size()); ++i) {
    const Conditions& seen = samples.conditions[i];
    flags[i] = (seen.throttle_known && seen.throttle != 0) || seen.sm_clock_mhz < rules.low_clock * highest_mhz;
  }
  return flags;
}

std::size_t count_throttled(const Samples& samples, const Rules& rules) {
  if (samples.conditions.empty()) return 0;
  const std::vector<bool> flags = throttled(samples, rules);
  return static_cast<std::size_t>(std::count(flags.begin(), flags.end(), true));
}

Summary summarize(const Samples& samples, const Rules& rules) {
  const std::vector<bool> drop = throttled(samples, rules);
  std::vector<double> kept;
  for (std::size_t i = 0; i < samples.ms.size(); ++i) {
    if (!drop[i]) kept.push_back(samples.ms[i]);
  }
  Summary summary = summarize(kept.size() < rules.fewest_samples ? samples.ms : kept);
  const double step_ms = samples.clock_step_ms / samples.batch;
  summary.interval = {summary.interval.low - step_ms, summary.interval.high + step_ms};
  return summary;
}

SampleTaker::SampleTaker(Sampler& sampler, double first_ms, const Rules& rules, const Surroundings& surroundings,
                         Samples& samples)
    : sampler_(sampler), rules_(rules), surroundings_(surroundings), samples_(samples) {
  samples_.first_ms = first_ms;
  samples_.cold = sampler.cold();
  samples_.clock_step_ms = sampler.clock_step_ms();
}

double SampleTaker::timed_ms(int runs) {
  if (sampler_.cold()) sampler_.prepare();
  return sampler_.batch_ms(runs);
}

// Runs of at least the least length are their own batch.
void SampleTaker::find_batch() {
  constexpr int kMostRuns = 1 << 20;
  int& runs = samples_.batch;
  while (!surroundings_.stop.stop_requested()) {
    const double ms = timed_ms(runs);
    samples_.warm_up_runs += runs;
    if (ms >= rules_.least_batch_ms || sampler_.cold() || runs == kMostRuns) break;
    const double wanted = ms > 0 ? 1.2 * runs * rules_.least_batch_ms / ms : 2.0 * runs;
    runs = static_cast<int>(std::clamp(std::ceil(wanted), runs + 1.0, std::min(16.0 * runs, double{kMostRuns})));
  }
}

void SampleTaker::warm_up() {
  const double start = surroundings_.clock();
  find_batch();
  constexpr int kMostBatches = 1000;  // a clock that stands still
  int batches = 0;
  while (surroundings_.clock() - start < rules_.warm_up_seconds && ++batches < kMostBatches &&
         !surroundings_.stop.stop_requested()) {
    timed_ms(samples_.batch);
    samples_.warm_up_runs += samples_.batch;
  }
  if (batches > 0) find_batch();  // with the clocks up, the batch may have become too short
}

bool SampleTaker::take() {
  if (surroundings_.stop.stop_requested()) return false;
  MachineWatch* machine = surroundings_.machine;
  const Conditions before = machine != nullptr ? machine->look() : Conditions{};
  const double ms = timed_ms(samples_.batch);
  if (surroundings_.stop.stop_requested()) return false;
  samples_.ms.push_back(ms / samples_.batch);
  if (machine != nullptr) samples_.conditions.push_back(worse(before, machine->look()));
  return true;
}

void SampleTaker::drop_last() {
  samples_.ms.pop_back();
  if (!samples_.conditions.empty()) samples_.conditions.pop_back();
}

bool SampleTaker::last_was_throttled() const {
  return !samples_.conditions.empty() && samples_.conditions.back().throttle_known &&
         samples_.conditions.back().throttle != 0;
}

bool StopRule::quiet(std::size_t n, double relative_interval) {
  next_look_ = n + std::max<std::size_t>(1, n / 4);
  const bool narrow = relative_interval < rules_.relative_interval;
  const bool twice = narrow && narrow_before_;
  narrow_before_ = narrow;
  return twice;
}

Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Surroundings& surroundings,
                const Watcher& watch) {
  Samples samples;
  SampleTaker taker(sampler, first_ms, rules, surroundings, samples);
  if (first_ms > 1000 * rules.most_seconds) {
    samples.ms.push_back(first_ms);
    samples.stopped = Stopped::one_run;
    return samples;
  }
  const double start = surroundings.clock();
  taker.warm_up();
  const double warm = surroundings.clock();
  StopRule rule(rules);
  samples.stopped = Stopped::interrupted;
  while (taker.take()) {
    if (watch) watch(samples);
    const double now = surroundings.clock();
    const std::size_t good = samples.ms.size() - count_throttled(samples, rules);
    if (rule.worth_a_look(good) && rule.quiet(good, summarize(samples, rules).relative_interval()) &&
        now - warm >= rules.least_seconds) {
      samples.stopped = Stopped::quiet;
    } else if (samples.ms.size() >= rules.most_samples) {
      samples.stopped = Stopped::most_samples;
    } else if (now - start > rules.most_seconds) {
      samples.stopped = Stopped::time_bound;
    }
    if (samples.stopped != Stopped::interrupted) break;
    if (taker.last_was_throttled()) surroundings.pause(rules.recovery_seconds);
  }
  return samples;
}

Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Clock& clock, std::stop_token stop,
                const Watcher& watch) {
  return collect(sampler, first_ms, rules, Surroundings{.clock = clock, .stop = std::move(stop)}, watch);
}

}  // namespace warplight::measure
