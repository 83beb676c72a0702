// The kernels of the truth meter and of the watchdog under the lens, in the session of the caller.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/nbody/nbody.h"

namespace warplight::lens_launch {

struct EnergyRun {
  std::vector<double> motion;       // kSumsOfMotion for each segment
  std::vector<double> all_pairs;    // a unit each: all bodies against all
  std::vector<std::int32_t> ids;    // of the draws
  std::vector<Float4> sample;
  std::vector<double> on_all;       // a unit each: the draws against all bodies
  std::vector<double> on_group;     // a unit each: the draws against each group of 128 draws
};
EnergyRun energy(const std::vector<Float4>& position, const std::vector<Float4>& velocity, double softening,
                 std::int64_t draws, std::uint64_t seed);

// The key after a look through items of four floats, when it was `first` before.
std::uint64_t watch(const std::vector<Float4>& items, std::int64_t step, unsigned part, std::uint64_t first);

}  // namespace warplight::lens_launch
