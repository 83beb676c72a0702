// Kernels whose blocks wait for each other, with the faults that such kernels have. The faulty line is marked.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::lens_test {

// In each round every block leaves a number, and then every block adds up what all have left. Both kinds of shared
// memory must outlive the waiting.
template <bool kFaulty>
__global__ void grid_rounds_kernel(unsigned* part, unsigned* sums, int rounds) {
  __shared__ unsigned sum;
  unsigned* const mine = dynamic_shared<unsigned>();
  mine[threadIdx.x] = blockIdx.x + 1;
  if (threadIdx.x == 0) sum = 0;
  for (int round = 1; round <= rounds; ++round) {
    if (threadIdx.x == 0) part[blockIdx.x] = round * mine[0];
    if (!kFaulty) grid_sync();
    if (threadIdx.x == 0) {
      for (unsigned b = 0; b < gridDim.x; ++b) sum += part[b];  // fault: grid_race
    }
    grid_sync();
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum * mine[threadIdx.x];
}

template <bool kFaulty>
__global__ void grid_left_kernel(float* out) {
  if (kFaulty && blockIdx.x == 2) return;
  grid_sync();  // fault: grid_left
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

template <bool kFaulty>
__global__ void grid_thread_left_kernel(float* out) {
  if (!kFaulty || blockIdx.x != 1 || threadIdx.x != 5) grid_sync();  // fault: grid_thread_left
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

template <bool kFaulty>
__global__ void grid_elsewhere_kernel(float* out) {
  if (kFaulty && blockIdx.x == 3) grid_sync();
  grid_sync();  // fault: grid_elsewhere
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

// Read before the barrier, written after it: no race, but nobody had written it.
template <bool kFaulty>
__global__ void grid_too_early_kernel(float* part, float* out) {
  if (!kFaulty && threadIdx.x == 0) part[blockIdx.x] = 1.0f;
  grid_sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = part[(blockIdx.x + 1) % gridDim.x];  // fault: grid_too_early
  grid_sync();
  if (threadIdx.x == 0) part[blockIdx.x] = 2.0f;
}

// What one block left in its shared memory is no other's.
template <bool kFaulty>
__global__ void grid_unwritten_kernel(float* out) {
  __shared__ float mine;
  if ((!kFaulty || blockIdx.x != 3) && threadIdx.x == 0) mine = 1.0f;
  grid_sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine;  // fault: grid_unwritten
}

__global__ void grid_sync_once_kernel(float* out) {
  grid_sync();  // fault: not_cooperative
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

}  // namespace warplight::lens_test
