#include "sim/gpu/graph.h"

#include <utility>

#include "sim/error.h"

#if WARPLIGHT_HAS_CUDA
#include "sim/gpu/error.h"
#endif

namespace warplight::gpu {

Graph::Graph(Graph&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      work_(std::exchange(other.work_, nullptr)),
      launches_(std::move(other.launches_)) {}
Graph& Graph::operator=(Graph&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(work_, other.work_);
  std::swap(launches_, other.launches_);
  return *this;
}

#if WARPLIGHT_HAS_CUDA

namespace {

cudaStream_t raw(const Stream& stream) { return static_cast<cudaStream_t>(stream.handle()); }
cudaGraphExec_t raw(void* graph) { return static_cast<cudaGraphExec_t>(graph); }

// The recording itself, which goes as soon as it has been made ready to launch.
class Recording {
 public:
  Recording(Stream& stream, const Graph::Work& work) {
    check(cudaStreamBeginCapture(raw(stream), cudaStreamCaptureModeThreadLocal));
    try {
      work(stream);
    } catch (...) {
      cudaStreamEndCapture(raw(stream), &graph_);
      cudaGetLastError();
      destroy();
      throw;
    }
    check(cudaStreamEndCapture(raw(stream), &graph_));
  }
  ~Recording() { destroy(); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  cudaGraph_t get() const { return graph_; }

 private:
  void destroy() {
    if (graph_) report(cudaGraphDestroy(graph_), "destroying a recording");
    graph_ = nullptr;
  }
  cudaGraph_t graph_ = nullptr;
};

}  // namespace

Graph::~Graph() {
  if (handle_) report(cudaGraphExecDestroy(raw(handle_)), "destroying a graph");
}

void Graph::record(Stream& stream, Work work) {
  launches_.clear();
  const LaunchListener listener(launches_);
  const Recording recording(stream, work);
  if (handle_) {
    cudaGraphExecUpdateResultInfo info{};
    if (cudaGraphExecUpdate(raw(handle_), recording.get(), &info) == cudaSuccess) return;
    cudaGetLastError();  // of another shape: made anew
    check(cudaGraphExecDestroy(raw(std::exchange(handle_, nullptr))));
  }
  cudaGraphExec_t made = nullptr;
  check(cudaGraphInstantiate(&made, recording.get(), 0));
  handle_ = made;
  check(cudaGraphUpload(made, raw(stream)));
}

void Graph::launch(Stream& stream) const {
  if (!handle_) throw_failed("a graph is launched before it was recorded");
  for (const LaunchNote& launch : launches_) note_launch(launch);
  check(cudaGraphLaunch(raw(handle_), raw(stream)));
}

#else

namespace {
[[noreturn]] void no_cuda() { throw_missing("this program was built without CUDA"); }
}  // namespace

Graph::~Graph() = default;
void Graph::record(Stream&, Work) { no_cuda(); }
void Graph::launch(Stream&) const { no_cuda(); }

#endif

}  // namespace warplight::gpu
