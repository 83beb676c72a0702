// Launches a kernel: the one way that every launcher uses, so that the same launcher compiles with nvcc and with g++.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "sim/error.h"
#include "sim/gpu/stream.h"

#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include "sim/gpu/chosen_code.h"
#include "sim/gpu/error.h"
#include "sim/gpu/launch_note.h"
#elif defined(WARPLIGHT_LENS)
#include "sim/lens/launch.h"
#endif

namespace warplight::gpu {

struct Extent {
  unsigned x = 1, y = 1, z = 1;
};

struct Shape {
  Extent grid, block;
  std::size_t shared_bytes = 0;  // dynamic shared memory
  bool cooperative = false;      // all blocks run at once, so that they can wait for each other (grid_sync)
  bool overlapped = false;       // may begin while the launch before is at its end (wait_for_previous); sm_90 and newer
};

// How many blocks of `block` threads cover n items.
inline unsigned blocks_for(long long n, int block) { return static_cast<unsigned>((n + block - 1) / block); }

#if defined(__CUDACC__)

inline std::string shape_text(const Shape& shape) {
  auto extent = [](const Extent& e) {
    return std::to_string(e.x) + " x " + std::to_string(e.y) + " x " + std::to_string(e.z);
  };
  return "grid " + extent(shape.grid) + ", block " + extent(shape.block) + ", " + std::to_string(shape.shared_bytes) +
         " bytes of shared memory";
}

// How many blocks of this shape the current GPU holds at once: the most that a cooperative grid may have. For launchers
// that choose the grid.
template <class... Parameters>
unsigned most_cooperative_blocks(void (*kernel)(Parameters...), const Shape& shape) {
  int device = 0, processors = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void*>(kernel),
      static_cast<int>(shape.block.x * shape.block.y * shape.block.z), shape.shared_bytes));
  return static_cast<unsigned>(processors) * static_cast<unsigned>(blocks);
}

// The most dynamic shared memory that a block may be given, and the permission that a kernel needs for more than 48 KB.
inline std::size_t most_shared_bytes() {
  int device = 0, bytes = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<std::size_t>(bytes);
}
template <class... Parameters>
void allow_shared_bytes(void (*kernel)(Parameters...), std::size_t bytes) {
  check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)));
}

// Whether the current GPU can begin a launch before the one before it has ended.
inline bool can_overlap() {
  int device = 0, major = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major >= 9;
}

// Queues the kernel on the stream. Never waits and never allocates. Throws failed, naming the shape, if it is refused.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), const Shape& shape, const Stream& stream, Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel gets exactly its parameters");
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.grid.x, shape.grid.y, shape.grid.z);
  config.blockDim = dim3(shape.block.x, shape.block.y, shape.block.z);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = static_cast<cudaStream_t>(stream.handle());
  cudaLaunchAttribute attributes[2]{};
  config.attrs = attributes;
  if (shape.cooperative) {
    cudaLaunchAttribute& attribute = attributes[config.numAttrs++];
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
  }
  if (shape.overlapped && can_overlap()) {
    cudaLaunchAttribute& attribute = attributes[config.numAttrs++];
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
  }
  note_code(reinterpret_cast<const void*>(kernel));
  note_launch({.kernel = reinterpret_cast<const void*>(kernel),
               .block_threads = shape.block.x * shape.block.y * shape.block.z,
               .blocks = static_cast<unsigned long long>(shape.grid.x) * shape.grid.y * shape.grid.z,
               .shared_bytes = shape.shared_bytes});
  const cudaError_t status = [&](Parameters... values) {
    void* pointers[] = {const_cast<void*>(static_cast<const void*>(&values))..., nullptr};
    return cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), pointers);
  }(static_cast<Parameters>(std::forward<Arguments>(arguments))...);
  if (status == cudaErrorInvalidConfiguration || status == cudaErrorInvalidValue ||
      status == cudaErrorLaunchOutOfResources) {
    cudaGetLastError();
    throw_failed("the GPU refused a launch of " + shape_text(shape) + ": " + cudaGetErrorString(status));
  }
  if (status == cudaErrorCooperativeLaunchTooLarge) {
    cudaGetLastError();
    throw_failed("a cooperative launch of " + shape_text(shape) + ": the GPU holds " +
                 std::to_string(most_cooperative_blocks(kernel, shape)) + " such blocks at once");
  }
  check(status);
}

#elif defined(WARPLIGHT_LENS)

template <class... Parameters>
unsigned most_cooperative_blocks(void (*)(Parameters...), const Shape& shape) {
  return lens::most_cooperative_blocks(shape.block.x * shape.block.y * shape.block.z);
}
inline std::size_t most_shared_bytes() { return 64 * 1024; }  // what every architecture that the lens knows has
template <class... Parameters>
void allow_shared_bytes(void (*)(Parameters...), std::size_t) {}

// The same under the SIMT lens (sim/lens): runs the kernel on the CPU and returns when it is done.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), const Shape& shape, const Stream&, Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel gets exactly its parameters");
  auto run = [kernel, ... values = static_cast<Parameters>(std::forward<Arguments>(arguments))] { kernel(values...); };
  lens::run_kernel({.kernel = reinterpret_cast<const void*>(kernel),
                    .grid = {shape.grid.x, shape.grid.y, shape.grid.z},
                    .block = {shape.block.x, shape.block.y, shape.block.z},
                    .shared_bytes = shape.shared_bytes,
                    .cooperative = shape.cooperative,
                    .body = [](void* closure) { (*static_cast<decltype(run)*>(closure))(); },
                    .closure = &run,
                    .closure_bytes = sizeof run});
}

#else

template <class... Parameters>
unsigned most_cooperative_blocks(void (*)(Parameters...), const Shape&) {
  throw_missing("this program was built without CUDA");
}
inline std::size_t most_shared_bytes() { throw_missing("this program was built without CUDA"); }
template <class... Parameters>
void allow_shared_bytes(void (*)(Parameters...), std::size_t) {
  throw_missing("this program was built without CUDA");
}

template <class... Parameters, class... Arguments>
void launch(void (*)(Parameters...), const Shape&, const Stream&, Arguments&&...) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel gets exactly its parameters");
  throw_missing("this program was built without CUDA");
}

#endif

}  // namespace warplight::gpu
