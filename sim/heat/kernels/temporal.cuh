// Several steps a pass: a warp streams down a strip of columns, and each row that comes in carries kSteps rows behind it one
// step further, all in registers.
//
// Level t of the stream holds the newest row at time t and the half-done row above it (see cell.cuh). A row that comes in
// finishes the row before it, which goes on to the next level. So a cell is read and written once for kSteps steps: the
// memory's 8 bytes a cell and step become 8 / kSteps, and the arithmetic, 5 operations a cell and step, is what is left.
// Rows are fetched eight ahead through shared memory, which takes no registers: else a warp waits a third of its time for
// them. The price: at a strip's sides kSteps columns, above and below it kSteps rows, are computed twice.
#pragma once

#include "sim/gpu/async_copy.cuh"
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
  // The rows of a warp that are on their way, in shared memory.
  static constexpr int kAhead = 8;
  static constexpr int kWarps = 4;
};

// What a warp has to look at: whether rows beyond the plate's ends, or columns beyond its sides, are among its own.
struct Inside {
  static constexpr bool kEnds = false, kSides = false;
};
struct AtEnds {
  static constexpr bool kEnds = true, kSides = false;
};
struct AtSides {
  static constexpr bool kEnds = false, kSides = true;
};
struct AtCorners {
  static constexpr bool kEnds = true, kSides = true;
};

// The row or column of that number, behind a wrapped side that of the opposite one; -1: not there.
__device__ __forceinline__ int index_of(int i, int n, int wraps) {
  if (i >= 0 && i < n) return i;
  return wraps ? (i % n + n) % n : -1;
}

// The cells of a lane, and where the sides are. What lies beside the plate is computed like all else, but before each step
// the first cell beyond a side that does not wrap becomes the ghost of the one within.
template <class T, int kCells, class Where>
struct Columns {
  int x;
  bool beyond_left, beyond_right;  // the ghost is the lane's last cell, is one of its cells
  bool holds_first, holds_last;    // the lane's first cell, one of its cells is at a side and keeps its temperature
  int ghost_cell, last_cell;       // which one, at the right side; the same for all lanes

  __device__ __forceinline__ Columns(const Plate<T>& p, int lane_x) : x(lane_x) {
    if constexpr (!Where::kSides) return;
    beyond_left = x == -kCells && !p.left.wraps;
    beyond_right = x <= p.width && p.width < x + kCells && !p.right.wraps;
    ghost_cell = p.width % kCells;
    holds_first = x == 0 && p.left.held;
    holds_last = x < p.width && p.width <= x + kCells && p.right.held;
    last_cell = (p.width - 1) % kCells;
  }
};

// The rows that a warp streams over: begins to copy them into a ring of the lane's own, kAhead before they are taken.
template <class T, int kCells, class Where, int kAhead>
struct Feed {
  static constexpr int kRow = 32 * kCells;  // values of a row of the ring: of all lanes
  static constexpr int kAtOnce = 16 / static_cast<int>(sizeof(T));
  const Plate<T>& p;
  const T* now;
  T* ring;
  int x, next_row, end_row, last_row, slot = 0;
  int whole;  // where the lane's pack begins, which may be behind a side; or -1

  __device__ __forceinline__ Feed(const Plate<T>& plate, const T* from, T* lanes_ring, int lane_x, int first, int end)
      : p(plate), now(from), ring(lanes_ring), x(lane_x), next_row(first), last_row(end - 1) {
    end_row = first + (end - first + 1) / 2 * 2;  // two are taken a turn
    whole = x >= 0 && x + kCells <= p.width ? x : p.width % kCells == 0 ? index_of(x, p.width, p.left.wraps) : -1;
#pragma unroll 1
    for (int k = 0; k < kAhead; ++k) fetch(k);
  }

  __device__ __forceinline__ Pack<T, kCells> take() {
    wait_for_copies<kAhead - 1>();
    const Pack<T, kCells> row = load_pack<kCells>(ring + slot * kRow);
    fetch(slot);
    slot = (slot + 1) % kAhead;
    return row;
  }

