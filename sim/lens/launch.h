// What gpu::launch hands to the lens in place of a GPU.
#pragma once

#include <cstddef>

#include "sim/lens/fault.h"

namespace warplight::lens {

struct KernelCall {
  const void* kernel = nullptr;
  Index3 grid, block;
  std::size_t shared_bytes = 0;
  bool cooperative = false;  // all blocks alive at once
  void (*body)(void* closure) = nullptr;  // runs one thread of the kernel
  void* closure = nullptr;                // holds the kernel's parameters
  std::size_t closure_bytes = 0;
};

// The most blocks of so many threads that a cooperative grid may have here.
unsigned most_cooperative_blocks(unsigned block_threads);

// Runs the whole grid on the session of this thread (see session.h) and returns when it is done. Throws Fault for what
// the kernel did wrong, failed for a launch that a GPU would refuse.
void run_kernel(const KernelCall& call);

}  // namespace warplight::lens
