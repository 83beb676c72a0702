// For each kind of fault a small kernel that has it, and a twin that is right. The faulty line is marked.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::lens_test {

template <bool kFaulty>
__global__ void read_past_end_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[kFaulty ? i + 1 : i];  // fault: read_past_end
}

template <bool kFaulty>
__global__ void write_before_start_kernel(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[kFaulty ? i - 1 : i] = 1.0f;  // fault: write_before_start
}

template <bool kFaulty>
__global__ void shared_past_end_kernel(float* out) {
  float* tile = dynamic_shared<float>();
  tile[kFaulty ? threadIdx.x + 1 : threadIdx.x] = 1.0f;  // fault: shared_past_end
  __syncthreads();
  out[threadIdx.x] = 1.0f;
}

template <bool kFaulty>
__global__ void static_past_end_kernel(float* out) {
  __shared__ float row[64];
  row[kFaulty ? 64 + threadIdx.x : threadIdx.x] = 1.0f;  // fault: static_past_end
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

__constant__ float weights[5] = {1, 4, 6, 4, 1};
__constant__ int untouched[2];  // zeros

template <bool kFaulty>
__global__ void constant_past_end_kernel(float* out) {
  out[threadIdx.x] = weights[kFaulty ? threadIdx.x : threadIdx.x % 5];  // fault: constant_past_end
}

template <bool kFaulty>
__global__ void constant_written_kernel(float* out) {
  if (kFaulty) weights[2] = 5.0f;  // fault: constant_written
  out[threadIdx.x] = weights[2] + static_cast<float>(untouched[threadIdx.x % 2]);
}

template <bool kFaulty>
__global__ void misaligned_kernel(const float* in, float* out) {
  const float4 four = *reinterpret_cast<const float4*>(in + 4 * threadIdx.x + (kFaulty ? 1 : 0));  // fault: misaligned
  out[threadIdx.x] = four.x + four.w;
}

template <bool kFaulty>
__global__ void read_unwritten_kernel(float* scratch, float* out) {
  if (!kFaulty || threadIdx.x != 7) scratch[threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = scratch[threadIdx.x];  // fault: read_unwritten
}

template <bool kFaulty>
__global__ void read_unwritten_shared_kernel(float* out) {
  __shared__ float tile[64];
  if (!kFaulty || threadIdx.x < 60) tile[threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // fault: read_unwritten_shared
}

template <bool kFaulty>
__global__ void shared_race_kernel(float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1.0f;
  if (!kFaulty) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // fault: shared_race
}

// Lanes of one warp: __syncwarp is enough there.
template <bool kFaulty>
__global__ void warp_race_kernel(float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = 1.0f;
  if (!kFaulty) __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];  // fault: warp_race
}

template <bool kFaulty>
__global__ void global_race_kernel(float* sum) {
  if (kFaulty) {
    if (threadIdx.x == 0) *sum += 1.0f;  // fault: global_race
  } else {
    if (threadIdx.x == 0) atomicAdd(sum, 1.0f);
  }
}

// Sixteen bytes at once: they don't meet with each other, but with a plain read of one of the four floats they do.
template <bool kFaulty>
__global__ void vector_atomic_race_kernel(float4* sum, float* out) {
  if (blockIdx.x > 0) atomic_add(&sum[threadIdx.x % 2], make_float4(1, 2, 3, 4));
  if (kFaulty && blockIdx.x == 0) out[threadIdx.x] = sum[threadIdx.x % 2].w;  // fault: vector_atomic_race
}

template <bool kFaulty>
__global__ void vector_atomic_past_end_kernel(float4* sum, int n) {
  atomic_add(&sum[kFaulty ? n : n - 1], make_float4(1, 2, 3, 4));  // fault: vector_atomic_past_end
}

template <bool kFaulty>
__global__ void vector_atomic_misaligned_kernel(float* sum) {
  float4* const four = reinterpret_cast<float4*>(sum + (kFaulty ? 2 : 4));
  atomic_add(four, make_float4(1, 2, 3, 4));  // fault: vector_atomic_misaligned
}

template <bool kFaulty>
__global__ void vector_atomic_unwritten_kernel(float4* sum) {
  if (!kFaulty) {
    if (threadIdx.x == 0) sum[0] = make_float4(0, 0, 0, 0);
    __syncthreads();
  }
  atomic_add(sum, make_float4(1, 2, 3, 4));  // fault: vector_atomic_unwritten
}

// Too late: what the atomic found there, nobody had written. The bytes beside it, read after they were written, are fine.
template <bool kFaulty>
__global__ void written_too_late_kernel(unsigned* counts) {
  auto* const bytes = reinterpret_cast<unsigned char*>(counts);
  if (!kFaulty && threadIdx.x == 0) bytes[0] = 1;
  if (kFaulty) atomicAdd(counts, 1u);  // fault: written_too_late
  __syncthreads();
  if (!kFaulty && bytes[0] != 1) return;
  __syncthreads();
  if (threadIdx.x == 0) *counts = 0;
}

// A GPU has no such instruction for shared memory.
template <bool kFaulty>
__global__ void vector_atomic_shared_kernel(float4* sum) {
  __shared__ float4 part;
  if (threadIdx.x == 0) part = make_float4(0, 0, 0, 0);
  __syncthreads();
  atomic_add(kFaulty ? &part : sum, make_float4(1, 2, 3, 4));  // fault: vector_atomic_shared
}

// Neighbours in one word don't meet, two threads at one byte do.
template <bool kFaulty>
__global__ void byte_race_kernel(unsigned char* out) {
  out[kFaulty ? threadIdx.x / 2 : threadIdx.x] = 1;  // fault: byte_race
}

template <bool kFaulty>
__global__ void divergent_barrier_kernel(float* out) {
  if (!kFaulty || threadIdx.x < 40) __syncthreads();  // fault: divergent_barrier
  out[threadIdx.x] = 1.0f;
}

template <bool kFaulty>
__global__ void divergent_warp_kernel(float* out) {
  float x = static_cast<float>(threadIdx.x);
  if (kFaulty && threadIdx.x < 8) {
    __syncwarp(0xffu);
    __syncthreads();
  }
  x += __shfl_xor_sync(0xffffffffu, x, 1);  // fault: divergent_warp
  if (!kFaulty || threadIdx.x >= 8) __syncthreads();
  out[threadIdx.x] = x;
}

template <bool kFaulty>
__global__ void wrong_mask_kernel(float* out) {
  float x = static_cast<float>(threadIdx.x);
  if (threadIdx.x >= 16) x += __shfl_down_sync(kFaulty ? 0xffffu : 0xffff0000u, x, 1, 16);  // fault: wrong_mask
  out[threadIdx.x] = x;
}

// Half a warp names all of it, the other half never comes.
template <bool kFaulty>
__global__ void mask_of_all_kernel(float* out) {
  float x = static_cast<float>(threadIdx.x);
  if (threadIdx.x < 16) x += __shfl_xor_sync(kFaulty ? 0xffffffffu : 0xffffu, x, 1);  // fault: mask_of_all
  __syncthreads();
  out[threadIdx.x] = x;
}

template <bool kFaulty>
__global__ void endless_kernel(float* out) {
  int i = 0;
  while (i < 100) {  // fault: endless
    out[threadIdx.x] = static_cast<float>(i);
    if (!kFaulty || threadIdx.x != 3) ++i;
  }
}

template <bool kFaulty>
__device__ __attribute__((noinline)) float deep(float x, int levels) {
  volatile float kept[256];
  kept[levels % 256] = x;
  return levels == 0 ? x : deep<kFaulty>(x, levels - 1) + kept[levels % 256];  // fault: stack
}
template <bool kFaulty>
__global__ void stack_kernel(float* out) {
  out[threadIdx.x] = deep<kFaulty>(1.0f, kFaulty ? 1000 : 3);
}

}  // namespace warplight::lens_test
