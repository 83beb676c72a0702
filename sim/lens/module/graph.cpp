// Graphs of rungs that run under the lens: what was recorded is kept and run launch by launch. Takes the place of
// sim/gpu/graph.cpp in the lens's module.
#include "sim/gpu/graph.h"

#include <utility>

#include "sim/error.h"

namespace warplight::gpu {

Graph::Graph(Graph&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), work_(std::exchange(other.work_, nullptr)) {}
Graph& Graph::operator=(Graph&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(work_, other.work_);
  return *this;
}
Graph::~Graph() = default;

void Graph::record(Stream&, Work work) { work_ = std::move(work); }
void Graph::launch(Stream& stream) const {
  if (!work_) throw_failed("a graph is launched before it was recorded");
  work_(stream);
}

}  // namespace warplight::gpu
