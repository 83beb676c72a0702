// Several steps a pass: a warp streams down a strip of columns, and each row that comes in carries kSteps rows behind it one
// step further, all in registers.
//
// Level t of the stream holds the newest row at time t and the half-done row above it (see cell.cuh). A row that comes in
// finishes the row before it, which goes on to the next level. So a cell is read and written once for kSteps steps: the
// memory's 8 bytes a cell and step become 8 / kSteps, and the arithmetic, 5 operations a cell and step, is what is left.
// The price: at a strip's sides kSteps columns, above and below it kSteps rows, are computed twice.
#pragma once

#include "sim/heat/kernels/pack.cuh"

namespace warplight::heat {

// The shape of a strip: what a warp reads, what it may write.
template <class T, int kSteps, int kCells>
struct Strip {
  static constexpr int kColumns = 32 * kCells;
  static constexpr int kRim = (kSteps + kCells - 1) / kCells * kCells;
  static constexpr int kUseful = kColumns - 2 * kRim;
  // Blocks of four warps that a multiprocessor should hold: as many as the registers for all levels allow.
  static constexpr int kWords = kSteps * kCells * 2 * static_cast<int>(sizeof(T) / 4) + 60;
  static constexpr int kBlocks = 65536 / 128 / kWords > 8 ? 8 : 65536 / 128 / kWords < 2 ? 2 : 65536 / 128 / kWords;
};

// What a warp looks at: nothing, where no side is near; the rows at the plate's ends; everything.
enum class Near { nothing, ends, sides };

__device__ __forceinline__ int in_ring(int i, int n) { return (i % n + n) % n; }

// The row or column of that number, behind a wrapped side that of the opposite one; -1: not there.
__device__ __forceinline__ int index_of(int i, int n, int wraps) { return wraps ? in_ring(i, n) : i >= 0 && i < n ? i : -1; }

// The cells of a lane: which of them lie at a side, as bits. The first column is always the first cell of its lane.
template <class T, int kCells>
struct Columns {
  int x;
  bool first;           // cell 0 has the left side beside it
  unsigned last, held;  // cell i has the right side beside it; keeps its temperature

  __device__ __forceinline__ Columns(const Plate<T>& p, int lane_x) : x(lane_x) {
    first = x == 0 && !p.left.wraps;
    const int at_end = p.width - 1 - x;
    const unsigned end = at_end >= 0 && at_end < kCells ? 1u << at_end : 0u;
    last = p.right.wraps ? 0u : end;
    held = (x == 0 && p.left.held ? 1u : 0u) | (p.right.held ? end : 0u);
  }
};

template <int kCells, Near kNear, class T>
__device__ __forceinline__ Pack<T, kCells> load_row(const Plate<T>& p, const T* now, int x, int y) {
  if constexpr (kNear == Near::nothing) {
    return load_pack<kCells>(now + y * p.pitch + x);
  } else {
    Pack<T, kCells> pack = {};
    const int row = index_of(y, p.height, p.top.wraps);
    if (row < 0) return pack;
    if constexpr (kNear == Near::ends) {
      pack = load_pack<kCells>(now + row * p.pitch + x);
    } else {
#pragma unroll
      for (int i = 0; i < kCells; ++i) {
        const int column = index_of(x + i, p.width, p.left.wraps);
        if (column >= 0) pack.cell[i] = now[row * p.pitch + column];
      }
    }
    return pack;
  }
}

// All levels of a strip. Cells outside of the plate are computed like others: whatever becomes of them stays finite, and
// no cell inside looks at them.
template <class T, bool kMaterials, int kSteps, int kCells, Near kNear>
struct Stream {
  Pack<T, kCells> newest[kSteps], half[kSteps];

  // Takes in row y at time 0 and gives out row y - kSteps at time kSteps.
  __device__ __forceinline__ Pack<T, kCells> take(const Plate<T>& p, const Columns<T, kCells>& columns, int y,
                                                  Pack<T, kCells> in) {
#pragma unroll
    for (int t = 0; t < kSteps; ++t) {
      const T left = __shfl_up_sync(0xffffffffu, in.cell[kCells - 1], 1);
      const T right = __shfl_down_sync(0xffffffffu, in.cell[0], 1);
      Pack<T, kCells> done;
      if constexpr (kMaterials) {
        done = level_of_materials(p, columns, y - t, t, in, left, right);
      } else {
        done = level(p, columns, y - t, t, in, left, right);
      }
      newest[t] = in;
      in = done;
    }
    return in;
  }

 private:
  // Row y has come in at time t: row y - 1 is done, row y half.
  __device__ __forceinline__ Pack<T, kCells> level(const Plate<T>& p, const Columns<T, kCells>& columns, int y, int t,
                                                   const Pack<T, kCells>& in, T left, T right) {
    Pack<T, kCells> down = in, up = newest[t], done;
    bool row_held = false;
    if constexpr (kNear != Near::nothing) {
      row_held = (y == 1 && p.top.held) || (y == p.height && p.bottom.held);
      if (y == p.height && !p.bottom.wraps) {
#pragma unroll
        for (int i = 0; i < kCells; ++i) down.cell[i] = ghost(p.bottom, newest[t].cell[i]);
      }
      if (y == 0 && !p.top.wraps) {
#pragma unroll
        for (int i = 0; i < kCells; ++i) up.cell[i] = ghost(p.top, in.cell[i]);
      }
    }
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      T beside_left = i > 0 ? in.cell[i > 0 ? i - 1 : 0] : left;
      T beside_right = i < kCells - 1 ? in.cell[i < kCells - 1 ? i + 1 : 0] : right;
      if constexpr (kNear == Near::sides) {
        if (i == 0 && columns.first) beside_left = ghost(p.left, in.cell[i]);
        if (columns.last >> i & 1) beside_right = ghost(p.right, in.cell[i]);
      }
      done.cell[i] = plain_finish(p, half[t].cell[i], newest[t].cell[i], down.cell[i]);
      half[t].cell[i] = plain_partial(p, in.cell[i], beside_left, beside_right, up.cell[i]);
      if (kNear != Near::nothing && row_held) done.cell[i] = newest[t].cell[i];
      if (kNear == Near::sides && (columns.held >> i & 1)) done.cell[i] = newest[t].cell[i];
    }
    return done;
  }

