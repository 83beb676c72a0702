// One launch for all steps: each block keeps a band of rows in shared memory, and blocks wait for each other.
//
// Between steps nothing goes to memory but the rows that other blocks need. A block holds `rim` rows more on either side
// than are its own, and computes as much of them as is still right: so it can go `rim` steps alone, and only then writes
// its outer rows, waits for the whole grid and reads its neighbours'. What bounds it is that wait, a microsecond or so,
// and the rows that are computed twice to have it more seldom.
#pragma once

#include "sim/heat/kernels/cell.cuh"

namespace warplight::heat {

__device__ __forceinline__ int ring_row(int y, int height, int wraps) {
  return wraps ? (y % height + height) % height : y >= 0 && y < height ? y : -1;
}

// A block's rows: its own are first to last - 1.
struct Band {
  int first, last, rim;
  __device__ __forceinline__ int rows() const { return last - first + 2 * rim; }
  __device__ __forceinline__ int y(int row) const { return first - rim + row; }
  __device__ __forceinline__ bool owns(int y) const { return y >= first && y < last; }
};

// Reads the rows that are not the block's own, or all.
template <class T>
__device__ __forceinline__ void read_rows(const Plate<T>& p, const Band& band, T* rows, const T* from, bool all) {
  for (int r = threadIdx.y; r < band.rows(); r += blockDim.y) {
    const int y = ring_row(band.y(r), p.height, p.top.wraps);
    if (y < 0 || (!all && band.owns(band.y(r)))) continue;
    for (int x = threadIdx.x; x < p.width; x += blockDim.x) rows[r * p.width + x] = __ldcg(from + y * p.pitch + x);
  }
}

// Writes the block's own rows: those that its neighbours need, or all.
template <class T>
__device__ __forceinline__ void write_rows(const Plate<T>& p, const Band& band, const T* rows, T* to, bool all) {
  for (int y = band.first + threadIdx.y; y < band.last; y += blockDim.y) {
    if (!all && y >= band.first + band.rim && y < band.last - band.rim) continue;
    for (int x = threadIdx.x; x < p.width; x += blockDim.x) {
      to[y * p.pitch + x] = rows[(y - band.first + band.rim) * p.width + x];
    }
  }
}

// A step of the rows begin to end - 1.
template <class T, bool kMaterials>
__device__ __forceinline__ void step_band(const Plate<T>& p, const Band& band, const T* now, T* next, int begin, int end) {
  for (int r = begin + threadIdx.y; r < end; r += blockDim.y) {
    const int y = ring_row(band.y(r), p.height, p.top.wraps);
    if (y < 0) continue;
    const T* const row = now + r * p.width;
    const bool inner_row = y > 0 && y < p.height - 1;
    for (int start = 0; start < p.width; start += blockDim.x) {
      const int x = start + threadIdx.x;
      if (inner_row && start > 0 && start + static_cast<int>(blockDim.x) < p.width) {
        next[r * p.width + x] = next_value<T, kMaterials, false>(p, x, y, row[x], row[x - 1], row[x + 1],
                                                                 row[x - p.width], row[x + p.width]);
      } else if (x < p.width) {
        // Above the first row and below the last one of a side that is not wrapped nothing was read.
        const T up = y > 0 || p.top.wraps ? row[x - p.width] : row[x];
        const T down = y < p.height - 1 || p.bottom.wraps ? row[x + p.width] : row[x];
        next[r * p.width + x] = next_value<T, kMaterials, true>(p, x, y, row[x], row[before(x, p.width)],
                                                                row[after(x, p.width)], up, down);
      }
    }
  }
}

template <class T, bool kMaterials>
__global__ void __launch_bounds__(1024) persistent_kernel(Plate<T> p, T* one, T* two, int rows, int rim, int steps) {
  const int first = blockIdx.x * rows;
  const Band band = {first, min(first + rows, p.height), rim};
  T* now = dynamic_shared<T>();
  T* next = now + (rows + 2 * rim) * p.width;
  read_rows(p, band, now, one, true);
  __syncthreads();
  // The two lent buffers take turns: what is written into one was read by all before the wait before.
  for (int done = 0; done < steps;) {
    const int alone = min(rim, steps - done);
    for (int s = 1; s <= alone; ++s) {
      step_band<T, kMaterials>(p, band, now, next, s, band.rows() - s);
      __syncthreads();
      T* const other = now;
      now = next;
      next = other;
    }
    done += alone;
    T* const to = two;
    two = one;
    one = to;
    write_rows(p, band, now, to, done == steps);
    if (done == steps) break;
    grid_sync();
    read_rows(p, band, now, to, false);
    __syncthreads();
  }
}

}  // namespace warplight::heat
