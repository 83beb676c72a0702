// What a kernel asks of its block and its warp: indices, barriers, shuffles, votes. The engine defines them.
#pragma once

#include "sim/lens/shim_vectors.h"

// Constant, since for the thread that reads them they are: so the instrumentation leaves them alone. The engine sets
// them, by its own names, when it switches to another thread of the block.
extern __thread const uint3 threadIdx asm("warplight_lens_thread_index");
extern __thread const uint3 blockIdx asm("warplight_lens_block_index");
extern __thread const uint3 blockDim asm("warplight_lens_block_size");
extern __thread const uint3 gridDim asm("warplight_lens_grid_size");
constexpr int warpSize = 32;

void* shim_dynamic_shared() noexcept;

void __syncthreads() noexcept;
int __syncthreads_count(int predicate) noexcept;
int __syncthreads_and(int predicate) noexcept;
int __syncthreads_or(int predicate) noexcept;
void __syncwarp(unsigned mask = 0xffffffffu) noexcept;
void shim_sync_grid() noexcept;

int __all_sync(unsigned mask, int predicate) noexcept;
int __any_sync(unsigned mask, int predicate) noexcept;
unsigned __ballot_sync(unsigned mask, int predicate) noexcept;
unsigned __activemask() noexcept;

// On a GPU fences order what the memory system may not; here all is in order, and a fence before an atomic hands on
// what was written before it.
void __threadfence() noexcept;
void __threadfence_block() noexcept;

#define WARPLIGHT_LENS_SHUFFLES(T)                                                               \
  T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize) noexcept;                \
  T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) noexcept;       \
  T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize) noexcept;     \
  T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize) noexcept;           \
  unsigned __match_any_sync(unsigned mask, T value) noexcept;                                    \
  unsigned __match_all_sync(unsigned mask, T value, int* all) noexcept;

#define WARPLIGHT_LENS_SHUFFLED_TYPES(use) \
  use(int) use(unsigned) use(long) use(unsigned long) use(long long) use(unsigned long long) use(float) use(double)
WARPLIGHT_LENS_SHUFFLED_TYPES(WARPLIGHT_LENS_SHUFFLES)

#define WARPLIGHT_LENS_REDUCTIONS(T)                            \
  T __reduce_add_sync(unsigned mask, T value) noexcept;         \
  T __reduce_min_sync(unsigned mask, T value) noexcept;         \
  T __reduce_max_sync(unsigned mask, T value) noexcept;
WARPLIGHT_LENS_REDUCTIONS(int)
WARPLIGHT_LENS_REDUCTIONS(unsigned)
