// What one measurement of the n-body truth meter adds up, and how the device part of it is launched.
#pragma once

#include <cstdint>

#include "sim/gpu/stream.h"
#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// G = 1; units follow the state's. Masses may be zero or negative.
struct Motion {
  double kinetic = 0;
  double momentum[3] = {0, 0, 0};
  double momentum_scale = 0;  // sum of |m| |v|: what a momentum drift is measured against
  double mass = 0;            // sum of |m|

  void add(const double velocity[3], double body_mass);
};

// Device memory is meant by every pointer below; all is queued and nothing waits.

// Bodies are cut into segments for the sums of their motion.
struct Segments {
  std::int64_t bodies, count;  // bodies a segment; how many segments
};
Segments motion_segments(std::int64_t n);
inline constexpr std::int64_t kSumsOfMotion = 6;  // a segment: kinetic, momentum x, y, z, its scale, mass

// sums: kSumsOfMotion for each segment.
void launch_motion(const Float4* position, const Float4* velocity, std::int64_t n, double* sums, gpu::Stream& stream);

// Draws bodies, each as likely as it has mass (several times if it is heavy). `motion`: what launch_motion left.
// sample: their places, w the sign of the mass; ids: which they are.
void launch_draw(const Float4* position, std::int64_t n, const double* motion, std::uint64_t seed, std::int64_t draws,
                 Float4* sample, std::int32_t* ids, gpu::Stream& stream);

// Sums of w_i w_j / sqrt(r^2 + softening^2) over rows i and partners j, in units of equal work.
struct FieldWork {
  const Float4* rows;
  const std::int32_t* row_ids;  // null: a row's index is the body
  std::int64_t row_count;
  const Float4* partners;
  const std::int32_t* partner_ids;
  std::int64_t partner_count;
  std::int64_t chunk;  // partners of a unit; a multiple of kRowsOfAUnit
  double* sums;        // one a unit: the chunks of the first rows, then those of the next

  std::int64_t chunks() const { return (partner_count + chunk - 1) / chunk; }
  std::int64_t units() const;  // below 2^31
};
inline constexpr std::int64_t kRowsOfAUnit = 128;
inline std::int64_t FieldWork::units() const { return (row_count + kRowsOfAUnit - 1) / kRowsOfAUnit * chunks(); }

// How many partners a unit has: as few as keep the sums fewer than a million or so.
std::int64_t partners_of_a_unit(std::int64_t n);

void launch_field(const FieldWork& work, double softening, std::int64_t first_unit, std::int64_t units,
                  gpu::Stream& stream);

}  // namespace warplight::nbody
