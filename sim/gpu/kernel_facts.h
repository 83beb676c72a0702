// What a launched kernel takes of a GPU: registers, shared memory, how many of its blocks a multiprocessor holds, and
// whether its code was built for this GPU.
#pragma once

#include <string>

#include "sim/gpu/launch_note.h"

namespace warplight::gpu {

enum class CodeOrigin { native, translated };  // built for this GPU; made by the driver from PTX of an older one

struct KernelFacts {
  std::string name;  // "warplight::nbody::tiled_kernel<256>"; "" where the toolkit can't say
  unsigned block_threads = 0;
  unsigned long long blocks = 0;
  int registers = 0;             // a thread
  std::size_t shared_bytes = 0;  // a block, static and dynamic
  std::size_t local_bytes = 0;   // a thread: registers that were spilled, and arrays
  int blocks_a_multiprocessor = 0;
  double occupancy = 0;  // resident threads over the most that a multiprocessor holds
  CodeOrigin code = CodeOrigin::native;
  int code_sm = 0, ptx_sm = 0;  // compute capability x 10: of the machine code, and of the PTX that it came from
};

// On the selected device, by cudaFuncGetAttributes and the occupancy calculator. Throws failed; missing without CUDA.
KernelFacts kernel_facts(const LaunchNote& launch);

}  // namespace warplight::gpu
