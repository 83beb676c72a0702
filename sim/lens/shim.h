// CUDA's language for the host compiler: enough for kernel files to compile, and to run under the lens, without the
// toolkit. docs/lens.md says how to add to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/lens/shim_vectors.h"
#include "sim/lens/shim_math.h"
#include "sim/lens/shim_threads.h"
#include "sim/lens/shim_atomics.h"
#include "sim/lens/shim_refused.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __grid_constant__

// A block runs on one thread of the CPU from its start to its end, so what belongs to the thread belongs to the block.
// The alignment lets every array begin at the first bank. Like on a GPU, nothing is constructed there.
#define __shared__ constinit static thread_local __attribute__((aligned(128)))

// Constants are checked and not counted: they cost no sectors. The section tells them from other memory; `used` keeps the
// optimiser from reading them by itself, unseen. Reads of what is `const` besides are never seen: the variable below
// shares their section, which the compiler then refuses by the variable's name.
#define __constant__ static __attribute__((section("warplight_constant"), used))
__constant__ char a_constant_variable_must_not_be_const_too;
