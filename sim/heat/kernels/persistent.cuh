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

// A block's rows, in shared memory: its own are first to last - 1, with `rim` more on either side. A row has room for whole
// strips of 32 packs, and for a pack of ghosts before and behind; above the first row and below the last is a row for ghosts.
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
  if (p.width % kCells == 0) {
    store_pack(row + x, pack);
  } else {  // of the last pack a part belongs to whoever has the first
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      if (x + i < p.width) row[x + i] = pack.cell[i];
    }
  }
  if (x == 0 || x + kCells >= p.width) {
    T end = pack.cell[0];
#pragma unroll
    for (int i = 1; i < kCells; ++i) {
      if (x + i < p.width) end = pack.cell[i];
    }
    if (x == 0) row[p.left.wraps ? p.width : -1] = p.left.wraps ? pack.cell[0] : ghost(p.left, pack.cell[0]);
    if (x + kCells >= p.width) row[p.right.wraps ? -1 : p.width] = p.right.wraps ? end : ghost(p.right, end);
  }
  if (y == 0 || y == p.height - 1) {
    Pack<T, kCells> above, below;
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      above.cell[i] = ghost(p.top, pack.cell[i]);
      below.cell[i] = ghost(p.bottom, pack.cell[i]);
    }
    if (y == 0 && !p.top.wraps) store_pack(row - pitch + x, above);
    if (y == p.height - 1 && !p.bottom.wraps) store_pack(row + pitch + x, below);
  }
}

// Reads the rows that are not the block's own, or all.
template <int kCells, class T>
__device__ __forceinline__ void read_rows(const Plate<T>& p, const Band& band, T* rows, const T* from, bool all) {
  for (int r = threadIdx.y; r < band.rows(); r += blockDim.y) {
    const int y = row_in_ring(band.y(r), p.height, p.top.wraps);
    const bool own = r >= band.rim && r < band.rows() - band.rim;
    if (y < 0 || (own && !all)) continue;
#pragma unroll 1
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
#pragma unroll 1
    for (int x = threadIdx.x * kCells; x < p.width; x += 32 * kCells) {
      store_pack(to + y * p.pitch + x, load_pack<kCells>(row + x));
    }
  }
}

// A warp's part of each step: some strips of 32 packs, and of those every so many-th row.
struct Part {
  int strip, strip_stride, row, row_stride;

  __device__ __forceinline__ Part(int strips) {
    const int warp = threadIdx.y, warps = blockDim.y;
    strip_stride = min(strips, warps);
    row_stride = warps / strip_stride;
    strip = warp % strip_stride;
    row = warp / strip_stride;
    if (row >= row_stride) strip = strips;  // one too many
  }
};

// A lane's columns, and what a step multiplies their gain with: 0 for cells that keep their temperature.
template <class T, int kCells>
struct Columns {
  int x;
  T kx[kCells];

  __device__ __forceinline__ Columns(const Plate<T>& p, int lane_x) : x(lane_x) {
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      const bool held = (x + i == 0 && p.left.held) || (x + i == p.width - 1 && p.right.held);
      kx[i] = held ? T(0) : p.kx;
    }
  }
};

// A step of row y, which lies at `row`; what becomes of it at `next`.
template <bool kMaterials, class T, int kCells>
__device__ __forceinline__ void step_row(const Plate<T>& p, int pitch, const Columns<T, kCells>& columns, int y, const T* row,
                                         T* next) {
  const int x = columns.x, lane = threadIdx.x;
  const Pack<T, kCells> up = load_pack<kCells>(row - pitch + x), here = load_pack<kCells>(row + x),
                        down = load_pack<kCells>(row + pitch + x);
  T beside = 0;
  if (lane == 0 || lane == 31) beside = row[lane == 0 ? x - 1 : x + kCells];
  T before = __shfl_up_sync(0xffffffffu, here.cell[kCells - 1], 1), after = __shfl_down_sync(0xffffffffu, here.cell[0], 1);
  before = lane == 0 ? beside : before;
  after = lane == 31 ? beside : after;
  Pack<T, kCells> done;
#pragma unroll
  for (int i = 0; i < kCells; ++i) {
    const T left = i > 0 ? here.cell[i > 0 ? i - 1 : 0] : before, right = i < kCells - 1 ? here.cell[i < kCells - 1 ? i + 1 : 0] : after;
    const T u = here.cell[i];
    if constexpr (kMaterials) {
      done.cell[i] = u;
      if (x + i < p.width) done.cell[i] = next_value<T, true, true>(p, x + i, y, u, left, right, up.cell[i], down.cell[i]);
    } else {
      done.cell[i] = plain_finish(columns.kx[i], p.ratio, plain_partial(p, u, left, right, up.cell[i]), u, down.cell[i]);
    }
  }
  if ((y == 0 && p.top.held) || (y == p.height - 1 && p.bottom.held)) done = here;
  if (x < p.width) put(p, pitch, next, x, y, done);
}

template <class T, bool kMaterials>
__global__ void __launch_bounds__(1024) persistent_kernel(Plate<T> p, T* one, T* two, int rows, int rim, int steps) {
  constexpr int kCells = 16 / sizeof(T);
  const int first = blockIdx.x * rows, strips = (p.width + 32 * kCells - 1) / (32 * kCells);
  const Band band = {first, min(first + rows, p.height), rim, (strips * 32 + 2) * kCells};
  const int all = (band.rows() + 2) * band.pitch;
  T* now = dynamic_shared<T>();
#pragma unroll 1
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 2 * all; i += blockDim.y * 32) now[i] = 0;
  __syncthreads();
  now += band.pitch + kCells;
  T* next = now + all;
  read_rows<kCells>(p, band, now, one, true);
  __syncthreads();
  const Part part(strips);
  Columns<T, kCells> columns(p, (part.strip * 32 + threadIdx.x) * kCells);
  // The two lent buffers take turns: what is written into one was read by all before the wait before.
  for (int done = 0; done < steps;) {
    const int alone = min(rim, steps - done);
#pragma unroll 1
    for (int s = 1; s <= alone; ++s) {
#pragma unroll 1
      for (int strip = part.strip; strip < strips; strip += part.strip_stride) {
        if (strips > part.strip_stride) columns = Columns<T, kCells>(p, (strip * 32 + threadIdx.x) * kCells);
#pragma unroll 1
        for (int r = s + part.row; r < band.rows() - s; r += part.row_stride) {
          const int y = row_in_ring(band.y(r), p.height, p.top.wraps);
          if (y >= 0) step_row<kMaterials>(p, band.pitch, columns, y, now + r * band.pitch, next + r * band.pitch);
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