 private:
  __device__ __forceinline__ void fetch(int to) {
    if (next_row < end_row) fetch_row(ring + to * kRow, min(next_row, last_row));
    ++next_row;
    end_copy_group();
  }
  __device__ __forceinline__ void fetch_row(T* to, int row) {
    if constexpr (Where::kEnds) row = index_of(row, p.height, p.top.wraps);
    if ((!Where::kEnds || row >= 0) && (!Where::kSides || whole >= 0)) {
      const T* const from = now + row * p.pitch + (Where::kSides ? whole : x);
#pragma unroll
      for (int i = 0; i < kCells; i += kAtOnce) begin_copy<16>(to + i, from + i);
    } else {
#pragma unroll
      for (int i = 0; i < kCells; ++i) {
        const int column = row >= 0 ? index_of(x + i, p.width, p.left.wraps) : -1;
        if (column >= 0) {
          begin_copy<sizeof(T)>(to + i, now + row * p.pitch + column);
        } else {
          to[i] = 0;
        }
      }
    }
  }
};

// All levels of a strip. Cells outside of the plate are computed like others: no cell inside looks at them.
template <class T, bool kMaterials, int kSteps, int kCells, class Where>
struct Stream {
  using Lanes = Columns<T, kCells, Where>;
  Pack<T, kCells> newest[kSteps], half[kSteps];

  // Takes in row y at time 0 and gives out row y - kSteps at time kSteps.
  __device__ __forceinline__ Pack<T, kCells> take(const Plate<T>& p, const Lanes& columns, int y, const Pack<T, kCells>& in) {
    // Most rows of a warp that comes near the plate's ends don't lie at one.
    if (Where::kEnds && (y < kSteps + 1 || y >= p.height)) return take_all<true>(p, columns, y, in);
    return take_all<kMaterials && Where::kEnds>(p, columns, y, in);
  }

 private:
  template <bool kEnds>
  __device__ __forceinline__ Pack<T, kCells> take_all(const Plate<T>& p, const Lanes& columns, int y, Pack<T, kCells> in) {
#pragma unroll
    for (int t = 0; t < kSteps; ++t) {
      Pack<T, kCells> done;
      if constexpr (kMaterials) {
        done = level_of_materials(p, columns, y - t, t, in);
      } else {
        done = level<kEnds>(p, columns, y - t, t, in);
      }
      newest[t] = in;
      in = done;
    }
    return in;
  }

  // Row y has come in at time t: row y - 1 is done, row y half.
  template <bool kEnds>
  __device__ __forceinline__ Pack<T, kCells> level(const Plate<T>& p, const Lanes& columns, int y, int t,
                                                   Pack<T, kCells>& in) {
    if constexpr (Where::kSides) make_ghosts(p, columns, in);
    const T left = __shfl_up_sync(0xffffffffu, in.cell[kCells - 1], 1);
    const T right = __shfl_down_sync(0xffffffffu, in.cell[0], 1);
    Pack<T, kCells> down = in, up = newest[t], done;
    if constexpr (kEnds) {
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
      const T before = i > 0 ? in.cell[i > 0 ? i - 1 : 0] : left;
      const T after = i < kCells - 1 ? in.cell[i < kCells - 1 ? i + 1 : 0] : right;
      done.cell[i] = plain_finish(p.kx, p.ratio, half[t].cell[i], newest[t].cell[i], down.cell[i]);
      half[t].cell[i] = plain_partial(p, in.cell[i], before, after, up.cell[i]);
    }
    if constexpr (Where::kSides) {
      if (columns.holds_first) done.cell[0] = newest[t].cell[0];
#pragma unroll
      for (int i = 0; i < kCells; ++i) {
        if (columns.last_cell == i && columns.holds_last) done.cell[i] = newest[t].cell[i];
      }
    }
    if constexpr (kEnds) {
      if ((y == 1 && p.top.held) || (y == p.height && p.bottom.held)) done = newest[t];
    }
    return done;
  }

