// One thread a pixel: the weighed sum of all (2r + 1)² pixels around it, as the definition says.
//
// The weights lie in global memory and are read like any other data. For r = 8 a pixel costs 289 multiplications and
// twice as many loads; neighbours read nearly the same pixels, and find them in the cache. What bounds it: loads and
// arithmetic, growing with the square of the radius.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

// weights[0] is the middle's, one half of a kernel that is the same on both sides.
template <class S, int C>
__global__ void gaussian_direct_kernel(Frame f, const S* from, S* to, const float* weights, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Colour<C> sum = {};
  for (int j = -radius; j <= radius; ++j) {
    Colour<C> along_row = {};
    for (int i = -radius; i <= radius; ++i) {
      add_weighed(along_row, weights[i < 0 ? -i : i], pixel_at<S, C>(f, from, x + i, y + j));
    }
    add_weighed(sum, weights[j < 0 ? -j : j], along_row);
  }
  store_pixel<S, C>(to + y * f.pitch * C, x, sum);
}

}  // namespace warplight::image
