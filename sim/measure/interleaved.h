// Takes times of two things in turns, so that what changes meanwhile slows both: for a ratio that one can believe.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/measure/ratio.h"
#include "sim/measure/sampling.h"

namespace warplight::measure {

struct Interleaved {
  Samples a, b;               // a.ms[i] and b.ms[i] are a pair
  std::vector<bool> b_first;  // in which order each pair was taken
  Stopped stopped = Stopped::interrupted;
};

// Pairs 2i and 2i + 1 are a block: A B B A or B A A B.
inline constexpr std::size_t kPairsABlock = 2;

// Of the blocks in which no sample was throttled; of all, where fewer than rules.fewest_samples blocks are left. Made
// wider by both clocks' steps.
Ratio ratio(const Interleaved& taken, const Rules& rules = {});

// Samples of both in turns until half the interval of the ratio is under rules.relative_interval at two looks in a row,
// as in collect(); rules.least_samples counts blocks, rules.most_samples pairs, rules.most_seconds is for both
// together. Each has its own warm-up and batch; `first_*_ms` as in collect().
//
// Within a block the order is mirrored, so that a straight drift, and what the first of a pair does to the second, drop
// out. Which thing begins is drawn from `seed`, block by block: a fixed order could keep step with something periodic
// (a clock that is set ten times a second) and give one of them the better half each time. The same seed draws the same
// order.
Interleaved collect_in_turns(Sampler& a, Sampler& b, double first_a_ms, double first_b_ms, const Rules& rules,
                             const Surroundings& surroundings, std::uint64_t seed = 1,
                             const std::function<void(const Interleaved&)>& watch = {});

}  // namespace warplight::measure
