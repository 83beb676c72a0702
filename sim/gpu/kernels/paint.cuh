// paint: sets the cells near a stroke to a value.
//
// A thread a cell of the smallest rectangle around the stroke; most of them write. A stroke covers some thousand cells
// between two frames: bound by the launch.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight {

// The cells that may be touched, and the stroke in the unit of lengths, from the first of them on.
struct Patch {
  long long first_x, first_y, width, height;
  float cell_width, cell_height;
  float from_x, from_y, along_x, along_y;
  float radius2, over_length2;  // 1 / the stroke's length squared; 0 for a dab
  long long always_x, always_y;
};

// In one order of roundings on host and device, whatever a compiler would fuse: both touch the same cells.
__host__ __device__ inline bool is_painted(const Patch& patch, long long x, long long y) {
#if defined(__CUDA_ARCH__)
  const auto times = [](float a, float b) { return __fmul_rn(a, b); };
#else
  const auto times = [](float a, float b) { return a * b; };
#endif
  const float px = times(static_cast<float>(x) + 0.5f, patch.cell_width) - patch.from_x;
  const float py = times(static_cast<float>(y) + 0.5f, patch.cell_height) - patch.from_y;
  const float along = times(times(px, patch.along_x) + times(py, patch.along_y), patch.over_length2);
  const float part = along < 0 ? 0 : along > 1 ? 1 : along;
  const float dx = px - times(part, patch.along_x), dy = py - times(part, patch.along_y);
  return times(dx, dx) + times(dy, dy) <= patch.radius2 || (x == patch.always_x && y == patch.always_y);
}

template <class T>
__global__ void paint_kernel(T* values, long long pitch, Patch patch, T value) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (x >= patch.width || y >= patch.height || !is_painted(patch, x, y)) return;
  values[(patch.first_y + y) * pitch + patch.first_x + x] = value;
}

}  // namespace warplight
