// rsqrt: direct, with the root and the division of the formula replaced by one reciprocal root, cubed.
//
// The GPU has an instruction for 1 / sqrt(x); the exact root and the exact division of `direct` are some 20. The softening
// goes into the chain of fused multiply-adds, so that a pair costs 13 instructions: 3 subtractions, 3 multiply-adds for
// the softened distance, 1 root, 3 multiplications, 3 multiply-adds for the sum. Bound by the caches now: every thread
// waits for its next partner.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/nbody/kernels/carried_sum.cuh"

namespace warplight::nbody {

// m / r^3 with r softened. The root is cubed, the cube is never rooted: r^6 overflows at 1e6. Where bodies can meet with
// next to no softening 1/r^3 overflows, and 0 * inf is NaN: kGuard bounds 1/r, so that bodies at the same place add
// nothing to each other (most_inverse: its cube, times the largest mass, is still a float). It costs an instruction, so the
// launcher asks for it only then.
template <bool kGuard>
__device__ inline float inverse_cube(float dx, float dy, float dz, float softening2, float most_inverse) {
  float inverse = fast_rsqrt(dz * dz + (dy * dy + (dx * dx + softening2)));
  if (kGuard) inverse = fminf(inverse, most_inverse);
  return inverse * inverse * inverse;
}

// Adds the pull of `other` (w: its mass) on a body at `me`.
template <bool kGuard>
__device__ inline void add_pull(float4 me, float4 other, float softening2, float most_inverse, float3& sum) {
  const float dx = other.x - me.x;
  const float dy = other.y - me.y;
  const float dz = other.z - me.z;
  const float pull = other.w * inverse_cube<kGuard>(dx, dy, dz, softening2, most_inverse);
  sum.x += pull * dx;
  sum.y += pull * dy;
  sum.z += pull * dz;
}

template <bool kGuard>
__global__ void rsqrt_kernel(const float4* position, float4* acceleration, int n, float softening2,
                             float most_inverse) {
  constexpr int kPartners = 256;  // summed plainly
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  const float4 me = position[i];
  CarriedVector sum;
  for (int start = 0; start < n; start += kPartners) {
    float3 part = make_float3(0, 0, 0);
    for (int j = start; j < min(start + kPartners, n); ++j) {
      add_pull<kGuard>(me, position[j], softening2, most_inverse, part);
    }
    sum.add(part);
  }
  acceleration[i] = sum.value();
}

}  // namespace warplight::nbody
