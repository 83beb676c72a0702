#include "sim/gpu/watch.h"

#include <algorithm>

#include "sim/gpu/kernels/watch.cuh"
#include "sim/gpu/launch.h"

namespace warplight::gpu {
namespace {

template <class T>
void launch_for(const Watched& w, std::uint64_t key, std::uint64_t* first, const Stream& stream) {
  constexpr int kBlock = 256;
  constexpr std::int64_t kMostBlocks = 2048;  // fills a large GPU; each thread goes on from there
  const std::int64_t across = std::min<std::int64_t>((w.width + kBlock - 1) / kBlock, kMostBlocks);
  if (across == 0 || w.height == 0) return;
  const std::int64_t down = std::clamp<std::int64_t>(kMostBlocks / across, 1, w.height);
  launch(watch_kernel<T>, {.grid = {static_cast<unsigned>(across), static_cast<unsigned>(down)}, .block = {kBlock}}, stream,
         static_cast<const T*>(w.values), w.width, w.height, w.pitch, w.values_an_item, key,
         reinterpret_cast<unsigned long long*>(first));
}

}  // namespace

void launch_watch(const Watched& watched, std::int64_t step, unsigned part, std::uint64_t* first, const Stream& stream) {
  const std::uint64_t key = static_cast<std::uint64_t>(watched_step(step)) << (kItemBits + kPartBits) |
                            static_cast<std::uint64_t>(part) << kItemBits;
  if (watched.value_bytes == sizeof(double)) return launch_for<double>(watched, key, first, stream);
  launch_for<float>(watched, key, first, stream);
}

}  // namespace warplight::gpu
