// What one measurement of the n-body truth meter adds up, and how the device part of it is launched.
#pragma once

#include <cstdint>

#include "sim/gpu/stream.h"
#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// G = 1; units follow the state's.
struct EnergySums {
  double kinetic;
  double potential;       // -sum over pairs of m_i m_j / sqrt(r^2 + softening^2), each pair once
  double momentum[3];
  double momentum_scale;  // sum of m |v|: what a momentum drift is measured against

  double energy() const { return kinetic + potential; }
};

// How many equal units of work the pairs of n bodies are cut into.
std::int64_t energy_units(std::int64_t n);

// Queues units [first_unit, first_unit + units) and adds what they find to *sums (device memory).
void launch_energy(const Float4* position, const Float4* velocity, std::int64_t n, double softening,
                   std::int64_t first_unit, int units, EnergySums* sums, gpu::Stream& stream);

}  // namespace warplight::nbody
