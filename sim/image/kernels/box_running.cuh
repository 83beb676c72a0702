// Sliding sums: the next pixel's sum is this one's, less what leaves the window and more what enters it. The cost no longer
// depends on the radius.
//
// A thread slides over a stretch, of a row and then of a column, and begins each stretch with a whole sum: so stretches
// are long, and there are enough of them for the GPU. What bounds it: along rows the threads of a warp read places far
// apart; and the sums between the passes.
#pragma once

#include "sim/image/kernels/box_separable.cuh"

namespace warplight::image {

// Thread x: the stretch; thread y: the row.
template <class S, int C>
__global__ void box_running_rows_kernel(Frame f, const S* from, Sums<S, C>* between, int radius, int stretch) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, first = (blockIdx.y * blockDim.y + threadIdx.y) * stretch;
  if (first >= f.width || y >= f.height) return;
  const S* const row = from + y * f.pitch * C;
  const int end = first + stretch < f.width ? first + stretch : f.width;
  Sums<S, C> sum = {};
  for (int x = first - radius; x < first + radius; ++x) add(sum, sums_of<S, C>(pixel_in_row<S, C>(f, row, x)));
  for (int x = first; x < end; ++x) {
    add(sum, sums_of<S, C>(pixel_in_row<S, C>(f, row, x + radius)));
    between[y * f.pitch + x] = sum;
    take(sum, sums_of<S, C>(pixel_in_row<S, C>(f, row, x - radius)));
  }
}

template <class S, int C>
__global__ void box_running_columns_kernel(Frame f, const Sums<S, C>* between, S* to, int radius, int stretch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, first = (blockIdx.y * blockDim.y + threadIdx.y) * stretch;
  if (x >= f.width || first >= f.height) return;
  const int end = first + stretch < f.height ? first + stretch : f.height;
  Sums<S, C> sum = {};
  for (int y = first - radius; y < first + radius; ++y) add(sum, row_sums_at<S, C>(f, between, x, y, radius));
  for (int y = first; y < end; ++y) {
    add(sum, row_sums_at<S, C>(f, between, x, y + radius, radius));
    store_mean<S, C>(to + y * f.pitch * C, x, sum, radius);
    take(sum, row_sums_at<S, C>(f, between, x, y - radius, radius));
  }
}

}  // namespace warplight::image
