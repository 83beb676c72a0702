// direct: one thread a body, all from global memory, the formula as it is written.
//
//   a_i = sum over j of m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)
//
// All threads of a warp read the same body at the same time, so one load serves 32 threads; but every warp of the GPU
// asks the caches for all n bodies again. Bound by arithmetic where bodies are many: an exact root and an exact division
// are some 20 instructions, all the rest of a pair is twelve. With too few bodies to fill the GPU it waits for the caches.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/nbody/kernels/carried_sum.cuh"

namespace warplight::nbody {

constexpr int kPart = 256;  // partners summed plainly

__global__ void direct_kernel(const float4* position, float4* acceleration, int n, float softening2) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  const float4 me = position[i];
  CarriedSum ax, ay, az;
  for (int start = 0; start < n; start += kPart) {
    float part_x = 0, part_y = 0, part_z = 0;
    for (int j = start; j < min(start + kPart, n); ++j) {
      const float4 other = position[j];  // w is the mass
      const float dx = other.x - me.x;
      const float dy = other.y - me.y;
      const float dz = other.z - me.z;
      const float distance2 = dx * dx + dy * dy + dz * dz;
      if (distance2 == 0.0f) continue;  // itself, and bodies at the same place
      const float softened2 = distance2 + softening2;
      const float pull = other.w / (softened2 * sqrtf(softened2));
      part_x += pull * dx;
      part_y += pull * dy;
      part_z += pull * dz;
    }
    ax.add(part_x);
    ay.add(part_y);
    az.add(part_z);
  }
  acceleration[i] = make_float4(ax.sum, ay.sum, az.sum, 0.0f);
}

}  // namespace warplight::nbody
