// watch: finds the first item of a buffer that holds a NaN or an infinity.
//
// Reads every value once and writes nothing where all is well: bound by memory, 48 bytes a body. At 65 536 bodies that is
// 3 MB out of the caches, three launches of some 3 µs after a step of 1.5 ms; from a million on below a ten thousandth.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::gpu {

// first: the smallest key so far, step << 32 | part << 30 | item. Steps come in order, so an earlier one stays.
__global__ void watch_kernel(const float* values, long long count, int values_an_item, unsigned step, unsigned part,
                             unsigned long long* first) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long k = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; k < count; k += stride) {
    if (fabsf(values[k]) <= 3.402823466e38f) continue;  // finite; a NaN is not
    const unsigned item = static_cast<unsigned>(k / values_an_item);
    atomicMin(first, static_cast<unsigned long long>(step) << 32 | (part << 30 | item));
    return;  // what follows in this thread lies further on
  }
}

}  // namespace warplight::gpu
