// The naive kernel with x and y of the threads exchanged: a warp lies along a column.
//
// Not a better idea, but one that is easily had by accident, to be seen: the 32 cells of a request lie in 32 rows, so that
// every request touches 32 sectors for the 4 bytes of each, eight times the bytes that are used. Caches give some of it
// back when the next columns come; the rest is lost.
#pragma once

#include "sim/heat/kernels/naive.cuh"

namespace warplight::heat {

template <class T, bool kMaterials>
__global__ void column_kernel(Plate<T> p, const T* now, T* next) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < p.width && y < p.height) step_cell<T, kMaterials>(p, now, next, x, y);
}

}  // namespace warplight::heat
