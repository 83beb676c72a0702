#include "sim/measure/sampling.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace warplight::measure {
namespace {

// Runs a sample so that a batch lasts long enough; runs of at least that length are their own batch.
int batch_size(Sampler& sampler, const Rules& rules, std::stop_token stop) {
  constexpr int kMostRuns = 1 << 20;
  int runs = 1;
  while (runs < kMostRuns && !stop.stop_requested()) {
    const double ms = sampler.batch_ms(runs);
    if (ms >= rules.least_batch_ms) break;
    const double wanted = ms > 0 ? 1.2 * runs * rules.least_batch_ms / ms : 2.0 * runs;
    runs = static_cast<int>(std::clamp(std::ceil(wanted), runs + 1.0, std::min(16.0 * runs, double{kMostRuns})));
  }
  return runs;
}

// The interval is worked out at every sample while they are few, then at every tenth part more.
bool worth_a_look(std::size_t n, std::size_t last_look) { return n < 64 || n >= last_look + last_look / 10; }

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Clock& clock, std::stop_token stop,
                const Watcher& watch) {
  Samples samples;
  samples.first_ms = first_ms;
  if (first_ms > 1000 * rules.most_seconds) {
    samples.ms.push_back(first_ms);
    samples.stopped = Stopped::one_run;
    return samples;
  }
  const double start = clock();
  samples.batch = batch_size(sampler, rules, stop);
  std::size_t last_look = 0;
  while (!stop.stop_requested()) {
    const double ms = sampler.batch_ms(samples.batch);
    if (stop.stop_requested()) break;
    samples.ms.push_back(ms / samples.batch);
    if (watch) watch(samples);
    const std::size_t n = samples.ms.size();
    if (n >= rules.least_samples && worth_a_look(n, last_look)) {
      last_look = n;
      samples.stopped = Stopped::quiet;
      if (summarize(samples.ms).relative_interval() < rules.relative_interval) return samples;
    }
    samples.stopped = Stopped::most_samples;
    if (n >= rules.most_samples) return samples;
    samples.stopped = Stopped::time_bound;
    if (clock() - start > rules.most_seconds) return samples;
  }
  samples.stopped = Stopped::interrupted;
  return samples;
}

}  // namespace warplight::measure
