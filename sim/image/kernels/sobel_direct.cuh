// One thread a pixel: the eight pixels around it, their differences across and down, and the size of both.
//
// Whole numbers stay exact: floats hold them. What bounds it: eight loads a pixel, one at a time.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

__device__ __forceinline__ float edge_size(float across, float down, bool l1, float white) {
  const float size = l1 ? fabsf(across) + fabsf(down) : sqrtf(across * across + down * down);
  return fminf(size, white);
}

// From the nine pixels p[row][column]. Alpha stays as it is.
template <int C>
__device__ __forceinline__ Colour<C> sobel_of(const Colour<C> (&p)[3][3], bool l1, float white) {
  Colour<C> edge;
#pragma unroll
  for (int c = 0; c < C; ++c) {
    const auto at = [&](int j, int i) { return p[j][i].at[c]; };
    const float across = (at(0, 2) - at(0, 0)) + 2 * (at(1, 2) - at(1, 0)) + (at(2, 2) - at(2, 0));
    const float down = (at(2, 0) - at(0, 0)) + 2 * (at(2, 1) - at(0, 1)) + (at(2, 2) - at(0, 2));
    edge.at[c] = c == 3 ? at(1, 1) : edge_size(across, down, l1, white);
  }
  return edge;
}

template <class S, int C>
__global__ void sobel_direct_kernel(Frame f, const S* from, S* to, bool l1) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Colour<C> p[3][3];
#pragma unroll
  for (int j = 0; j < 3; ++j) {
#pragma unroll
    for (int i = 0; i < 3; ++i) p[j][i] = pixel_at<S, C>(f, from, x + i - 1, y + j - 1);
  }
  store_pixel<S, C>(to + y * f.pitch * C, x, sobel_of<C>(p, l1, f.opaque));
}

}  // namespace warplight::image
