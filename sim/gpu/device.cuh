// What differs by compiler, for kernel files: the only header that they share across labs. Compiled by nvcc, by NVRTC
// (which finds no standard headers, so none are here) and, through the shim, by the host compiler.
#pragma once

#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#include "sim/lens/shim.h"
#endif

namespace warplight {

// 1 / sqrt(x). One MUFU.RSQ instruction where denormals are flushed (-ftz=true, set for all kernels in CMake): without
// the flush the compiler adds three instructions that scale tiny x.
__device__ inline float fast_rsqrt(float x) { return rsqrtf(x); }

// The block's dynamic shared memory, seen as an array of T. Its size is the launcher's Shape::shared_bytes.
template <class T>
__device__ inline T* dynamic_shared() {
#if defined(__CUDA_ARCH__)
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
#elif !defined(__CUDACC__)
  return static_cast<T*>(shim_dynamic_shared());
#else
  return nullptr;  // nvcc's pass over the host's code: never run
#endif
}

// Adds to four floats in global memory at once. Each of them is atomic, the four together are not. sm_90 has one
// instruction for it, chips before it take four.
__device__ __forceinline__ void atomic_add(float4* to, float4 value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  atomicAdd(&to->x, value.x);
  atomicAdd(&to->y, value.y);
  atomicAdd(&to->z, value.z);
  atomicAdd(&to->w, value.w);
#else
  atomicAdd(to, value);
#endif
}

// Numbers of 16 bits (IEEE binary16), as they are stored; rounded to the nearest, ties to even.
struct Half {
  unsigned short bits;
};
__device__ __forceinline__ float widened(Half half) {
#if defined(__CUDA_ARCH__)
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half.bits));
  return value;
#elif !defined(__CUDACC__)
  return shim_half_to_float(half.bits);
#else
  return 0;
#endif
}
__device__ __forceinline__ Half halved(float value) {
#if defined(__CUDA_ARCH__)
  Half half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(value));
  return half;
#elif !defined(__CUDACC__)
  return {shim_float_to_half(value)};
#else
  return {};
#endif
}

// For launches whose Shape is overlapped: they may begin while the launch before is at its end. wait_for_previous()
// returns when that has ended and what it wrote can be seen: nothing of it is touched before. let_next_begin() allows the
// next launch to do the same.
__device__ __forceinline__ void wait_for_previous() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__device__ __forceinline__ void let_next_begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

// Every thread of the grid waits here for all others and then sees what they wrote: for launches whose Shape is
// cooperative. As cooperative_groups::this_grid().sync() does it, whose header NVRTC does not find: the driver hands such
// a launch the address of a counter; every block adds one, the first block so much that the counter's top bit turns when
// all have come.
__device__ __forceinline__ void grid_sync() {
#if defined(__CUDA_ARCH__)
  unsigned high, low;
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  const unsigned long long workspace = static_cast<unsigned long long>(high) << 32 | low;
  if (workspace == 0) __trap();  // the launch was not cooperative
  unsigned* const arrived = reinterpret_cast<unsigned*>(workspace) + 1;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    const bool first_block = blockIdx.x + blockIdx.y + blockIdx.z == 0;
    const unsigned share = first_block ? 0x80000000u - (gridDim.x * gridDim.y * gridDim.z - 1) : 1u;
    unsigned before, now;
    asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(arrived), "r"(share) : "memory");
    do {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
    } while (((before ^ now) & 0x80000000u) == 0);
  }
  __syncthreads();
#elif !defined(__CUDACC__)
  shim_sync_grid();
#endif
}

}  // namespace warplight
