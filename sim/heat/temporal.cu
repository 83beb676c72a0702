// The temporal rung: its kernels in single precision, and how passes are chosen and launched.
#include "sim/heat/temporal.h"

#include <cmath>
#include <map>
#include <string>

#include "sim/heat/kernels/temporal.cuh"

namespace warplight::heat {
namespace {

using Params = Heat2d::Params;
using View = Heat2d::View;

template <bool kMaterials, int kSteps, int kCells>
constexpr TemporalKernel<float> entry() {
  return {kSteps, kCells, kMaterials, temporal_kernel<float, kMaterials, kSteps, kCells>,
          Strip<float, kSteps, kCells>::kUseful};
}

const TemporalKernel<float> kKernels[] = {
    entry<false, 1, 4>(), entry<false, 2, 4>(), entry<false, 4, 4>(), entry<false, 8, 4>(), entry<false, 12, 4>(),
    entry<false, 16, 4>(), entry<false, 4, 8>(), entry<false, 8, 8>(), entry<true, 1, 4>(), entry<true, 2, 4>(),
    entry<true, 4, 4>(),
};

// What a pass is launched with.
struct Pass {
  int steps;
  gpu::Shape shape;
  Cut cut;
};

// How many rows a warp streams over where nobody chose. Fewer make more warps to fill the GPU with, and more rows that are
// computed twice: at 8 steps 16 of each stretch.
int fitting_rows(std::int64_t height, int strips, int warps, int steps, unsigned blocks_at_once) {
  constexpr double kTurns = 2.5;  // how often all places on the GPU are filled: the best of those measured on an H200
  const double stretches = std::max(1.0, kTurns * std::max(1u, blocks_at_once) / strips);
  const double rows = static_cast<double>(height) / (stretches * warps);
  return std::clamp(static_cast<int>(rows), 4 * steps, std::max(4 * steps, 448));
}

template <class T>
Pass make_pass(const TemporalKernel<T>& kernel, const Params& params, const LaunchValues& launch) {
  const int warps = 1 << launch["warps"];
  Pass pass{.steps = kernel.steps, .shape = {.block = {32, static_cast<unsigned>(warps)}}, .cut = {}};
  Cut& cut = pass.cut;
  cut.strips = static_cast<int>(gpu::blocks_for(params.width, kernel.useful_columns));
  cut.rows = kTemporalRowsOf[launch["rows"]];
  if (cut.rows == 0) {
    const unsigned at_once = gpu::most_cooperative_blocks(kernel.kernel, pass.shape);
    cut.rows = fitting_rows(params.height, cut.strips, warps, kernel.steps, at_once);
  }
  cut.side_rows = std::max(cut.rows / 4, 1);
  cut.stretches = static_cast<int>(gpu::blocks_for(params.height, cut.rows * warps));
  cut.side_stretches = static_cast<int>(gpu::blocks_for(params.height, cut.side_rows * warps));
  const int blocks = std::min(cut.strips, 2) * cut.side_stretches + std::max(cut.strips - 2, 0) * cut.stretches;
  pass.shape.grid = {static_cast<unsigned>(blocks)};
  return pass;
}

class PreparedTemporal final : public Prepared {
 public:
  std::string choice() const override {
    if (passes.empty()) return {};
    const auto& [steps, pass] = *passes.rbegin();
    return "steps a pass = " + std::to_string(steps) + ", rows = " + std::to_string(pass.cut.rows);
  }
  std::string hint(int steps) const override {
    if (passes.empty()) return {};
    const int most = passes.rbegin()->first;
    if (steps >= most) return {};
    const auto fits = std::prev(passes.upper_bound(std::max(steps, 1)));
    const std::string now = steps == 1 ? "one runs its one-step pass"
                                       : std::to_string(steps) + " begin with a pass of " + std::to_string(fits->first);
    return "temporal shines from " + std::to_string(most) + " steps a call on: " + now;
  }
  std::map<int, Pass> passes;  // by the steps that they take
};

// Of a lane. In fp64 half as many fit into 16 bytes, and the rim would be a quarter of a strip.
template <class T>
int cells_of(const LaunchValues& launch) {
  const int accesses = launch["accesses"] > 0 ? static_cast<int>(launch["accesses"]) : static_cast<int>(sizeof(T) / 4);
  return accesses * 16 / static_cast<int>(sizeof(T));
}

template <class T>
void prepare_passes(PreparedTemporal& kept, const Params& params, const LaunchValues& launch) {
  const int cells = cells_of<T>(launch);
  for (int most = kPassStepsOf[launch["pass_steps"]]; most > 0;) {
    const auto& kernel = find_temporal_kernel<T>(temporal_kernels(T{}), params.has_materials, most, cells);
    kept.passes.emplace(kernel.steps, make_pass(kernel, params, launch));
    most = kernel.steps - 1;
  }
}

template <class T>
int advance(const Params& params, View& view, Call& call, int steps) {
  const auto& kept = static_cast<const PreparedTemporal&>(*call.prepared);
  const int cells = cells_of<T>(call.launch);
  const int most = kPassStepsOf[call.launch["pass_steps"]];
  for (int done = 0; done < steps;) {
    const auto& kernel =
        find_temporal_kernel<T>(temporal_kernels(T{}), params.has_materials, std::min(most, steps - done), cells);
    const Pass& pass = kept.passes.at(kernel.steps);
    const Step<T> step = make_step<T>(params, view);
    gpu::launch(kernel.kernel, pass.shape, call.stream, step.plate, step.now, step.next, pass.cut);
    view.current = 1 - view.current;
    done += kernel.steps;
  }
  return steps;
}

}  // namespace

std::span<const TemporalKernel<float>> temporal_kernels(float) { return kKernels; }

std::unique_ptr<Prepared> prepare_temporal(const Params& params, const View&, const LaunchValues& launch, gpu::Stream&) {
  auto kept = std::make_unique<PreparedTemporal>();
  if (params.precision == Heat2d::Precision::fp64) {
    prepare_passes<double>(*kept, params, launch);
  } else {
    prepare_passes<float>(*kept, params, launch);
  }
  return kept;
}

Progress advance_temporal(const Params& params, View& view, Call& call, int steps) {
  const bool in_double = params.precision == Heat2d::Precision::fp64;
  return {in_double ? advance<double>(params, view, call, steps) : advance<float>(params, view, call, steps)};
}

}  // namespace warplight::heat
