// Checks of a variant against the lab's reference in double: whole at awkward sizes, and a spot check before a timing.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/lab.h"
#include "sim/lane.h"

namespace warplight {

struct CheckRow {
  std::string variant;
  std::string start;        // "uniform-cube n=257"
  std::string output = {};  // "acceleration"; "" when something else failed
  Comparison comparison = {};
  std::string problem = {};  // a broken fence, a refused launch, a NaN: one line; empty: none
  bool passed() const { return problem.empty() && comparison.passed(); }
};

// Every check case of one variant, each output of evaluate and of a step. Outputs are poisoned with NaN and every buffer
// is fenced with sentinels first. Throws missing if the variant can't run here.
std::vector<CheckRow> check_variant(const Lab& lab, int variant, gpu::Stream& stream, std::stop_token stop = {});

// A few hundred seeded items plus the first and last ones.
std::vector<std::int64_t> spot_items(std::int64_t count, int how_many, std::uint64_t seed);

// Fills every buffer that the lane's next evaluate or step writes with NaN, so that an item that nobody writes is seen.
void poison_outputs(Lane& lane);

// One evaluate of the lane as it stands (same kernel, shape and size), compared at spot items; where there is no
// evaluate, `steps` steps in one call, by which the lane moves on. Blocks.
std::vector<CheckRow> spot_check(Lane& lane, std::stop_token stop = {}, int steps = 1);

// The steps by which the lane has just moved on from `before` (accelerations valid), compared at spot items. Blocks.
std::vector<CheckRow> spot_check_step(Lane& lane, const HostState& before, std::stop_token stop = {});

// "acceleration off by 1.00 (allowed 2e-06) at body 17" of the first row that failed; "" if all passed.
std::string first_failure(const std::vector<CheckRow>& rows);

}  // namespace warplight
