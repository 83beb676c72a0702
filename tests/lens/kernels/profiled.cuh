// Small kernels whose memory access is known, to hold the lens against a profiler: see docs/lens.md.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::profiled {

constexpr int kTile = 32;

// Every lane its neighbour's neighbour: 4 sectors a request at stride 1, 32 at stride 8 and above.
__global__ void strided_copy_kernel(float* out, const float* in, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

// 16 bytes a lane: 16 sectors a request, all of them needed.
__global__ void vector_copy_kernel(float4* out, const float4* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// Reads rows, writes columns: 4 sectors a load, 32 a store.
__global__ void transpose_naive_kernel(float* out, const float* in, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

// Through shared memory: 4 sectors both ways. Rows of 32 floats put a column into one bank (32-way conflicts), rows of 33
// into 32 banks (none).
template <int kPadding>
__global__ void transpose_tile_kernel(float* out, const float* in, int n) {
  __shared__ float tile[kTile][kTile + kPadding];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// The sum of each block by halving, with the stride doubling: the conflicts and the idle lanes of the first lecture.
__global__ void sum_interleaved_kernel(float* sums, const float* in, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned at = 2 * stride * threadIdx.x;
    if (at < blockDim.x) part[at] += part[at + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

// Rows of 32 lanes that begin one float past a sector's border: 5 sectors a request where 4 would do.
__global__ void shifted_copy_kernel(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

}  // namespace warplight::profiled
