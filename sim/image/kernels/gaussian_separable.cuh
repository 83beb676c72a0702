// Two passes, along the rows and then along the columns: 2 (2r + 1) multiplications a pixel and not (2r + 1)².
//
// Between the passes the picture lies in memory as floats, so nothing is rounded twice: 4 bytes a sample are written and
// read again. What bounds it: for each multiplication a load of a pixel and one of a weight.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

// Where weights come from: global memory, or (see gaussian_constant.cuh) the kernel's parameters.
struct WeightsInMemory {
  const float* values;
  int radius;
  __device__ __forceinline__ float operator[](int i) const { return values[i]; }
};

template <class S, int C, class Kernel>
__device__ __forceinline__ void blur_along_row(const Frame& f, const S* from, float* between, const Kernel& weights, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  const S* const row = from + y * f.pitch * C;
  Colour<C> sum = {};
  if (x >= radius && x + radius < f.width) {
    for (int i = -radius; i <= radius; ++i) add_weighed(sum, weights[i < 0 ? -i : i], load_pixel<S, C>(row, x + i));
  } else {
    for (int i = -radius; i <= radius; ++i) add_weighed(sum, weights[i < 0 ? -i : i], pixel_in_row<S, C>(f, row, x + i));
  }
  store_pixel<float, C>(between + y * f.pitch * C, x, sum);
}

template <class S, int C, class Kernel>
__device__ __forceinline__ void blur_along_column(const Frame& f, const float* between, S* to, const Kernel& weights, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Colour<C> sum = {};
  if (y >= radius && y + radius < f.height) {
    for (int j = -radius; j <= radius; ++j) {
      add_weighed(sum, weights[j < 0 ? -j : j], load_pixel<float, C>(between + (y + j) * f.pitch * C, x));
    }
  } else {
    for (int j = -radius; j <= radius; ++j) add_weighed(sum, weights[j < 0 ? -j : j], pixel_at<float, C>(f, between, x, y + j));
  }
  store_pixel<S, C>(to + y * f.pitch * C, x, sum);
}

template <class S, int C>
__global__ void gaussian_rows_kernel(Frame f, const S* from, float* between, WeightsInMemory weights) {
  blur_along_row<S, C>(f, from, between, weights, weights.radius);
}

template <class S, int C>
__global__ void gaussian_columns_kernel(Frame f, const float* between, S* to, WeightsInMemory weights) {
  blur_along_column<S, C>(f, between, to, weights, weights.radius);
}

}  // namespace warplight::image
