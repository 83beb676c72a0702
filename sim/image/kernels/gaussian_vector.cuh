// A thread makes four outputs: what it loads it uses for all four, and keeps in registers.
//
// Along rows a thread makes four pixels beside each other, along columns four below each other. A pixel that is loaded
// goes into as many sums as it reaches, so that four multiplications share a load. What bounds it now: still two passes,
// with floats written and read again between them.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

inline constexpr int kOutputs = 4;

// Weight i of 2r + 1, and 0 beyond: the half's last numbers are zero.
__device__ __forceinline__ float weight_at(const Weights& weights, int i) {
  const int distance = i < 0 ? -i : i;
  return distance <= weights.radius ? weights.at[distance] : 0.0f;
}

// Sums of four neighbours from the pixels that load(-r) ... load(r + 3) give. The weights of a pixel move along by one
// for each pixel.
template <int C, class Load>
__device__ __forceinline__ void four_sums(Colour<C>* sums, const Weights& weights, Load load) {
  const int radius = weights.radius;
  float w[kOutputs] = {};  // of output k: the pixel's weight there
  for (int i = -radius; i < radius + kOutputs; ++i) {
#pragma unroll
    for (int k = kOutputs - 1; k > 0; --k) w[k] = w[k - 1];
    w[0] = weight_at(weights, i);
    const Colour<C> pixel = load(i);
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) add_weighed(sums[k], w[k], pixel);
  }
}

template <class S, int C>
__global__ void gaussian_vector_rows_kernel(Frame f, const S* from, float* between, const __grid_constant__ Weights weights) {
  const int x = kOutputs * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  const S* const row = from + y * f.pitch * C;
  Colour<C> sums[kOutputs] = {};
  if (x >= weights.radius && x + weights.radius + kOutputs <= f.width) {
    four_sums<C>(sums, weights, [&](int i) { return load_pixel<S, C>(row, x + i); });
  } else {
    four_sums<C>(sums, weights, [&](int i) { return pixel_in_row<S, C>(f, row, x + i); });
  }
  float* const out = between + y * f.pitch * C;
  if constexpr (C == 1) {  // rows begin at a cache line and end at one: what lies behind the last pixel is nobody's
    store_pixel<float, 4>(out, x / 4, Colour<4>{{sums[0].at[0], sums[1].at[0], sums[2].at[0], sums[3].at[0]}});
  } else {
    for (int k = 0; k < kOutputs && x + k < f.width; ++k) store_pixel<float, C>(out, x + k, sums[k]);
  }
}

// A thread has four samples side by side: four grey pixels, or one of colour.
template <class S, int C>
__global__ void gaussian_vector_columns_kernel(Frame f, const float* between, S* to, const __grid_constant__ Weights weights) {
  const int fours = (f.width * C + 3) / 4;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = kOutputs * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= fours || y >= f.height) return;
  const long long pitch = f.pitch * C;
  Colour<4> sums[kOutputs] = {};
  if (y >= weights.radius && y + weights.radius + kOutputs <= f.height) {
    four_sums<4>(sums, weights, [&](int j) { return load_pixel<float, 4>(between + (y + j) * pitch, x); });
  } else {
    four_sums<4>(sums, weights, [&](int j) -> Colour<4> {
      const int row = border_index(y + j, f.height, f.border);
      if (row >= 0) return load_pixel<float, 4>(between + row * pitch, x);
      return {{f.outside, f.outside, f.outside, C == 4 ? f.opaque : f.outside}};
    });
  }
  for (int k = 0; k < kOutputs && y + k < f.height; ++k) store_pixel<S, 4>(to + (y + k) * pitch, x, sums[k]);
}

}  // namespace warplight::image
