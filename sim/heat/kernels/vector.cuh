// Each thread computes 16 bytes of cells beside each other (four in fp32) in several rows, a warp 128 columns.
//
// A row is read by one 16-byte access a thread, and from then on it is in registers: as the row below, the row itself and
// the row above. The neighbours to the left and right belong to the threads beside, and are shuffled over; only a warp's
// two ends read them. So a cell costs one load and one store of 4 bytes, in requests of 512, and all rows' loads are
// under way at once. What bounds it now is the memory: 8 bytes a cell and step.
#pragma once

#include "sim/heat/kernels/pack.cuh"

namespace warplight::heat {

template <class T>
constexpr int kPackCells = 16 / sizeof(T);

// From and To are how the field is stored: T itself, or (see half.cuh) less.
template <class T, bool kMaterials, int kRows, int kCells, bool kEdges, class From, class To>
__device__ __forceinline__ void step_rows(const Plate<T>& p, const From* now, To* next, int x, int y) {
  const int lane = threadIdx.x;
  const bool there = !kEdges || x < p.width;  // lanes past the last column take part in the shuffles
  Pack<T, kCells> rows[kRows + 2];
  T ends[kRows];  // what lies beside the warp, of the first lane to the left and of the last to the right
#pragma unroll
  for (int r = 0; r < kRows + 2; ++r) {
    int row_y = y + r - 1;
    if constexpr (kEdges) row_y = row_y < 0 ? p.height - 1 : row_y >= p.height ? 0 : row_y;
    const From* const row = now + row_y * p.pitch;
    rows[r] = {};
    if (there) rows[r] = load_cells<T, kCells>(row + x);
    if (r == 0 || r == kRows + 1) continue;
    int end = lane == 0 ? x - 1 : x + kCells;
    if constexpr (kEdges) end = end < 0 ? p.width - 1 : end >= p.width ? 0 : end;
    ends[r - 1] = there && (lane == 0 || lane == 31) ? load_cell<T>(row + end) : T(0);
  }

#pragma unroll
  for (int r = 1; r <= kRows; ++r) {
    const Pack<T, kCells>& row = rows[r];
    T left = __shfl_up_sync(0xffffffffu, row.cell[kCells - 1], 1), right = __shfl_down_sync(0xffffffffu, row.cell[0], 1);
    if (lane == 0) left = ends[r - 1];
    if (lane == 31) right = ends[r - 1];
    const int row_y = y + r - 1;
    if (kEdges && (!there || row_y >= p.height)) continue;
    Pack<T, kCells> out = {};
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      if (kEdges && x + i >= p.width) continue;  // behind the last column: nobody's
      T beside_left = i > 0 ? row.cell[i > 0 ? i - 1 : 0] : left;
      T beside_right = i < kCells - 1 ? row.cell[i < kCells - 1 ? i + 1 : 0] : right;
      if constexpr (kEdges) {
        if (x + i == 0) beside_left = load_cell<T>(now + row_y * p.pitch + p.width - 1);
        if (x + i == p.width - 1) beside_right = load_cell<T>(now + row_y * p.pitch);
      }
      out.cell[i] = next_value<T, kMaterials, kEdges>(p, x + i, row_y, row.cell[i], beside_left, beside_right,
                                                      rows[r - 1].cell[i], rows[r + 1].cell[i]);
    }
    store_cells(next + row_y * p.pitch + x, out);  // of the last ones a part lies behind the last column
  }
}

// The rows of one warp. Warps of a block lie below each other, so that the rows between them are read once from memory.
template <class T, bool kMaterials, int kRows, int kCells, class From, class To>
__device__ __forceinline__ void step_warp(const Plate<T>& p, const From* now, To* next) {
  constexpr int kColumns = 32 * kCells;
  const int warp_x = blockIdx.x * kColumns, x = warp_x + threadIdx.x * kCells;
  const int y = (blockIdx.y * blockDim.y + threadIdx.y) * kRows;
  if (y >= p.height) return;
  const bool edges = warp_x == 0 || warp_x + kColumns >= p.width || y == 0 || y + kRows >= p.height;
  if (edges) {
    step_rows<T, kMaterials, kRows, kCells, true>(p, now, next, x, y);
  } else {
    step_rows<T, kMaterials, kRows, kCells, false>(p, now, next, x, y);
  }
}

template <class T, bool kMaterials, int kRows>
__global__ void vector_kernel(Plate<T> p, const T* now, T* next) {
  step_warp<T, kMaterials, kRows, kPackCells<T>>(p, now, next);
}

}  // namespace warplight::heat
