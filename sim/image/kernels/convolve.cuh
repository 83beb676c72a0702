// Three rungs of one loop: where the numbers of the matrix and the pixels are read from.
//
// direct: both from memory. constant: the numbers are among the kernel's parameters, where a multiplication names them as
// its operand. shared: a block's pixels and their rim come from shared memory besides. Each costs size² multiplications a
// sample, of which no trick of separation helps, as the matrix may be any.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

inline constexpr int kMostNumbers = 15 * 15;

struct Numbers {
  int size;
  float at[kMostNumbers];
};

// Alpha stays as it is.
template <class S, int C>
__device__ __forceinline__ void store_convolved(S* row, int x, Colour<C> sum, const Colour<C>& middle) {
  if constexpr (C == 4) sum.at[3] = middle.at[3];
  store_pixel<S, C>(row, x, sum);
}

template <class S, int C>
__global__ void convolve_direct_kernel(Frame f, const S* from, S* to, const float* numbers, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, radius = size / 2;
  if (x >= f.width || y >= f.height) return;
  Colour<C> sum = {};
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) add_weighed(sum, numbers[j * size + i], pixel_at<S, C>(f, from, x + i - radius, y + j - radius));
  }
  store_convolved<S, C>(to + y * f.pitch * C, x, sum, load_pixel<S, C>(from + y * f.pitch * C, x));
}

template <class S, int C>
__global__ void convolve_constant_kernel(Frame f, const S* from, S* to, const __grid_constant__ Numbers numbers) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int size = numbers.size, radius = size / 2;
  if (x >= f.width || y >= f.height) return;
  Colour<C> sum = {};
  for (int j = 0; j < size; ++j) {
    const S* const row = row_at<S, C>(f, from, y + j - radius);
    for (int i = 0; i < size; ++i) add_weighed(sum, numbers.at[j * size + i], pixel_in_row<S, C>(f, row, x + i - radius));
  }
  store_convolved<S, C>(to + y * f.pitch * C, x, sum, load_pixel<S, C>(from + y * f.pitch * C, x));
}

template <class S, int C>
__global__ void convolve_shared_kernel(Frame f, const S* from, S* to, const __grid_constant__ Numbers numbers) {
  float* const tile = dynamic_shared<float>();
  const int size = numbers.size, radius = size / 2, width = blockDim.x + size - 1, height = blockDim.y + size - 1;
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  for (int j = threadIdx.y; j < height; j += blockDim.y) {
    const S* const row = row_at<S, C>(f, from, y0 + j - radius);
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
      store_pixel<float, C>(tile, j * width + i, pixel_in_row<S, C>(f, row, x0 + i - radius));
    }
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  Colour<C> sum = {};
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      add_weighed(sum, numbers.at[j * size + i], load_pixel<float, C>(tile, (threadIdx.y + j) * width + threadIdx.x + i));
    }
  }
  store_convolved<S, C>(to + y * f.pitch * C, x, sum, load_pixel<float, C>(tile, (threadIdx.y + radius) * width + threadIdx.x + radius));
}

}  // namespace warplight::image
