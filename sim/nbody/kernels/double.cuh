// double: tiled, with every pair in double precision.
//
// What is right to the last bit of the float it is stored in, at the price of the chip's double units: half as many as
// single ones on the largest data-centre GPUs, one for 32 or 64 on the GPUs of desktops and laptops. There is no fast
// reciprocal root in double: an estimate is refined, with some 20 instructions in all. Bound by the double units.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::nbody {

struct DoubleBody {
  double x, y, z, mass;
};

__device__ inline DoubleBody to_double(float4 body) { return {body.x, body.y, body.z, body.w}; }

// The block is a multiple of 32 threads; dynamic shared memory: one DoubleBody a thread.
__global__ void double_kernel(const float4* position, float4* acceleration, int n, double softening2) {
  DoubleBody* tile = dynamic_shared<DoubleBody>();
  const int block = blockDim.x;
  const int i = blockIdx.x * block + threadIdx.x;
  const DoubleBody me = to_double(position[min(i, n - 1)]);

  double ax = 0, ay = 0, az = 0;
  for (int start = 0; start < n; start += block) {
    tile[threadIdx.x] = to_double(position[min(start + static_cast<int>(threadIdx.x), n - 1)]);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < min(block, n - start); ++k) {
      const DoubleBody other = tile[k];
      const double dx = other.x - me.x;
      const double dy = other.y - me.y;
      const double dz = other.z - me.z;
      const double distance2 = dx * dx + (dy * dy + dz * dz);
      const double inverse = distance2 > 0 ? rsqrt(distance2 + softening2) : 0;  // itself, and bodies at the same place
      const double pull = other.mass * (inverse * inverse * inverse);
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) {
    acceleration[i] = make_float4(static_cast<float>(ax), static_cast<float>(ay), static_cast<float>(az), 0.0f);
  }
}

}  // namespace warplight::nbody
