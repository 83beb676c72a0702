// The cells of one thread that lie beside each other, and the 16-byte accesses that move them.
#pragma once

#include "sim/heat/kernels/cell.cuh"

namespace warplight::heat {

template <class T, int kCells>
struct Pack {
  T cell[kCells];
};

template <int kCells>
__device__ __forceinline__ Pack<float, kCells> load_pack(const float* from) {
  Pack<float, kCells> pack;
#pragma unroll
  for (int i = 0; i < kCells; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(from + i);
    pack.cell[i] = four.x, pack.cell[i + 1] = four.y, pack.cell[i + 2] = four.z, pack.cell[i + 3] = four.w;
  }
  return pack;
}
template <int kCells>
__device__ __forceinline__ Pack<double, kCells> load_pack(const double* from) {
  Pack<double, kCells> pack;
#pragma unroll
  for (int i = 0; i < kCells; i += 2) {
    const double2 two = *reinterpret_cast<const double2*>(from + i);
    pack.cell[i] = two.x, pack.cell[i + 1] = two.y;
  }
  return pack;
}
template <int kCells>
__device__ __forceinline__ void store_pack(float* to, const Pack<float, kCells>& pack) {
#pragma unroll
  for (int i = 0; i < kCells; i += 4) {
    *reinterpret_cast<float4*>(to + i) =
        make_float4(pack.cell[i], pack.cell[i + 1], pack.cell[i + 2], pack.cell[i + 3]);
  }
}
template <int kCells>
__device__ __forceinline__ void store_pack(double* to, const Pack<double, kCells>& pack) {
#pragma unroll
  for (int i = 0; i < kCells; i += 2) *reinterpret_cast<double2*>(to + i) = make_double2(pack.cell[i], pack.cell[i + 1]);
}

// Cells of any storage, as numbers of T. A field is stored as T itself, or as one of the types below.
template <class T>
struct Rounded {  // a T that holds what a Half can hold
  T value;
};

template <class T, int kCells>
__device__ __forceinline__ Pack<T, kCells> load_cells(const T* from) {
  return load_pack<kCells>(from);
}
template <class T>
__device__ __forceinline__ T load_cell(const T* from) {
  return *from;
}
template <class T, int kCells>
__device__ __forceinline__ void store_cells(T* to, const Pack<T, kCells>& pack) {
  store_pack(to, pack);
}

template <class T>
__device__ __forceinline__ T rounded(T value) {
  return widened(halved(static_cast<float>(value)));
}
template <class T, int kCells>
__device__ __forceinline__ Pack<T, kCells> load_cells(const Rounded<T>* from) {
  Pack<T, kCells> pack = load_pack<kCells>(reinterpret_cast<const T*>(from));
#pragma unroll
  for (int i = 0; i < kCells; ++i) pack.cell[i] = rounded(pack.cell[i]);
  return pack;
}
template <class T>
__device__ __forceinline__ T load_cell(const Rounded<T>* from) {
  return rounded(from->value);
}
template <class T, int kCells>
__device__ __forceinline__ void store_cells(Rounded<T>* to, Pack<T, kCells> pack) {
#pragma unroll
  for (int i = 0; i < kCells; ++i) pack.cell[i] = rounded(pack.cell[i]);
  store_pack(reinterpret_cast<T*>(to), pack);
}

// Eight halves are 16 bytes.
template <class T, int kCells>
__device__ __forceinline__ Pack<T, kCells> load_cells(const Half* from) {
  static_assert(kCells == 8);
  const uint4 words = *reinterpret_cast<const uint4*>(from);
  const unsigned word[4] = {words.x, words.y, words.z, words.w};
  Pack<T, kCells> pack;
#pragma unroll
  for (int i = 0; i < kCells; ++i) {
    pack.cell[i] = widened(Half{static_cast<unsigned short>(word[i / 2] >> (16 * (i % 2)))});
  }
  return pack;
}
template <class T>
__device__ __forceinline__ T load_cell(const Half* from) {
  return widened(*from);
}
template <class T, int kCells>
__device__ __forceinline__ void store_cells(Half* to, const Pack<T, kCells>& pack) {
  static_assert(kCells == 8);
  unsigned word[4] = {};
#pragma unroll
  for (int i = 0; i < kCells; ++i) {
    word[i / 2] |= static_cast<unsigned>(halved(static_cast<float>(pack.cell[i])).bits) << (16 * (i % 2));
  }
  *reinterpret_cast<uint4*>(to) = make_uint4(word[0], word[1], word[2], word[3]);
}

}  // namespace warplight::heat
