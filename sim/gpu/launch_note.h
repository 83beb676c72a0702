// With what shape a call of a variant launches its kernels: for whoever says what a kernel costs in registers and room.
#pragma once

#include <cstddef>
#include <vector>

namespace warplight::gpu {

struct LaunchNote {
  const void* kernel = nullptr;
  unsigned block_threads = 0;
  unsigned long long blocks = 0;
  std::size_t shared_bytes = 0;  // dynamic

  bool operator==(const LaunchNote&) const = default;
};

// Called by each launch, and for each of a graph's launches when the graph is launched. Cheap where nobody listens.
void note_launch(const LaunchNote& launch);

// While one lives, each launch of its thread that differs from those before is added to `heard`. The innermost one
// hears.
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
