#include "sim/gpu/watch.h"

#include <algorithm>

#include "sim/gpu/kernels/watch.cuh"
#include "sim/gpu/launch.h"

namespace warplight::gpu {

void launch_watch(const void* floats, std::int64_t count, std::int64_t floats_an_item, std::uint32_t step, unsigned part,
                  std::uint64_t* first, const Stream& stream) {
  constexpr int kBlock = 256;
  constexpr std::int64_t kMostBlocks = 2048;  // fills a large GPU; each thread goes on from there
  const std::int64_t blocks = std::min<std::int64_t>((count + kBlock - 1) / kBlock, kMostBlocks);
  if (blocks == 0) return;
  launch(watch_kernel, {.grid = {static_cast<unsigned>(blocks)}, .block = {kBlock}}, stream,
         static_cast<const float*>(floats), count, floats_an_item, step, part,
         reinterpret_cast<unsigned long long*>(first));
}

}  // namespace warplight::gpu
