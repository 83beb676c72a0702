#include "sim/measure/interleaved.h"

#include <random>
#include <utility>

#include "sim/measure/sample_taker.h"

namespace warplight::measure {
namespace {

struct Pairs {
  std::vector<double> a, b;
};

// Whole blocks, without those in which a sample was throttled.
Pairs good_blocks(const Interleaved& taken, const Rules& rules) {
  const std::vector<bool> drop_a = throttled(taken.a, rules), drop_b = throttled(taken.b, rules);
  Pairs good;
  for (std::size_t first = 0; first + kPairsABlock <= taken.b.ms.size(); first += kPairsABlock) {
    bool dropped = false;
    for (std::size_t i = first; i < first + kPairsABlock; ++i) dropped = dropped || drop_a[i] || drop_b[i];
    if (dropped) continue;
    good.a.insert(good.a.end(), &taken.a.ms[first], &taken.a.ms[first] + kPairsABlock);
    good.b.insert(good.b.end(), &taken.b.ms[first], &taken.b.ms[first] + kPairsABlock);
  }
  return good;
}

double relative_step(const Samples& samples, const Rules& rules) {
  if (samples.clock_step_ms == 0) return 0;
  return samples.clock_step_ms / samples.batch / summarize(samples, rules).median;
}

class Turns {
 public:
  Turns(Sampler& a, Sampler& b, double first_a_ms, double first_b_ms, const Rules& rules,
        const Surroundings& surroundings, std::uint64_t seed)
      : a_(a, first_a_ms, rules, surroundings, taken_.a),
        b_(b, first_b_ms, rules, surroundings, taken_.b),
        rules_(rules),
        surroundings_(surroundings),
        rule_(rules),
        random_(seed) {}

  Interleaved run(const std::function<void(const Interleaved&)>& watch) {
    if (taken_.a.first_ms + taken_.b.first_ms > 1000 * rules_.most_seconds) return one_run();
    const double start = surroundings_.clock();
    a_.warm_up();
    b_.warm_up();
    const double warm = surroundings_.clock();
    while (taken_.stopped == Stopped::interrupted && take_pair()) {
      if (watch) watch(taken_);
      const double now = surroundings_.clock();
      if (finished_block() && quiet() && now - warm >= rules_.least_seconds) {
        taken_.stopped = Stopped::quiet;
      } else if (taken_.b.ms.size() >= rules_.most_samples) {
        taken_.stopped = Stopped::most_samples;
      } else if (now - start > rules_.most_seconds) {
        taken_.stopped = Stopped::time_bound;
      }
    }
    taken_.a.stopped = taken_.b.stopped = taken_.stopped;
    return taken_;
  }

 private:
  Interleaved one_run() {
    taken_.a.ms = {taken_.a.first_ms};
    taken_.b.ms = {taken_.b.first_ms};
    taken_.b_first = {false};
    taken_.a.stopped = taken_.b.stopped = taken_.stopped = Stopped::one_run;
    return taken_;
  }

  bool finished_block() const { return taken_.b_first.size() % kPairsABlock == 0; }

  bool take_pair() {
    const bool b_first = finished_block() ? (random_() & 1) != 0 : !taken_.b_first.back();
    SampleTaker& first = b_first ? b_ : a_;
    SampleTaker& second = b_first ? a_ : b_;
    if (!first.take()) return false;
    if (!second.take()) {
      first.drop_last();
      return false;
    }
    taken_.b_first.push_back(b_first);
    if (first.last_was_throttled() || second.last_was_throttled()) surroundings_.pause(rules_.recovery_seconds);
    return true;
  }

  bool quiet() {
    const std::size_t good = good_blocks(taken_, rules_).a.size() / kPairsABlock;
    return rule_.worth_a_look(good) && rule_.quiet(good, ratio(taken_, rules_).relative_interval());
  }

  Interleaved taken_;
  SampleTaker a_, b_;
  const Rules& rules_;
  const Surroundings& surroundings_;
  StopRule rule_;
  std::mt19937_64 random_;
};

}  // namespace

Ratio ratio(const Interleaved& taken, const Rules& rules) {
  const Pairs good = good_blocks(taken, rules);
  const bool enough = good.a.size() >= kPairsABlock * rules.fewest_samples;
  const Ratio found =
      enough ? paired_ratio(good.a, good.b, kPairsABlock) : paired_ratio(taken.a.ms, taken.b.ms, kPairsABlock);
  return widened(found, relative_step(taken.a, rules) + relative_step(taken.b, rules));
}

Interleaved collect_in_turns(Sampler& a, Sampler& b, double first_a_ms, double first_b_ms, const Rules& rules,
                             const Surroundings& surroundings, std::uint64_t seed,
                             const std::function<void(const Interleaved&)>& watch) {
  return Turns(a, b, first_a_ms, first_b_ms, rules, surroundings, seed).run(watch);
}

}  // namespace warplight::measure
