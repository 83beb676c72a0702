// The graph rung: many steps recorded once, queued by one call.
#include "sim/gpu/graph.h"

#include "sim/heat/kernels/graph.cuh"
#include "sim/heat/many_steps.h"

namespace warplight::heat {
namespace {

using Params = Heat2d::Params;
using View = Heat2d::View;

template <class T, bool kMaterials>
void launch_step(const Step<T>& step, const LaunchValues& launch, gpu::Stream& stream) {
  using Kernel = void (*)(Plate<T>, const T*, T*);
  static constexpr Kernel kKernels[] = {graph_kernel<T, kMaterials, 1>, graph_kernel<T, kMaterials, 2>,
                                        graph_kernel<T, kMaterials, 4>};
  const int choice = launch["rows"], rows = 1 << choice, warps = 1 << launch["warps"];
  const gpu::Shape shape = {.grid = {gpu::blocks_for(step.plate.width, 32 * kPackCells<T>),
                                     gpu::blocks_for(step.plate.height, rows * warps)},
                            .block = {32, static_cast<unsigned>(warps)},
                            .overlapped = launch["overlap"] == 1};
  gpu::launch(kKernels[choice], shape, stream, step.plate, step.now, step.next);
}

void launch_steps(const Params& params, View& view, const LaunchValues& launch, gpu::Stream& stream, int steps) {
  launch_each(params, view, steps, [&]<class T, bool kMaterials>(const Step<T>& step) {
    launch_step<T, kMaterials>(step, launch, stream);
  });
}

// One graph for either buffer to begin with, and what it was recorded for.
struct Recorded {
  gpu::Graph graph;
  ParamBytes params;
  const void* buffers[2] = {};
  const Heat2d::Material* material = nullptr;

  bool holds_for(const Params& now, const View& view) const {
    return graph.recorded() && params == ParamBytes::of(now) && buffers[0] == view.temperature[0] &&
           buffers[1] == view.temperature[1] && material == view.material;
  }
};

class PreparedGraph final : public Prepared {
 public:
  explicit PreparedGraph(const LaunchValues& launch) : launch_(launch), steps(8 << launch["graph_steps"]) {}

  // An even number of steps, so that the buffer that a graph ends with is the one that it began with.
  void record(const Params& params, const View& view, gpu::Stream& stream) {
    Recorded& recorded = by_current_[view.current];
    if (recorded.holds_for(params, view)) return;
    recorded.graph.record(stream, [params, view, launch = launch_, steps = steps](gpu::Stream& to) {
      View moving = view;
      launch_steps(params, moving, launch, to, steps);
    });
    recorded.params = ParamBytes::of(params);
    recorded.buffers[0] = view.temperature[0], recorded.buffers[1] = view.temperature[1];
    recorded.material = view.material;
  }
  void launch(const View& view, gpu::Stream& stream) const { by_current_[view.current].graph.launch(stream); }

 private:
  LaunchValues launch_;
  Recorded by_current_[2];

 public:
  const int steps;
};

}  // namespace

std::unique_ptr<Prepared> prepare_graph(const Params& params, const View& view, const LaunchValues& launch,
                                        gpu::Stream& stream) {
  auto kept = std::make_unique<PreparedGraph>(launch);
  View other = view;
  other.current = 1 - view.current;
  kept->record(params, view, stream);
  kept->record(params, other, stream);
  return kept;
}

Progress advance_graph(const Params& params, View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedGraph&>(*call.prepared);
  int left = steps;
  if (left >= kept.steps) kept.record(params, view, call.stream);
  for (; left >= kept.steps; left -= kept.steps) kept.launch(view, call.stream);
  launch_steps(params, view, call.launch, call.stream, left);
  return {steps};
}

}  // namespace warplight::heat
