// One thread a cell: it reads its own temperature and its four neighbours', and writes the new one.
//
// Threads of a warp lie along a row, so that each of the five reads is of 32 neighbours: whole cache lines. Three of the
// five are already in the cache when they are asked for; what must come from memory is 4 bytes a cell, and 4 go back.
// What bounds it: not memory yet, but the many small requests, one of 4 bytes a thread and neighbour.
#pragma once

#include "sim/heat/kernels/cell.cuh"

namespace warplight::heat {

template <class T, bool kMaterials>
__device__ __forceinline__ void step_cell(const Plate<T>& p, const T* now, T* next, int x, int y) {
  const T* const row = now + y * p.pitch;
  const T up = now[before(y, p.height) * p.pitch + x], down = now[after(y, p.height) * p.pitch + x];
  const T left = row[before(x, p.width)], right = row[after(x, p.width)];
  next[y * p.pitch + x] = next_value<T, kMaterials, true>(p, x, y, row[x], left, right, up, down);
}

template <class T, bool kMaterials>
__global__ void naive_kernel(Plate<T> p, const T* now, T* next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < p.width && y < p.height) step_cell<T, kMaterials>(p, now, next, x, y);
}

}  // namespace warplight::heat
