// Starts for checks alone: states on which a kernel stumbles that leaves out a guard.
#pragma once

#include <cstdint>

#include "sim/nbody/scenes.h"

namespace warplight::nbody {

Recipe three_two_coincident(std::int64_t n, std::int64_t seed);  // and one elsewhere
Recipe one_heavy_last(std::int64_t n, std::int64_t seed);        // of 257; the others have no mass

// Bodies at five places, dozens at each, some of them without mass.
Recipe crowded_places(std::int64_t n, std::int64_t seed);
// Every other body has no mass: it moves, and attracts nothing.
Recipe every_other_massless(std::int64_t n, std::int64_t seed);
Recipe all_massless(std::int64_t n, std::int64_t seed);
// Masses of both signs that add up to nearly nothing.
Recipe both_signs(std::int64_t n, std::int64_t seed);

// A pair of bodies at each distance from 1e-12 to 1e12, a factor of a hundred apart. What a kernel multiplies stays within
// the normal numbers of fp32, but for pulls that are nothing beside the others on the same body: so whether denormals are
// flushed does not matter.
inline constexpr std::int64_t kScales = 13;
Recipe all_scales_equal_masses(std::int64_t n, std::int64_t seed);
Recipe all_scales_own_masses(std::int64_t n, std::int64_t seed);  // as heavy as they are far away

}  // namespace warplight::nbody
