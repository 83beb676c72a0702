// Kernels whose figures are known by heart: what a profiler gives for them is in every textbook.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::lens_test {

// Each thread copies the element `stride` after its neighbour's.
__global__ void strided_copy_kernel(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

__global__ void float4_copy_kernel(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void transpose_naive_kernel(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// kPad = 0: a column of the tile lies in one bank.
template <int kPad>
__global__ void transpose_tiled_kernel(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + kPad];
  const int column = blockIdx.x * 32, row = blockIdx.y * 32;
  tile[threadIdx.y][threadIdx.x] = in[(row + threadIdx.y) * n + column + threadIdx.x];
  __syncthreads();
  out[(column + threadIdx.y) * n + row + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// The textbook's first reduction: the stride grows, so that lanes meet in fewer and fewer banks.
__global__ void reduce_strided_kernel(const float* in, float* out) {
  __shared__ float part[256];
  part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    const unsigned i = 2 * stride * threadIdx.x;
    if (i < 256) part[i] += part[i + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// Half of each warp goes one way, half the other, `rounds` times.
__global__ void parting_kernel(float* out, int rounds) {
  float x = 0;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x % 2 == 0) {
      x += sqrtf(x + 1.0f);
    } else {
      x -= 0.5f * x;
    }
    out[threadIdx.x] = x;
  }
}

// All that lanes can do together, one result a slot.
__global__ void together_kernel(unsigned* out) {
  const unsigned all = 0xffffffffu;
  const int lane = threadIdx.x;
  out[lane] = __shfl_sync(all, lane * 10, 5);
  out[32 + lane] = __shfl_up_sync(all, lane, 3u);
  out[64 + lane] = __shfl_down_sync(all, lane, 3u, 16);
  out[96 + lane] = __shfl_xor_sync(all, lane, 16);
  out[128 + lane] = __ballot_sync(all, lane % 3 == 0);
  out[160 + lane] = __match_any_sync(all, lane / 8);
  out[192 + lane] = __all_sync(all, lane < 32) * 2 + __any_sync(all, lane == 40);
  out[224 + lane] = __syncthreads_count(lane < 7);
  out[256 + lane] = __syncthreads_or(lane == 31) * 2 + __syncthreads_and(lane != 0);
  out[288 + lane] = __reduce_add_sync(all, static_cast<unsigned>(lane));
  unsigned active = 0;
  if (lane < 4) active = __activemask();
  out[320 + lane] = active;
}

__global__ void atomics_kernel(int* counts, float* sum, unsigned long long* most) {
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  atomicAdd(&local, 1);
  atomicMax(most, static_cast<unsigned long long>(blockIdx.x * blockDim.x + threadIdx.x));
  atomicAdd(sum, 0.5f);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counts[blockIdx.x], local);
}

// The last block to arrive adds up what the others left: ordered by a fence and an atomic.
__global__ void last_block_kernel(float* part, unsigned* arrived, float* sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = 1.0f;
    __threadfence();
    last = atomicAdd(arrived, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += part[b];
    *sum = total;
  }
}

__global__ void dimensions_kernel(unsigned* out) {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = 1000 * block + thread;
}

}  // namespace warplight::lens_test
