// One launch for all steps: each block keeps a band of rows in shared memory, and blocks wait for each other.
//
// Between steps nothing goes to memory but the rows that other blocks need. A block holds `rim` rows more on either side
// than are its own, and computes as much of them as is still right: so it can go `rim` steps alone, and only then writes
// its outer rows, waits for the whole grid and reads its neighbours'. A step of so few cells is a matter of waiting, not of
// work: there is no branch between a warp's loads and its stores. What lies beyond a side was written there as a ghost by
// whoever computed the cell within. What bounds it is the wait for the grid, and the rows that are computed twice to have
// it more seldom.
#pragma once

#include "sim/heat/kernels/pack.cuh"

namespace warplight::heat {

// A block's rows, in shared memory: its own are first to last - 1, with `rim` more on either side. Before and behind each
// row a pack is kept for the ghosts.
struct Band {
  int first, last, rim, pitch;
  __device__ __forceinline__ int rows() const { return last - first + 2 * rim; }
  __device__ __forceinline__ int y(int row) const { return first - rim + row; }
};

__device__ __forceinline__ int row_in_ring(int y, int height, int wraps) {
  if (y >= 0 && y < height) return y;
  return wraps ? (y % height + height) % height : -1;
}

// Of global memory that other blocks have written: past the cache that would not know of it.
__device__ __forceinline__ Pack<float, 4> load_fresh(const float* from) {
  const float4 four = __ldcg(reinterpret_cast<const float4*>(from));
  return {{four.x, four.y, four.z, four.w}};
}
__device__ __forceinline__ Pack<double, 2> load_fresh(const double* from) {
  const double2 two = __ldcg(reinterpret_cast<const double2*>(from));
  return {{two.x, two.y}};
}

// Puts a lane's cells of row y where they belong, and the ghosts that follow from them. `row`: of cell 0.
template <class T, int kCells>
__device__ __forceinline__ void put(const Plate<T>& p, int pitch, T* row, int x, int y, const Pack<T, kCells>& pack) {
  if (x + kCells < p.width) {
    store_pack(row + x, pack);
  } else {
    T end = pack.cell[0];
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      if (x + i < p.width) row[x + i] = end = pack.cell[i];
    }
    row[p.right.wraps ? -1 : p.width] = p.right.wraps ? end : ghost(p.right, end);
  }
  if (x == 0) row[p.left.wraps ? p.width : -1] = p.left.wraps ? pack.cell[0] : ghost(p.left, pack.cell[0]);
  Pack<T, kCells> beyond;
  if (y == 0 && !p.top.wraps) {
#pragma unroll
    for (int i = 0; i < kCells; ++i) beyond.cell[i] = ghost(p.top, pack.cell[i]);
    store_pack(row - pitch + x, beyond);
  }
  if (y == p.height - 1 && !p.bottom.wraps) {
#pragma unroll
    for (int i = 0; i < kCells; ++i) beyond.cell[i] = ghost(p.bottom, pack.cell[i]);
    store_pack(row + pitch + x, beyond);
  }
}

// Reads the rows that are not the block's own, or all.
template <int kCells, class T>
__device__ __forceinline__ void read_rows(const Plate<T>& p, const Band& band, T* rows, const T* from, bool all) {
  for (int r = threadIdx.y; r < band.rows(); r += blockDim.y) {
    const int y = row_in_ring(band.y(r), p.height, p.top.wraps);
    const bool own = r >= band.rim && r < band.rows() - band.rim;
    if (y < 0 || (own && !all)) continue;
    for (int x = threadIdx.x * kCells; x < p.width; x += 32 * kCells) {
      put(p, band.pitch, rows + r * band.pitch, x, y, load_fresh(from + y * p.pitch + x));
    }
  }
}

// Writes the block's own rows: those that its neighbours need, or all.
template <int kCells, class T>
__device__ __forceinline__ void write_rows(const Plate<T>& p, const Band& band, const T* rows, T* to, bool all) {
  for (int y = band.first + threadIdx.y; y < band.last; y += blockDim.y) {
    if (!all && y >= band.first + band.rim && y < band.last - band.rim) continue;
    const T* const row = rows + (y - band.first + band.rim) * band.pitch;
    for (int x = threadIdx.x * kCells; x < p.width; x += 32 * kCells) {
      store_pack(to + y * p.pitch + x, load_pack<kCells>(row + x));
    }
  }
}

// A warp's part of each step: some strips of 32 packs, and of those every so many-th pair of rows.
struct Part {
  int strip, strip_stride, pair, pair_stride;

