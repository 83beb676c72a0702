// Takes times until they are good enough: warm-up apart, batches long enough for the clock, the machine watched around
// each, and a reason for stopping.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "sim/measure/machine_watch.h"
#include "sim/measure/statistics.h"

namespace warplight::measure {

// What is timed. A fake one, with a fake clock, stands in for it in tests.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Runs it `runs` times and waits for the end. Milliseconds for all of them.
  virtual double batch_ms(int runs) = 0;

  // Cold: prepare() comes before each run, outside of the timing (it empties the L2 cache, say), and a batch is one
  // run.
  virtual bool cold() const { return false; }
  virtual void prepare() {}

  // The steps in which its clock goes, ms: no difference below it is seen (CUDA's events: 0.0005). 0: none to speak of.
  virtual double clock_step_ms() const { return 0; }
};

// Seconds from any fixed point; never goes back.
using Clock = std::function<double()>;
double steady_seconds();
void sleep_seconds(double seconds);

struct Rules {
  double least_batch_ms = 1;         // shorter ones drown in the clock's own steps and in the cost of a launch
  double relative_interval = 0.005;  // good enough: half the median's 95% interval, over the median
  double least_seconds = 0.2;        // of sampling, for what wanders slowly to show; the bound goes first
  double most_seconds = 2;           // the bound for one thing, warm-up and all
  std::size_t least_samples = 12;    // before it may stop because of its width
  std::size_t fewest_samples = 6;    // for a 95% interval of the median: the range of 6 holds it in 1 - 2 / 2^6 of all cases
  std::size_t most_samples = 5000;
  double warm_up_seconds = 0.05;   // an idle GPU takes so long to raise its clocks
  double recovery_seconds = 0.05;  // a rest after a throttled sample
  double trusted_interval = 0.01;  // wider than that, and the word is noisy (trust.h)
  double low_clock = 0.9;          // of the highest SM clock seen: below it a sample counts as throttled
};

// What stands about a measurement; a fake each in tests.
struct Surroundings {
  Clock clock = steady_seconds;
  MachineWatch* machine = nullptr;  // null: nobody watches
  std::function<void(double)> pause = sleep_seconds;
  std::stop_token stop;
};

enum class Stopped {
  quiet,       // the interval is narrow enough
  time_bound,  // no more time
  most_samples,
  one_run,      // one run alone is longer than the bound: a single sample, no spread
  interrupted,  // by the person
};
const char* word(Stopped why);

struct Samples {
  double first_ms = 0;   // the very first run: code is loaded, clocks rise; never among the samples
  int warm_up_runs = 0;  // after it: to find the batch, and until warm_up_seconds had passed; not among them either
  int batch = 1;         // runs a sample
  bool cold = false;     // whether each run was prepared
  double clock_step_ms = 0;
  std::vector<double> ms;              // a run, each the mean of its batch: every one, the throttled too
  std::vector<Conditions> conditions;  // around each of `ms`, before and after, the worse; empty: nobody watched
  Stopped stopped = Stopped::interrupted;

  bool spread_known() const { return stopped != Stopped::one_run && ms.size() > 1; }
};

// Whether each sample was throttled: a reason for it was given before or after, or the SM clock was below
// `rules.low_clock` of the highest seen among these samples. None where nobody watched.
std::vector<bool> throttled(const Samples& samples, const Rules& rules = {});
std::size_t count_throttled(const Samples& samples, const Rules& rules = {});

// Of the samples that were not throttled; of all, where fewer than rules.fewest_samples are left (the word is then
// "throttled", trust.h). The interval is made wider by the clock's step.
Summary summarize(const Samples& samples, const Rules& rules = {});

// Samples after each one, for a progress line.
using Watcher = std::function<void(const Samples&)>;

// Samples for at least rules.least_seconds, and until half the median's 95% interval is under rules.relative_interval
// of the median at two looks in a row, the second with a quarter more samples (stopping at the first lucky look makes
// intervals that hold too rarely), or until time or samples run out. The rule looks at the width alone, never at the
// value. `first_ms` is what the first run took, which the caller made (before it checked the result).
Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Surroundings& surroundings,
                const Watcher& watch = {});
Samples collect(Sampler& sampler, double first_ms, const Rules& rules, const Clock& clock = steady_seconds,
                std::stop_token stop = {}, const Watcher& watch = {});

}  // namespace warplight::measure
