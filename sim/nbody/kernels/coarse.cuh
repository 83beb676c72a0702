// coarse: each thread computes several bodies, so that what it loads once serves them all.
//
// The load from shared memory, which made the 14th instruction of a pair in `tiled`, is shared by kBodies pairs, and
// their sums do not wait for each other: a warp more often has an instruction that is ready. The price: fewer threads, so
// that few bodies leave multiprocessors idle. With four a thread an H200 gains from a million bodies on, not before.
#pragma once

#include "sim/nbody/kernels/tiled.cuh"

namespace warplight::nbody {

// A block computes kBodies * blockDim.x bodies; thread t has bodies t, t + blockDim.x, ... of them. The block is a multiple
// of 32 threads; dynamic shared memory: one float4 a thread.
template <int kBodies, bool kGuard>
__global__ void coarse_kernel(const float4* position, float4* acceleration, int n, float softening2) {
  constexpr int kWarp = 32;
  float4* tile = dynamic_shared<float4>();
  const int block = blockDim.x;
  const int first_body = blockIdx.x * block * kBodies + threadIdx.x;
  float4 me[kBodies];
  CarriedVector sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) me[b] = body_or_nothing(position, first_body + b * block, n);

  for (int start = 0; start < n; start += block) {
    tile[threadIdx.x] = body_or_nothing(position, start + threadIdx.x, n);
    __syncthreads();
    float3 part[kBodies] = {};
    for (int first = 0; first < block; first += kWarp) {
#pragma unroll 4
      for (int k = 0; k < kWarp; ++k) {
        const float4 other = tile[first + k];
#pragma unroll
        for (int b = 0; b < kBodies; ++b) add_pull<kGuard>(me[b], other, softening2, part[b]);
      }
    }
#pragma unroll
    for (int b = 0; b < kBodies; ++b) sum[b].add(part[b]);
    __syncthreads();
  }
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const int i = first_body + b * block;
    if (i < n) acceleration[i] = sum[b].value();
  }
}

}  // namespace warplight::nbody
