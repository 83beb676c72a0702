// watch: finds the first value of a buffer that is a NaN or an infinity.
//
// Reads every value once and writes nothing where all is well: bound by memory. 65 536 bodies are 3 MB out of the caches,
// three launches of some 3 µs after a step of 1.5 ms; a plate of 8192 x 8192 cells is a read of 268 MB in each frame.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::gpu {

// Rows of `width` values, `pitch` values from a row to the next. first: the smallest key so far (found_of in watch.h says
// what it holds); `key` is one of this look, its item 0. Steps come in order, so an earlier one stays.
template <class T>
__global__ void watch_kernel(const T* values, long long width, long long height, long long pitch, int values_an_item,
                             unsigned long long key, unsigned long long* first) {
  constexpr T kLargest = sizeof(T) == 8 ? T(1.7976931348623157e308) : T(3.402823466e38);
  for (long long y = blockIdx.y; y < height; y += gridDim.y) {
    const T* row = values + y * pitch;
    for (long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; x < width;
         x += static_cast<long long>(gridDim.x) * blockDim.x) {
      if (row[x] <= kLargest && row[x] >= -kLargest) continue;  // finite; a NaN is not
      atomicMin(first, key | static_cast<unsigned long long>((y * width + x) / values_an_item));
      return;  // what follows in this thread lies further on
    }
  }
}

}  // namespace warplight::gpu
