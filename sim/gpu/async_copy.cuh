// Copies from global to shared memory that go on while the thread computes (sm_80 and newer; before, and under the lens, they
// are done at once). They need no register on the way, so that many can be in flight.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight {

// Begins to copy kBytes: 16, 8 or 4. Both addresses are multiples of that; `to` is in shared memory.
template <int kBytes>
__device__ __forceinline__ void begin_copy(void* to, const void* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (kBytes == 16) {  // past the first cache
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(from), "n"(kBytes) : "memory");
  }
#else
  if constexpr (kBytes == 16) *static_cast<float4*>(to) = *static_cast<const float4*>(from);
  if constexpr (kBytes == 8) *static_cast<double*>(to) = *static_cast<const double*>(from);
  if constexpr (kBytes == 4) *static_cast<float*>(to) = *static_cast<const float*>(from);
#endif
}

// What a thread has begun to copy since the last time is a group, though it be nothing.
__device__ __forceinline__ void end_copy_group() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits until at most `kNewest` of the thread's own groups are under way.
template <int kNewest>
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(kNewest) : "memory");
#endif
}

}  // namespace warplight
