// A recorded sequence of launches that is queued by one call (a CUDA Graph).
#pragma once

#include <functional>
#include <vector>

#include "sim/gpu/launch_note.h"
#include "sim/gpu/stream.h"

namespace warplight::gpu {

// Move-only. Under the SIMT lens the recorded work is kept and run as it is.
class Graph {
 public:
  using Work = std::function<void(Stream&)>;

  Graph() = default;
  ~Graph();
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;

  // Records what `work` queues on the stream, which runs none of it now. Recorded again, the graph is changed in place
  // where it has the same launches with other arguments. `work` owns what it needs.
  void record(Stream& stream, Work work);
  void launch(Stream& stream) const;  // throws failed where nothing was recorded
  bool recorded() const { return handle_ != nullptr || work_ != nullptr; }

 private:
  void* handle_ = nullptr;  // a cudaGraphExec_t
  Work work_;               // under the lens
  std::vector<LaunchNote> launches_;  // that were recorded: each launch of the graph notes them again
};

}  // namespace warplight::gpu
