// Filters of one pixel alone. What each computes takes no time: they cost what it costs to read the picture and to write
// it, and so show what the order of threads does to that.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

enum class PointOperation : int { invert, threshold, grayscale };

struct PointWish {
  PointOperation operation;
  float white;
  float level;  // of the threshold, in the numbers that are stored
};

// Colours are multiplied by alpha: what is white there is alpha.
template <int C>
__device__ __forceinline__ Colour<C> point_of(const Colour<C>& in, const PointWish& wish) {
  Colour<C> out = in;
  const float alpha = C == 4 ? in.at[C - 1] : wish.white, share = alpha / wish.white;
  constexpr int kColours = C == 4 ? 3 : 1;
  float grey = in.at[0];
  if constexpr (C == 4) grey = 0.2126f * in.at[0] + 0.7152f * in.at[1] + 0.0722f * in.at[2];
#pragma unroll
  for (int c = 0; c < kColours; ++c) {
    if (wish.operation == PointOperation::invert) out.at[c] = alpha - in.at[c];
    if (wish.operation == PointOperation::threshold) out.at[c] = in.at[c] > wish.level * share ? alpha : 0.0f;
    if (wish.operation == PointOperation::grayscale) out.at[c] = grey;
  }
  return out;
}

// One thread a pixel, a warp along a row: its accesses are of neighbours, and whole lines of the cache.
template <class S, int C>
__global__ void point_naive_kernel(Frame f, const S* from, S* to, PointWish wish) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  store_pixel<S, C>(to + y * f.pitch * C, x, point_of<C>(load_pixel<S, C>(from + y * f.pitch * C, x), wish));
}

// The same with a warp along a column: each of its accesses is of another row, and fetches a sector of 32 bytes for a pixel.
template <class S, int C>
__global__ void point_strided_kernel(Frame f, const S* from, S* to, PointWish wish) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  store_pixel<S, C>(to + y * f.pitch * C, x, point_of<C>(load_pixel<S, C>(from + y * f.pitch * C, x), wish));
}

// Sixteen bytes a thread, read at once and written at once. Rows end at a cache line: what lies behind the last pixel is
// nobody's.
template <class S, int C>
__global__ void point_vector_kernel(Frame f, const S* from, S* to, PointWish wish) {
  constexpr int kPixels = 16 / (sizeof(S) * C);
  const int x = kPixels * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= f.width || y >= f.height) return;
  union {
    float4 whole;
    S sample[16 / sizeof(S)];
  } in, out;
  in.whole = *reinterpret_cast<const float4*>(from + (y * f.pitch + x) * C);
#pragma unroll
  for (int i = 0; i < kPixels; ++i) {
    Colour<C> pixel;
#pragma unroll
    for (int c = 0; c < C; ++c) pixel.at[c] = static_cast<float>(in.sample[i * C + c]);
    pixel = point_of<C>(pixel, wish);
#pragma unroll
    for (int c = 0; c < C; ++c) round_to(pixel.at[c], out.sample[i * C + c]);
  }
  *reinterpret_cast<float4*>(to + (y * f.pitch + x) * C) = out.whole;
}

}  // namespace warplight::image
