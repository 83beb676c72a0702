// tiled: the threads of a block load a tile of bodies together into shared memory, then all of them read it there.
//
// Each body is now fetched from the caches once a block instead of once a warp. A pair is still 13 instructions,
// and 1 load of 16 bytes from shared memory, the same for the whole warp at once: bound by instruction issue, 14 a pair.
#pragma once

#include "sim/nbody/kernels/rsqrt.cuh"

namespace warplight::nbody {

// Body i, or past the end one that pulls nothing.
__device__ inline float4 body_or_nothing(const float4* position, int i, int n) {
  float4 body = position[min(i, n - 1)];
  if (i >= n) body.w = 0.0f;
  return body;
}

// The block is a multiple of 32 threads; dynamic shared memory: one float4 a thread.
template <bool kGuard>
__global__ void tiled_kernel(const float4* position, float4* acceleration, int n, float softening2) {
  constexpr int kWarp = 32;
  float4* tile = dynamic_shared<float4>();
  const int block = blockDim.x;
  const int i = blockIdx.x * block + threadIdx.x;
  const float4 me = body_or_nothing(position, i, n);  // threads past the end work along: barriers need everybody

  CarriedVector sum;
  for (int start = 0; start < n; start += block) {
    tile[threadIdx.x] = body_or_nothing(position, start + threadIdx.x, n);
    __syncthreads();
    float3 part = make_float3(0, 0, 0);
    for (int first = 0; first < block; first += kWarp) {
#pragma unroll
      for (int k = 0; k < kWarp; ++k) add_pull<kGuard>(me, tile[first + k], softening2, part);
    }
    sum.add(part);
    __syncthreads();  // before the next tile overwrites this one
  }
  if (i < n) acceleration[i] = sum.value();
}

}  // namespace warplight::nbody