  __device__ __forceinline__ Part(int strips) {
    const int warp = threadIdx.y, warps = blockDim.y, side_by_side = min(strips, warps);
    strip_stride = side_by_side;
    pair_stride = warps / side_by_side;
    strip = warp % side_by_side;
    pair = warp / side_by_side;
    if (pair >= pair_stride) strip = strips;  // one too many
  }
};

// A step of the rows r and r + 1, of those that lie in begin to end - 1.
template <class T, bool kMaterials, int kCells>
__device__ __forceinline__ void step_pair(const Plate<T>& p, const Band& band, const T* now, T* next, int x, int r, int begin,
                                          int end) {
  const int lane = threadIdx.x;
  const bool there = x < p.width;
  Pack<T, kCells> rows[4];
  T ends[2] = {};  // what lies beside the warp, of the first lane to the left and of the last to the right
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const T* const row = now + min(max(r + k - 1, 0), band.rows() - 1) * band.pitch;
    rows[k] = {};
    if (there) rows[k] = load_pack<kCells>(row + x);
    if (k > 0 && k < 3 && there && (lane == 0 || lane == 31)) ends[k - 1] = row[lane == 0 ? x - 1 : x + kCells];
  }
#pragma unroll
  for (int k = 1; k < 3; ++k) {
    const Pack<T, kCells>& here = rows[k];
    T before = __shfl_up_sync(0xffffffffu, here.cell[kCells - 1], 1), after = __shfl_down_sync(0xffffffffu, here.cell[0], 1);
    if (lane == 0) before = ends[k - 1];
    if (lane == 31 || x + kCells >= p.width) after = lane == 31 ? ends[k - 1] : now[(r + k - 1) * band.pitch + x + kCells];
    const int row = r + k - 1, y = row_in_ring(band.y(row), p.height, p.top.wraps);
    if (!there || row < begin || row >= end || y < 0) continue;
    const bool held = (y == 0 && p.top.held) || (y == p.height - 1 && p.bottom.held);
    Pack<T, kCells> done;
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      const T left = i > 0 ? here.cell[i > 0 ? i - 1 : 0] : before;
      const T right = i < kCells - 1 ? here.cell[i < kCells - 1 ? i + 1 : 0] : after;
      const T up = rows[k - 1].cell[i], down = rows[k + 1].cell[i], u = here.cell[i];
      if constexpr (kMaterials) {
        done.cell[i] = x + i < p.width ? next_value<T, true, true>(p, x + i, y, u, left, right, up, down) : u;
      } else {
        const bool stays = held || (x + i == 0 && p.left.held) || (x + i == p.width - 1 && p.right.held);
        done.cell[i] = plain_finish(stays ? T(0) : p.kx, p.ratio, plain_partial(p, u, left, right, up), u, down);
      }
    }
    put(p, band.pitch, next + row * band.pitch, x, y, done);
  }
}

template <class T, bool kMaterials>
__global__ void __launch_bounds__(1024) persistent_kernel(Plate<T> p, T* one, T* two, int rows, int rim, int steps) {
  constexpr int kCells = 16 / sizeof(T);
  const int first = blockIdx.x * rows, strips = (p.width + 32 * kCells - 1) / (32 * kCells);
  const Band band = {first, min(first + rows, p.height), rim, (p.width + kCells - 1) / kCells * kCells + 2 * kCells};
  const int all = band.rows() * band.pitch;
  T* now = dynamic_shared<T>();
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 2 * all; i += blockDim.y * 32) now[i] = 0;
  __syncthreads();
  now += kCells;
  T* next = now + all;
  read_rows<kCells>(p, band, now, one, true);
  __syncthreads();
  const Part part(strips);
  // The two lent buffers take turns: what is written into one was read by all before the wait before.
  for (int done = 0; done < steps;) {
    const int alone = min(rim, steps - done);
    for (int s = 1; s <= alone; ++s) {
      for (int strip = part.strip; strip < strips; strip += part.strip_stride) {
        for (int r = 2 * part.pair; r < band.rows() - s; r += 2 * part.pair_stride) {
          if (r + 1 < s) continue;
          step_pair<T, kMaterials, kCells>(p, band, now, next, (strip * 32 + static_cast<int>(threadIdx.x)) * kCells, r, s,
                                           band.rows() - s);
        }
      }
      __syncthreads();
      T* const other = now;
      now = next;
      next = other;
    }
    done += alone;
    T* const to = two;
    two = one;
    one = to;
    write_rows<kCells>(p, band, now, to, done == steps);
    if (done == steps) break;
    grid_sync();
    read_rows<kCells>(p, band, now, to, false);
    __syncthreads();
  }
}

}  // namespace warplight::heat
