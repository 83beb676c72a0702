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

}  // namespace warplight::heat
