// A block fetches its tile and a rim of one pixel into shared memory, and all threads read their nine there.
//
// Each pixel is asked of memory once a block. Where the first cache is as fast as shared memory it gains little. What
// bounds it: nine loads a pixel from shared memory.
#pragma once

#include "sim/image/kernels/sobel_direct.cuh"

namespace warplight::image {

template <class S, int C>
__global__ void sobel_shared_kernel(Frame f, const S* from, S* to, bool l1) {
  float* const tile = dynamic_shared<float>();
  const int width = blockDim.x + 2, height = blockDim.y + 2, x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  for (int j = threadIdx.y; j < height; j += blockDim.y) {
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
      store_pixel<float, C>(tile, j * width + i, pixel_at<S, C>(f, from, x0 + i - 1, y0 + j - 1));
    }
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Colour<C> p[3][3];
#pragma unroll
  for (int j = 0; j < 3; ++j) {
#pragma unroll
    for (int i = 0; i < 3; ++i) p[j][i] = load_pixel<float, C>(tile, (threadIdx.y + j) * width + threadIdx.x + i);
  }
  store_pixel<S, C>(to + y * f.pitch * C, x, sobel_of<C>(p, l1, f.opaque));
}

}  // namespace warplight::image
