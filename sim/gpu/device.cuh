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
__device__ inline void atomic_add(float4* to, float4 value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  atomicAdd(&to->x, value.x);
  atomicAdd(&to->y, value.y);
  atomicAdd(&to->z, value.z);
  atomicAdd(&to->w, value.w);
#else
  atomicAdd(to, value);
#endif
}

}  // namespace warplight
