// ceilings: kernels that do one thing and nothing else, as fast as this GPU can: what others are held against.
//
// copy and read move 16 bytes a thread and step: bound by memory, or by the L2 cache where all of it fits there. fma
// and root are chains of one instruction, eight side by side in each thread so that none waits for the one before.
// empty does nothing: what it takes is the launch itself.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::gpu {

__global__ void copy_kernel(const float4* from, float4* to, long long n) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) to[i] = from[i];
}

// Each block reads another piece in each pass, so that it never finds in its L1 cache what it read before. `n` is a
// multiple of the grid's threads.
__global__ void read_kernel(const float4* from, long long n, int passes, float* never) {
  float sum = 0;
  const long long piece = n / gridDim.x;
  for (int pass = 0; pass < passes; ++pass) {
    const float4* const start = from + (blockIdx.x + pass * 37ll) % gridDim.x * piece;
#pragma unroll 4
    for (long long i = threadIdx.x; i < piece; i += blockDim.x) {
      const float4 value = start[i];
      sum += value.x + value.y + value.z + value.w;
    }
  }
  if (sum == -1) *never = sum;  // the buffer holds zeros: it never is, but the compiler can't know
}

constexpr int kChains = 8;

// The factor is a number in the instruction: three different registers would be more than the register file delivers in a
// clock.
template <class T>
__global__ void fma_kernel(T summand, int rounds, T* never) {
  T x[kChains];
  for (int c = 0; c < kChains; ++c) x[c] = static_cast<T>(threadIdx.x + c);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int again = 0; again < 16; ++again) {
#pragma unroll
      for (int c = 0; c < kChains; ++c) x[c] = x[c] * T(0.5) + summand;
    }
  }
  T sum = 0;
  for (int c = 0; c < kChains; ++c) sum += x[c];
  if (sum == -1) *never = sum;
}

__global__ void root_kernel(int rounds, float* never) {
  float x[kChains];
  for (int c = 0; c < kChains; ++c) x[c] = static_cast<float>(threadIdx.x + c + 2);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int again = 0; again < 16; ++again) {
#pragma unroll
      for (int c = 0; c < kChains; ++c) x[c] = fast_rsqrt(x[c]);
    }
  }
  float sum = 0;
  for (int c = 0; c < kChains; ++c) sum += x[c];
  if (sum == -1) *never = sum;
}

__global__ void empty_kernel() {}

}  // namespace warplight::gpu
