// The inner loop of the rung `cpu`, compiled for each kind of vector unit; which one runs is chosen at run time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sim/host_vectors.h"
#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// One array a coordinate, so that neighbours fill a vector. `n` is a multiple of kMostLanes: bodies of mass 0 fill up.
struct BodyArrays {
  const float *x, *y, *z, *mass;
  std::int64_t n;
};

constexpr std::int64_t kMostLanes = 16;
constexpr std::int64_t kRowsAtOnce = 4;

// The pull of all bodies on the bodies first_row .. first_row + kRowsAtOnce - 1, into out[0 .. kRowsAtOnce - 1].
// With `guard`, pairs whose distance is nothing beside the softening (or below or beyond what floats hold squared) add
// nothing; without it the caller knows that no such pair overflows.
using PullOnRows = void (*)(const BodyArrays& bodies, std::int64_t first_row, float softening_squared, bool guard,
                            Float4* out);

struct CpuLoop {
  HostVectors vectors;
  int lanes;  // pairs at once
  PullOnRows pull;
};

// From narrow to wide; those above host_vectors() can't run here.
std::span<const CpuLoop> cpu_loops();

// The rung as the tests force it; prepare_cpu takes the widest loop that runs here.
std::unique_ptr<Prepared> prepare_cpu_with(const CpuLoop& loop, const NBody::View& view);

}  // namespace warplight::nbody
