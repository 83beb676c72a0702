// The truth meter: kinetic and potential energy, momentum and its scale, of a part of all pairs in each launch, so that
// a measurement spreads over frames. Pair terms are fp32, summed over a tile of 128; everything above is double.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::nbody {

constexpr int kEnergyBlock = 128;   // bodies of a unit, threads of a block
constexpr int kEnergyChunk = 4096;  // partners of a unit; a multiple of kEnergyBlock

// Sums `value` over the block and lets one thread add it to `sum`.
__device__ inline void add_block_sum(double value, double* scratch, double* sum) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int half = kEnergyBlock / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, scratch[0]);
  __syncthreads();
}

// sums: kinetic, potential, momentum x, y, z, and its scale (the sum of m |v|).
// Unit u = first_unit + blockIdx.x: bodies [128 (u / chunks), + 128), partners [4096 (u % chunks), + 4096).
// Units are counted in 64 bits: past n = 33 million there are more than 2^31.
__global__ void energy_kernel(const float4* position, const float4* velocity, int n, float softening2,
                              long long first_unit, int chunks, double* sums) {
  __shared__ float4 tile[kEnergyBlock];
  __shared__ double scratch[kEnergyBlock];
  const long long unit = first_unit + blockIdx.x;
  const int i = static_cast<int>(unit / chunks) * kEnergyBlock + threadIdx.x;
  const int first_partner = static_cast<int>(unit % chunks) * kEnergyChunk;
  const bool real = i < n;
  const float4 me = position[min(i, n - 1)];
  const double mass = real ? me.w : 0.0f;

  double field = 0;  // sum of m_j / sqrt(r^2 + softening^2)
  for (int start = first_partner; start < min(first_partner + kEnergyChunk, n); start += kEnergyBlock) {
    tile[threadIdx.x] = position[min(start + static_cast<int>(threadIdx.x), n - 1)];
    __syncthreads();
    float part = 0;
    for (int k = 0; k < kEnergyBlock; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - me.x;
      const float dy = other.y - me.y;
      const float dz = other.z - me.z;
      const float softened2 = dx * dx + dy * dy + dz * dz + softening2;
      const bool counts = start + k < n && start + k != i && softened2 > 0.0f;
      part += counts ? other.w * fast_rsqrt(softened2) : 0.0f;
    }
    field += part;
    __syncthreads();
  }
  add_block_sum(-0.5 * mass * field, scratch, &sums[1]);
  if (first_partner != 0) return;  // the rest belongs to the body, not to the pair

  const float4 v = velocity[min(i, n - 1)];
  const double vx = v.x, vy = v.y, vz = v.z;
  const double speed2 = vx * vx + vy * vy + vz * vz;
  add_block_sum(0.5 * mass * speed2, scratch, &sums[0]);
  add_block_sum(mass * vx, scratch, &sums[2]);
  add_block_sum(mass * vy, scratch, &sums[3]);
  add_block_sum(mass * vz, scratch, &sums[4]);
  add_block_sum(mass * sqrt(speed2), scratch, &sums[5]);
}

}  // namespace warplight::nbody
