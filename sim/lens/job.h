// One launch, as the runners share it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "sim/lens/fault.h"
#include "sim/lens/launch.h"
#include "sim/lens/region.h"

namespace warplight::lens {

// Which warp to write down lane by lane.
struct Focus {
  std::int64_t block = -1, warp = -1;
};

struct Job {
  const KernelCall* call = nullptr;
  std::string kernel;                 // its name, for people
  std::string own_variables;          // how the mangled names of its `__shared__` arrays begin
  std::vector<const Region*> buffers;
  unsigned launch_stamp = 1;
  std::int64_t most_steps = 0;
  Focus focus;
  bool parallel = false;
  std::stop_token stop;

  std::atomic<std::int64_t> next_block{0};
  // For each block the barriers it had passed, plus one, when it last handed on what it wrote (a fence, then an atomic).
  std::vector<std::atomic<std::uint32_t>> released;
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::optional<FaultInfo> fault;  // the first one

  std::int64_t blocks() const { return static_cast<std::int64_t>(call->grid.x) * call->grid.y * call->grid.z; }
  int threads() const { return static_cast<int>(call->block.x * call->block.y * call->block.z); }
  Index3 block_index(std::int64_t linear) const {
    return {static_cast<unsigned>(linear % call->grid.x), static_cast<unsigned>(linear / call->grid.x % call->grid.y),
            static_cast<unsigned>(linear / call->grid.x / call->grid.y)};
  }
  Index3 thread_index(int linear) const {
    const auto t = static_cast<unsigned>(linear);
    return {t % call->block.x, t / call->block.x % call->block.y, t / call->block.x / call->block.y};
  }
  // So that accesses from here on are ordered after those before. Where the numbers run out, all that is known of the
  // accesses before is forgotten, lest they look like new ones.
  void next_launch_stamp() {
    if (launch_stamp == Stamp::kLaunches) {
      for (const Region* region : buffers) region->forget_accesses();
      launch_stamp = 0;
    }
    ++launch_stamp;
  }
  // Its own array, or that of a function that it may call: no other kernel's (they are called something_kernel).
  bool may_use(const std::string& mangled) const {
    return mangled.starts_with(own_variables) || mangled.find("_kernel") == std::string::npos;
  }
  void report(FaultInfo info) {
    const std::lock_guard lock(mutex);
    if (!fault) fault = std::move(info);
    stopped.store(true, std::memory_order_relaxed);
  }
};

}  // namespace warplight::lens
