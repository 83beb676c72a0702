// Sums of pixels as a box blur has them: of whole numbers exact, of floats as floats; and the mean that becomes of them.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

template <class S>
struct SumOf {
  using Type = unsigned long long;  // 65535 times the square of 1025 is more than 32 bits hold
};
template <>
struct SumOf<unsigned char> {
  using Type = unsigned;  // 255 times it is not
};
template <>
struct SumOf<float> {
  using Type = float;
};

template <class S, int C>
struct Sums {
  typename SumOf<S>::Type at[C];
};

template <class S, int C>
__device__ __forceinline__ void add(Sums<S, C>& sum, const Sums<S, C>& more) {
#pragma unroll
  for (int c = 0; c < C; ++c) sum.at[c] += more.at[c];
}
template <class S, int C>
__device__ __forceinline__ void take(Sums<S, C>& sum, const Sums<S, C>& less) {
#pragma unroll
  for (int c = 0; c < C; ++c) sum.at[c] -= less.at[c];
}

template <class S, int C>
__device__ __forceinline__ Sums<S, C> sums_of(const Colour<C>& colour) {
  Sums<S, C> sums;
#pragma unroll
  for (int c = 0; c < C; ++c) sums.at[c] = static_cast<typename SumOf<S>::Type>(colour.at[c]);
  return sums;
}
template <class S, int C>
__device__ __forceinline__ Sums<S, C> sums_at(const Frame& f, const S* picture, int x, int y) {
  return sums_of<S, C>(pixel_at<S, C>(f, picture, x, y));
}

// The mean of n samples: of whole numbers the nearest one. n is odd, so that no sum lies half way.
__device__ __forceinline__ float mean_of(float sum, unsigned n) { return sum * (1.0f / static_cast<float>(n)); }
__device__ __forceinline__ float mean_of(unsigned sum, unsigned n) { return static_cast<float>((sum + n / 2) / n); }
__device__ __forceinline__ float mean_of(unsigned long long sum, unsigned n) { return static_cast<float>((sum + n / 2) / n); }

template <class S, int C>
__device__ __forceinline__ void store_mean(S* row, int x, const Sums<S, C>& sum, int radius) {
  const unsigned window = 2 * radius + 1;
  Colour<C> mean;
#pragma unroll
  for (int c = 0; c < C; ++c) mean.at[c] = mean_of(sum.at[c], window * window);
  store_pixel<S, C>(row, x, mean);
}

}  // namespace warplight::image
