// Takes times until they are good enough: warm-up apart, batches long enough for the clock, and a reason for stopping.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "sim/measure/statistics.h"

namespace warplight::measure {

// What is timed. A fake one, with a fake clock, stands in for it in tests.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Runs it `runs` times and waits for the end. Milliseconds for all of them.
  virtual double batch_ms(int runs) = 0;
};

// Seconds from any fixed point; never goes back.
using Clock = std::function<double()>;
double steady_seconds();

struct Rules {
  double least_batch_ms = 1;          // shorter ones drown in the clock's own steps and in the cost of a launch
  double relative_interval = 0.005;   // good enough: half the median's 95% interval, over the median
  double most_seconds = 2;            // the bound for one thing
  std::size_t least_samples = 12;     // before an interval is believed
  std::size_t most_samples = 5000;
};

enum class Stopped {
  quiet,        // the interval is narrow enough
  time_bound,   // no more time
  most_samples,
  one_run,      // one run alone is longer than the bound: a single sample, no spread
  interrupted,  // by the person
};
const char* word(Stopped why);

struct Samples {
  double first_ms = 0;     // the very first run: code is loaded, clocks rise; never among the samples
  int batch = 1;           // runs a sample
  std::vector<double> ms;  // a run, each the mean of its batch
  Stopped stopped = Stopped::interrupted;

  bool spread_known() const { return stopped != Stopped::one_run && ms.size() > 1; }
};

// Samples after each one, for a progress line.
using Watcher = std::function<void(const Samples&)>;

// `first_ms` is what the first run took, which the caller made (before it checked the result).
Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Clock& clock = steady_seconds,
                std::stop_token stop = {}, const Watcher& watch = {});

}  // namespace warplight::measure