  // The same where each cell has a material, which is there for cells inside alone.
  __device__ __forceinline__ Pack<T, kCells> level_of_materials(const Plate<T>& p, const Columns<T, kCells>& columns, int y,
                                                                int t, const Pack<T, kCells>& in, T left, T right) {
    constexpr bool kEdges = kNear != Near::nothing;
    const int in_row = kEdges ? index_of(y, p.height, p.top.wraps) : y;
    const int done_row = kEdges ? index_of(y - 1, p.height, p.top.wraps) : y - 1;
    Pack<T, kCells> done = {};
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      const T beside_left = i > 0 ? in.cell[i > 0 ? i - 1 : 0] : left;
      const T beside_right = i < kCells - 1 ? in.cell[i < kCells - 1 ? i + 1 : 0] : right;
      const int x = kEdges ? index_of(columns.x + i, p.width, p.left.wraps) : columns.x + i;
      if (!kEdges || (x >= 0 && done_row >= 0)) {
        done.cell[i] =
            finish<T, true, kEdges>(p, x, done_row, half[t].cell[i], newest[t].cell[i], in.cell[i]);
      }
      half[t].cell[i] = 0;
      if (!kEdges || (x >= 0 && in_row >= 0)) {
        half[t].cell[i] =
            partial<T, true, kEdges>(p, x, in_row, in.cell[i], beside_left, beside_right, newest[t].cell[i]);
      }
    }
    return done;
  }
};

template <class T, bool kMaterials, int kSteps, int kCells, Near kNear>
__device__ __forceinline__ void stream_strip(const Plate<T>& p, const T* now, T* next, int x, int first, int last,
                                             bool stores) {
  const Columns<T, kCells> columns(p, x);
  Stream<T, kMaterials, kSteps, kCells, kNear> stream;
#pragma unroll
  for (int t = 0; t < kSteps; ++t) stream.newest[t] = stream.half[t] = {};

  constexpr int kAhead = 2;  // rows that are under way while one is computed
  const int end = last + kSteps;
  Pack<T, kCells> ahead[kAhead];
#pragma unroll
  for (int k = 0; k < kAhead; ++k) ahead[k] = load_row<kCells, kNear>(p, now, x, min(first - kSteps + k, end - 1));
  for (int start = first - kSteps; start < end; start += kAhead) {
    // Two rows a turn: what was the newer row is the older one in the next, without a move from register to register.
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      const int y = start + k, done = y - kSteps;
      const Pack<T, kCells> in = ahead[k];
      ahead[k] = load_row<kCells, kNear>(p, now, x, min(y + kAhead, end - 1));
      const Pack<T, kCells> out = stream.take(p, columns, y, in);
      if (!stores || done < first || done >= last) continue;
      if constexpr (kNear != Near::sides) {
        store_pack(next + done * p.pitch + x, out);
      } else {
#pragma unroll
        for (int i = 0; i < kCells; ++i) {
          if (x + i < p.width) next[done * p.pitch + x + i] = out.cell[i];
        }
      }
    }
  }
}

// Which strip and which stretch of rows a block has. Those at the sides take longest, those at the ends a little longer:
// they come first, so that none of them is left alone at the end.
struct Place {
  int strip, stretch;
};
__device__ __forceinline__ Place place_of(int block, int strips, int stretches) {
  const int at_sides = min(strips, 2) * stretches, inner = strips - 2, at_ends = min(stretches, 2) * inner;
  if (block < at_sides) return {block < stretches ? 0 : strips - 1, block % stretches};
  block -= at_sides;
  if (block < at_ends) return {1 + block % inner, block < inner ? 0 : stretches - 1};
  block -= at_ends;
  return {1 + block % inner, 1 + block / inner};
}

template <class T, bool kMaterials, int kSteps, int kCells>
__global__ void __launch_bounds__(128, Strip<T, kSteps, kCells>::kBlocks)
    temporal_kernel(Plate<T> p, const T* now, T* next, int strips, int stretches, int rows) {
  using Shape = Strip<T, kSteps, kCells>;
  const Place place = place_of(blockIdx.x, strips, stretches);
  const int first = (place.stretch * blockDim.y + threadIdx.y) * rows, last = min(first + rows, p.height);
  if (first >= p.height) return;
  const int warp_x = place.strip * Shape::kUseful - Shape::kRim, offset = threadIdx.x * kCells, x = warp_x + offset;
  const bool stores = offset >= Shape::kRim && offset < Shape::kColumns - Shape::kRim;
  const bool sides = warp_x < 1 || warp_x + Shape::kColumns > p.width - 1;
  // The higher levels look at the materials of rows further up, though not at temperatures.
  const bool ends = first - (kMaterials ? 2 : 1) * kSteps < 1 || last + kSteps > p.height - 1;
  if (sides) {
    stream_strip<T, kMaterials, kSteps, kCells, Near::sides>(p, now, next, x, first, last, stores);
  } else if (ends) {
    stream_strip<T, kMaterials, kSteps, kCells, Near::ends>(p, now, next, x, first, last, stores);
  } else {
    stream_strip<T, kMaterials, kSteps, kCells, Near::nothing>(p, now, next, x, first, last, stores);
  }
}

}  // namespace warplight::heat