  __device__ __forceinline__ static void make_ghosts(const Plate<T>& p, const Lanes& columns, Pack<T, kCells>& in) {
    const T right = __shfl_down_sync(0xffffffffu, in.cell[0], 1);
    if (columns.beyond_left) in.cell[kCells - 1] = ghost(p.left, right);
    const T left = __shfl_up_sync(0xffffffffu, in.cell[kCells - 1], 1);
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
      if (columns.ghost_cell != i) continue;
      if (columns.beyond_right) in.cell[i] = ghost(p.right, i > 0 ? in.cell[i > 0 ? i - 1 : 0] : left);
    }
  }

  // The same where each cell has a material, which is there for cells inside alone.
  __device__ __forceinline__ Pack<T, kCells> level_of_materials(const Plate<T>& p, const Lanes& columns, int y, int t,
                                                                const Pack<T, kCells>& in) {
    constexpr bool kEdges = Where::kEnds || Where::kSides;
    const T left = __shfl_up_sync(0xffffffffu, in.cell[kCells - 1], 1);
    const T right = __shfl_down_sync(0xffffffffu, in.cell[0], 1);
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

template <class Where, bool kMaterials, int kSteps, int kCells, class T>
__device__ __forceinline__ void stream_strip(const Plate<T>& p, const T* now, T* next, T* ring, int x, int first, int last,
                                             bool stores) {
  const Columns<T, kCells, Where> columns(p, x);
  Stream<T, kMaterials, kSteps, kCells, Where> stream;
#pragma unroll
  for (int t = 0; t < kSteps; ++t) stream.newest[t] = stream.half[t] = {};

  const int begin = first - kSteps, end = last + kSteps;
  Feed<T, kCells, Where, Strip<T, kSteps, kCells>::kAhead> feed(p, now, ring, x, begin, end);
  // Cells behind the width are nobody's, up to the pitch: whole packs are written.
  const int rows = stores && (!Where::kSides || x < p.width) ? last - first : 0;
  T* to = next + (static_cast<long long>(begin) - kSteps) * p.pitch + x;
  for (int start = begin; start < end; start += 2) {
    // Two rows a turn: what was the newer row is the older one in the next, with fewer moves from register to register.
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int y = start + k, done = y - kSteps - first;
      const Pack<T, kCells> out = stream.take(p, columns, y, feed.take());
      if (done >= 0 && done < rows) store_pack(to, out);
      to += p.pitch;
    }
  }
  wait_for_copies<0>();
}

// Which strip and which stretch of rows a block has. Those at the sides come first, so that none is left alone at the end.
struct Place {
  int strip, stretch, rows;
};
__device__ __forceinline__ Place place_of(int block, const Cut& cut) {
  const int at_sides = min(cut.strips, 2) * cut.side_stretches, inner = cut.strips - 2;
  if (block < at_sides) return {block < cut.side_stretches ? 0 : cut.strips - 1, block % cut.side_stretches, cut.side_rows};
  block -= at_sides;
  return {1 + block % inner, block / inner, cut.rows};
}

template <class T, bool kMaterials, int kSteps, int kCells>
__global__ void __launch_bounds__(128, Strip<T, kSteps, kCells>::kBlocks)
    temporal_kernel(Plate<T> p, const T* now, T* next, Cut cut) {
  using Shape = Strip<T, kSteps, kCells>;
  alignas(16) __shared__ T rings[Shape::kWarps][Shape::kAhead][Shape::kColumns];
  T* const ring = &rings[threadIdx.y][0][threadIdx.x * kCells];
  const Place place = place_of(blockIdx.x, cut);
  const int first = (place.stretch * blockDim.y + threadIdx.y) * place.rows, last = min(first + place.rows, p.height);
  if (first >= p.height) return;
  const int warp_x = place.strip * Shape::kUseful - Shape::kRim, offset = threadIdx.x * kCells, x = warp_x + offset;
  const bool stores = offset >= Shape::kRim && offset < Shape::kColumns - Shape::kRim;
  const bool sides = warp_x < 0 || warp_x + Shape::kColumns > p.width;
  // The higher levels look at the materials of rows further up, though not at temperatures.
  const bool ends = first - (kMaterials ? 2 : 1) * kSteps < 1 || last + kSteps > p.height - 1;
  if (sides && ends) {
    stream_strip<AtCorners, kMaterials, kSteps, kCells>(p, now, next, ring, x, first, last, stores);
  } else if (sides) {
    stream_strip<AtSides, kMaterials, kSteps, kCells>(p, now, next, ring, x, first, last, stores);
  } else if (ends) {
    stream_strip<AtEnds, kMaterials, kSteps, kCells>(p, now, next, ring, x, first, last, stores);
  } else {
    stream_strip<Inside, kMaterials, kSteps, kCells>(p, now, next, ring, x, first, last, stores);
  }
}

}  // namespace warplight::heat
