// A block fetches what its pixels need once into shared memory: its row and r pixels to each side, or its columns and r
// rows above and below.
//
// Each pixel is asked of the cache once a block, not once a multiplication, and edges are looked after while fetching
// alone. What bounds it now: one load from shared memory for each multiplication.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

// Blocks of blockDim.x pixels of one row. There may be more rows than a grid has in y.
template <class S, int C>
__global__ void gaussian_shared_rows_kernel(Frame f, const S* from, float* between, const __grid_constant__ Weights weights) {
  float* const tile = dynamic_shared<float>();
  const int radius = weights.radius, x0 = blockIdx.y * blockDim.x, y = blockIdx.x;
  const S* const row = from + y * f.pitch * C;
  for (int i = threadIdx.x; i < static_cast<int>(blockDim.x) + 2 * radius; i += blockDim.x) {
    store_pixel<float, C>(tile, i, pixel_in_row<S, C>(f, row, x0 + i - radius));
  }
  __syncthreads();
  const int x = x0 + threadIdx.x;
  if (x >= f.width) return;
  Colour<C> sum = {};
  for (int i = -radius; i <= radius; ++i) {
    add_weighed(sum, weights.at[i < 0 ? -i : i], load_pixel<float, C>(tile, threadIdx.x + radius + i));
  }
  store_pixel<float, C>(between + y * f.pitch * C, x, sum);
}

// Blocks of blockDim.x columns and `rows` rows.
template <class S, int C>
__global__ void gaussian_shared_columns_kernel(Frame f, const float* between, S* to, int rows, const __grid_constant__ Weights weights) {
  float* const tile = dynamic_shared<float>();
  const int radius = weights.radius, x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * rows, width = blockDim.x;
  for (int j = threadIdx.y; j < rows + 2 * radius; j += blockDim.y) {
    if (x < f.width) store_pixel<float, C>(tile, j * width + threadIdx.x, pixel_at<float, C>(f, between, x, y0 + j - radius));
  }
  __syncthreads();
  if (x >= f.width) return;
  for (int y = threadIdx.y; y < rows && y0 + y < f.height; y += blockDim.y) {
    Colour<C> sum = {};
    for (int j = 0; j <= 2 * radius; ++j) {
      add_weighed(sum, weights.at[j < radius ? radius - j : j - radius], load_pixel<float, C>(tile, (y + j) * width + threadIdx.x));
    }
    store_pixel<S, C>(to + (y0 + y) * f.pitch * C, x, sum);
  }
}

}  // namespace warplight::image
