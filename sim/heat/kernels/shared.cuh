// A block fetches its tile and a rim of one cell around it into shared memory, and every thread reads its five there.
//
// Each temperature is asked of the cache once and not five times. The rim is read again by the neighbouring block: of a
// tile of 32 x 8 that is a third more. On GPUs whose first cache is as fast as shared memory it gains little; it is the
// step towards kernels that stay in shared memory for many steps.
#pragma once

#include "sim/heat/kernels/cell.cuh"

namespace warplight::heat {

// Behind a wrapped side lies the opposite one; behind others nothing: the nearest cell stands in, and is not used.
__device__ __forceinline__ int rim_index(int i, int n, bool wraps) {
  if (wraps) return i < 0 ? n - 1 : i >= n ? (i == n ? 0 : n - 1) : i;
  return min(max(i, 0), n - 1);
}

template <class T, bool kMaterials>
__global__ void shared_kernel(Plate<T> p, const T* now, T* next) {
  T* const tile = dynamic_shared<T>();
  const int width = blockDim.x + 2, height = blockDim.y + 2;
  const int x0 = blockIdx.x * blockDim.x - 1, y0 = blockIdx.y * blockDim.y - 1;
  for (int ty = threadIdx.y; ty < height; ty += blockDim.y) {
    const T* const row = now + rim_index(y0 + ty, p.height, p.top.wraps) * p.pitch;
    for (int tx = threadIdx.x; tx < width; tx += blockDim.x) {
      tile[ty * width + tx] = row[rim_index(x0 + tx, p.width, p.left.wraps)];
    }
  }
  __syncthreads();

  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  const T* const here = tile + (threadIdx.y + 1) * width + threadIdx.x + 1;
  next[y * p.pitch + x] =
      next_value<T, kMaterials, true>(p, x, y, here[0], here[-1], here[1], here[-width], here[width]);
}

}  // namespace warplight::heat
