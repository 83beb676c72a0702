// The vector kernel, made to stand in a long row of launches: a small grid is done in a microsecond, and as much again
// goes by until the next launch has begun.
//
// Many steps are recorded once and queued by one call (a CUDA Graph), so that the processor is out of the way. On sm_90 a
// launch may begin while the one before is at its end: its blocks are in place when the last store is seen, and wait for
// that alone. What bounds it then is how long one step takes from its first load to its last store.
#pragma once

#include "sim/heat/kernels/vector.cuh"

namespace warplight::heat {

template <class T, bool kMaterials, int kRows>
__global__ void graph_kernel(Plate<T> p, const T* now, T* next) {
  let_next_begin();
  wait_for_previous();
  step_warp<T, kMaterials, kRows, kPackCells<T>>(p, now, next);
}

}  // namespace warplight::heat
