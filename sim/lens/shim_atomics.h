// CUDA's atomics on global and shared memory. The engine defines and records them.
#pragma once

#include "sim/lens/shim_vectors.h"

#define WARPLIGHT_LENS_ATOMICS(T)                          \
  T atomicAdd(T* address, T value) noexcept;               \
  T atomicExch(T* address, T value) noexcept;
#define WARPLIGHT_LENS_INTEGER_ATOMICS(T)                  \
  T atomicSub(T* address, T value) noexcept;               \
  T atomicMin(T* address, T value) noexcept;               \
  T atomicMax(T* address, T value) noexcept;               \
  T atomicAnd(T* address, T value) noexcept;               \
  T atomicOr(T* address, T value) noexcept;                \
  T atomicXor(T* address, T value) noexcept;               \
  T atomicCAS(T* address, T expected, T value) noexcept;

#define WARPLIGHT_LENS_INTEGER_ATOMIC_TYPES(use) use(int) use(unsigned) use(unsigned long long)
#define WARPLIGHT_LENS_ATOMIC_TYPES(use) WARPLIGHT_LENS_INTEGER_ATOMIC_TYPES(use) use(float) use(double)

WARPLIGHT_LENS_ATOMIC_TYPES(WARPLIGHT_LENS_ATOMICS)
WARPLIGHT_LENS_INTEGER_ATOMIC_TYPES(WARPLIGHT_LENS_INTEGER_ATOMICS)
unsigned atomicInc(unsigned* address, unsigned limit) noexcept;
unsigned atomicDec(unsigned* address, unsigned limit) noexcept;

// Each member by itself is atomic, all together are not: as on a GPU (from sm_90 on, in global memory alone).
float2 atomicAdd(float2* address, float2 value) noexcept;
float4 atomicAdd(float4* address, float4 value) noexcept;
