// tiled: the threads of a block load a tile of bodies together into shared memory, then all of them read it there.
//
// Each body is now fetched from the caches once a block instead of once a warp and step, and the root and the division
// of the formula become one reciprocal root, cubed. Bound by instruction issue, 14 a pair: 3 subtractions, 3 fused
// multiply-adds for the softened distance, 1 root, 3 multiplications, 3 fused multiply-adds for the sum, and 1 load of
// 16 bytes from shared memory, the same for the whole warp at once.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/nbody/kernels/carried_sum.cuh"

namespace warplight::nbody {

// Adds the pull of `other` (w: its mass) on a body at `me`. Where bodies can meet with next to no softening, 1/r^3
// overflows and 0 * inf is NaN: kGuard drops pairs whose distance is nothing beside the softening. It costs two
// instructions, so the launcher asks for it only then.
template <bool kGuard>
__device__ inline void add_pull(float4 me, float4 other, float softening2, float3& sum) {
  const float dx = other.x - me.x;
  const float dy = other.y - me.y;
  const float dz = other.z - me.z;
  const float softened2 = dx * dx + (dy * dy + (dz * dz + softening2));
  const float inverse = fast_rsqrt(softened2);
  float pull = other.w * (inverse * inverse * inverse);  // cube the root, never root the cube: r^6 overflows at 1e6
  if (kGuard && softened2 <= softening2) pull = 0.0f;
  sum.x += pull * dx;
  sum.y += pull * dy;
  sum.z += pull * dz;
}

// The block is a multiple of 32 threads; dynamic shared memory: one float4 a thread.
template <bool kGuard>
__global__ void tiled_kernel(const float4* position, float4* acceleration, int n, float softening2) {
  constexpr int kWarp = 32;
  float4* tile = dynamic_shared<float4>();
  const int block = blockDim.x;
  const int i = blockIdx.x * block + threadIdx.x;
  const float4 me = position[min(i, n - 1)];  // threads past the end work along: barriers need everybody

  CarriedSum ax, ay, az;
  for (int start = 0; start < n; start += block) {
    const int j = start + threadIdx.x;
    float4 mine = position[min(j, n - 1)];
    if (j >= n) mine.w = 0.0f;  // the tail of the last tile has no mass
    tile[threadIdx.x] = mine;
    __syncthreads();
    float3 part = make_float3(0, 0, 0);
    for (int first = 0; first < block; first += kWarp) {
#pragma unroll
      for (int k = 0; k < kWarp; ++k) add_pull<kGuard>(me, tile[first + k], softening2, part);
    }
    ax.add(part.x);
    ay.add(part.y);
    az.add(part.z);
    __syncthreads();  // before the next tile overwrites this one
  }
  if (i < n) acceleration[i] = make_float4(ax.sum, ay.sum, az.sum, 0.0f);
}

}  // namespace warplight::nbody
