// Pixels as kernels compute with them: floats, one or four, from whatever is stored, and back to it.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/image/kernels/picture_types.h"

namespace warplight::image {

template <int C>
struct Colour {
  float at[C];
};

// S side by side, as one access.
template <class S, int C>
struct Stored;
template <>
struct Stored<unsigned char, 4> {
  using Type = uchar4;
};
template <>
struct Stored<unsigned short, 4> {
  using Type = ushort4;
};
template <>
struct Stored<float, 4> {
  using Type = float4;
};
template <class S>
struct Stored<S, 1> {
  using Type = S;
};


// To the nearest that the type holds, ties to even.
__device__ __forceinline__ void round_to(float value, float& to) { to = value; }
__device__ __forceinline__ void round_to(float value, unsigned char& to) {
  to = static_cast<unsigned char>(__float2int_rn(fminf(fmaxf(value, 0.0f), 255.0f)));
}
__device__ __forceinline__ void round_to(float value, unsigned short& to) {
  to = static_cast<unsigned short>(__float2int_rn(fminf(fmaxf(value, 0.0f), 65535.0f)));
}

// Pixel x of a row, or four samples from 4x on: as one access.
template <class S, int C>
__device__ __forceinline__ Colour<C> load_pixel(const S* row, int x) {
  const typename Stored<S, C>::Type stored = reinterpret_cast<const typename Stored<S, C>::Type*>(row)[x];
  if constexpr (C == 1) {
    return {{static_cast<float>(stored)}};
  } else {
    return {{static_cast<float>(stored.x), static_cast<float>(stored.y), static_cast<float>(stored.z), static_cast<float>(stored.w)}};
  }
}

template <class S, int C>
__device__ __forceinline__ void store_pixel(S* row, int x, const Colour<C>& colour) {
  typename Stored<S, C>::Type stored;
  if constexpr (C == 1) {
    round_to(colour.at[0], stored);
  } else {
    round_to(colour.at[0], stored.x);
    round_to(colour.at[1], stored.y);
    round_to(colour.at[2], stored.z);
    round_to(colour.at[3], stored.w);
  }
  reinterpret_cast<typename Stored<S, C>::Type*>(row)[x] = stored;
}

template <int C>
__device__ __forceinline__ void add_weighed(Colour<C>& sum, float weight, const Colour<C>& colour) {
#pragma unroll
  for (int c = 0; c < C; ++c) sum.at[c] += weight * colour.at[c];
}

// What lies beyond the edges where the border is a constant.
template <int C>
__device__ __forceinline__ Colour<C> outside_of(const Frame& f) {
  Colour<C> colour;
#pragma unroll
  for (int c = 0; c < C; ++c) colour.at[c] = c == 3 ? f.opaque : f.outside;
  return colour;
}

// The pixel that stands at (x, y), which may lie anywhere.
template <class S, int C>
__device__ __forceinline__ Colour<C> pixel_at(const Frame& f, const S* picture, int x, int y) {
  const int column = border_index(x, f.width, f.border), row = border_index(y, f.height, f.border);
  if (column < 0 || row < 0) return outside_of<C>(f);
  return load_pixel<S, C>(picture + row * f.pitch * C, column);
}

// The same of a row that is known; null: the constant.
template <class S, int C>
__device__ __forceinline__ Colour<C> pixel_in_row(const Frame& f, const S* row, int x) {
  const int column = border_index(x, f.width, f.border);
  return row == nullptr || column < 0 ? outside_of<C>(f) : load_pixel<S, C>(row, column);
}

template <class S, int C>
__device__ __forceinline__ const S* row_at(const Frame& f, const S* picture, int y) {
  const int row = border_index(y, f.height, f.border);
  return row < 0 ? nullptr : picture + row * f.pitch * C;
}

}  // namespace warplight::image
