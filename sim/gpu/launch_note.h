// With what shape a call of a variant launches its kernels: for whoever says what a kernel costs in registers and room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplight::gpu {

struct LaunchNote {
  const void* kernel = nullptr;
  unsigned block_threads = 0;
  unsigned long long blocks = 0;
  std::size_t shared_bytes = 0;  // dynamic
  std::int64_t times = 1;        // how often it was launched so

  bool is_like(const LaunchNote& other) const {
    return kernel == other.kernel && block_threads == other.block_threads && blocks == other.blocks &&
           shared_bytes == other.shared_bytes;
  }
};

// Called by each launch, and for each of a graph's launches when the graph is launched. Cheap where nobody listens.
void note_launch(const LaunchNote& launch);

// While one lives, each launch of its thread that is unlike those before is added to `heard`, and the others are counted
// there. The innermost one hears.
class LaunchListener {
 public:
  explicit LaunchListener(std::vector<LaunchNote>& heard);
  ~LaunchListener();
  LaunchListener(const LaunchListener&) = delete;
  LaunchListener& operator=(const LaunchListener&) = delete;

 private:
  std::vector<LaunchNote>* outer_;
};

}  // namespace warplight::gpu
