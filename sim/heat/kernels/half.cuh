// The field in numbers of 16 bits: half the bytes a cell, and so, where memory is the bound, twice the cells.
//
// The arithmetic is that of the other rungs; each result is rounded to 11 bits, a part in 2048 of the temperature. Where a
// cell changes by less than that in a step, it does not change at all: the field stands still, and no better kernel
// helps. The first step reads the field as it was lent and the last one writes it back; between them it is in halves.
#pragma once

#include "sim/heat/kernels/vector.cuh"

namespace warplight::heat {

template <class T, bool kMaterials, class From, class To>
__global__ void half_kernel(Plate<T> p, const From* now, To* next) {
  step_warp<T, kMaterials, 2, 8>(p, now, next);
}

}  // namespace warplight::heat
