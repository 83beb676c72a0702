// One thread a pixel: it adds up all (2r + 1)² pixels around it, and divides once.
//
// Nothing is used twice but by way of the cache. What bounds it: loads, growing with the square of the radius.
#pragma once

#include "sim/image/kernels/box_sums.cuh"

namespace warplight::image {

template <class S, int C>
__global__ void box_direct_kernel(Frame f, const S* from, S* to, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Sums<S, C> sum = {};
  for (int j = -radius; j <= radius; ++j) {
    Sums<S, C> along_row = {};
    for (int i = -radius; i <= radius; ++i) add(along_row, sums_at<S, C>(f, from, x + i, y + j));
    add(sum, along_row);
  }
  store_mean<S, C>(to + y * f.pitch * C, x, sum, radius);
}

}  // namespace warplight::image
