// rsqrt: direct, with the root and the division of the formula replaced by one reciprocal root, cubed.
//
// The GPU has an instruction for 1 / sqrt(x); the exact root and the exact division of `direct` are some 20. The softening
// goes into the chain of fused multiply-adds, so that a pair costs 13 instructions: 3 subtractions, 3 multiply-adds for
// the softened distance, 1 root, 3 multiplications (the cube, the mass), 3 multiply-adds for the sum. Bound by the caches
// now: every thread waits for its next partner, until bodies are so many, a million, that other warps fill the wait.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/nbody/kernels/carried_sum.cuh"

namespace warplight::nbody {

// What a vector (dx, dy, dz) to a body is to be multiplied by, times its mass, to give its pull: 1 / r^3, r softened. The
// root is cubed, the cube is never rooted: r^6 overflows above r = 2.6e6. Where bodies can meet with next to no softening
// 1 / r^3 overflows, and 0 * inf is NaN. kGuard then shortens the vector to length 1 and returns 1 / r^2, and zero for
// bodies at the same place: right at all distances r for which r^2 and 1 / r^2 are floats. It takes four instructions more
// (3 multiplications, a comparison and a selection in place of 1 multiplication), so the launcher asks for it only then.
template <bool kGuard>
__device__ inline float pull_of_unit_mass(float& dx, float& dy, float& dz, float softening2) {
  const float softened2 = dz * dz + (dy * dy + (dx * dx + softening2));
  float inverse = fast_rsqrt(softened2);
  if (!kGuard) return inverse * inverse * inverse;
  if (softened2 == 0.0f) inverse = 0.0f;
  dx *= inverse;
  dy *= inverse;
  dz *= inverse;
  return inverse * inverse;
}

// Adds the pull of `other` (w: its mass) on a body at `me`.
template <bool kGuard>
__device__ inline void add_pull(float4 me, float4 other, float softening2, float3& sum) {
  float dx = other.x - me.x;
  float dy = other.y - me.y;
  float dz = other.z - me.z;
  const float pull = other.w * pull_of_unit_mass<kGuard>(dx, dy, dz, softening2);
  sum.x += pull * dx;
  sum.y += pull * dy;
  sum.z += pull * dz;
}

template <bool kGuard>
__global__ void rsqrt_kernel(const float4* position, float4* acceleration, int n, float softening2) {
  constexpr int kPartners = 256;  // summed plainly
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  const float4 me = position[i];
  CarriedVector sum;
  for (int start = 0; start < n; start += kPartners) {
    float3 part = make_float3(0, 0, 0);
    for (int j = start; j < min(start + kPartners, n); ++j) {
      add_pull<kGuard>(me, position[j], softening2, part);
    }
    sum.add(part);
  }
  acceleration[i] = sum.value();
}

}  // namespace warplight::nbody
