// Two passes: sums along the rows, then sums of those down the columns: 2 (2r + 1) additions a pixel.
//
// Between the passes lie sums, not means, so that whole numbers stay exact. What bounds it: a load for each addition.
#pragma once

#include "sim/image/kernels/box_sums.cuh"

namespace warplight::image {

template <class S, int C>
__global__ void box_rows_kernel(Frame f, const S* from, Sums<S, C>* between, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  const S* const row = from + y * f.pitch * C;
  Sums<S, C> sum = {};
  for (int i = -radius; i <= radius; ++i) add(sum, sums_of<S, C>(pixel_in_row<S, C>(f, row, x + i)));
  between[y * f.pitch + x] = sum;
}

// The sum of a row of constants.
template <class S, int C>
__device__ __forceinline__ Sums<S, C> sums_beyond(const Frame& f, int radius) {
  Sums<S, C> sum = sums_of<S, C>(outside_of<C>(f));
#pragma unroll
  for (int c = 0; c < C; ++c) sum.at[c] *= 2 * radius + 1;
  return sum;
}

template <class S, int C>
__device__ __forceinline__ Sums<S, C> row_sums_at(const Frame& f, const Sums<S, C>* between, int x, int y, int radius) {
  const int row = border_index(y, f.height, f.border);
  return row < 0 ? sums_beyond<S, C>(f, radius) : between[row * f.pitch + x];
}

template <class S, int C>
__global__ void box_columns_kernel(Frame f, const Sums<S, C>* between, S* to, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Sums<S, C> sum = {};
  for (int j = -radius; j <= radius; ++j) add(sum, row_sums_at<S, C>(f, between, x, y + j, radius));
  store_mean<S, C>(to + y * f.pitch * C, x, sum, radius);
}

}  // namespace warplight::image
