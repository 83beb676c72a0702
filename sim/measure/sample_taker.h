// One thing being sampled: its warm-up, one sample at a time, and the rule that says when a width is narrow enough.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/measure/sampling.h"

namespace warplight::measure {

// Shared by what takes samples of one thing and what takes those of two in turns.
class SampleTaker {
 public:
  // Fills `samples`, which holds no sample yet. All must outlive it.
  SampleTaker(Sampler& sampler, double first_ms, const Rules& rules, const Surroundings& surroundings,
              Samples& samples);

  void warm_up();  // finds the batch
  bool take();     // false: the person stopped it, and there is no new sample
  void drop_last();
  bool last_was_throttled() const;

 private:
  double timed_ms(int runs);
  void find_batch();

  Sampler& sampler_;
  const Rules& rules_;
  const Surroundings& surroundings_;
  Samples& samples_;
};

// Two looks in a row at a width that is narrow enough, the second with a quarter more samples.
class StopRule {
 public:
  explicit StopRule(const Rules& rules) : rules_(rules), next_look_(rules.least_samples) {}
  bool worth_a_look(std::size_t n) const { return n >= next_look_; }
  bool quiet(std::size_t n, double relative_interval);

 private:
  const Rules& rules_;
  std::size_t next_look_;
  bool narrow_before_ = false;
};

}  // namespace warplight::measure
