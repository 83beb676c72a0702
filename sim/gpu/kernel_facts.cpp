#include "sim/gpu/kernel_facts.h"

#include "sim/error.h"

#if WARPLIGHT_HAS_CUDA
#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "sim/gpu/error.h"
#endif

namespace warplight::gpu {

#if WARPLIGHT_HAS_CUDA

namespace {

std::string name_of(const void* kernel) {
  const char* mangled = nullptr;
  if (cudaFuncGetName(&mangled, kernel) != cudaSuccess || mangled == nullptr) {
    cudaGetLastError();
    return "";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                     std::free);
  const std::string name = status == 0 && plain ? plain.get() : mangled;
  const std::size_t start = name.starts_with("void ") ? 5 : 0;  // templates come with what they return
  const std::size_t parameters = name.find(">(");
  const std::size_t end = parameters != std::string::npos ? parameters + 1 : name.find('(', start);
  return name.substr(start, end == std::string::npos ? end : end - start);
}

}  // namespace

KernelFacts kernel_facts(const LaunchNote& launch) {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, launch.kernel));
  int device = 0, most_threads = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch.kernel, static_cast<int>(launch.block_threads),
                                                      launch.shared_bytes));
  KernelFacts facts;
  facts.name = name_of(launch.kernel);
  facts.block_threads = launch.block_threads;
  facts.blocks = launch.blocks;
  facts.registers = attributes.numRegs;
  facts.shared_bytes = attributes.sharedSizeBytes + launch.shared_bytes;
  facts.local_bytes = attributes.localSizeBytes;
  facts.blocks_a_multiprocessor = blocks;
  facts.occupancy = static_cast<double>(blocks) * launch.block_threads / most_threads;
  facts.code_sm = attributes.binaryVersion;
  facts.ptx_sm = attributes.ptxVersion;
  // Code for one GPU is compiled from PTX for the same; the driver keeps what it translates under the GPU's own number.
  facts.code = facts.ptx_sm < facts.code_sm ? CodeOrigin::translated : CodeOrigin::native;
  return facts;
}

#else

KernelFacts kernel_facts(const LaunchNote&) { throw_missing("this program was built without CUDA"); }

#endif

}  // namespace warplight::gpu
