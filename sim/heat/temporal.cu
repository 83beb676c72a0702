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
  int strips, stretches, rows;
};

// Warps run side by side in waves of as many as the GPU holds; a wave takes as long as its rows and the 2 * steps that it
// computes twice. Of all ways to cut the height, the one that is done first.
int best_rows(std::int64_t height, int strips, int warps, int steps, unsigned blocks_at_once) {
  constexpr int kFewest = 8;
  double best_time = 0;
  int best = 0;
  const auto most = static_cast<int>(gpu::blocks_for(height, kFewest * warps));
  for (int stretches = 1; stretches <= most; ++stretches) {
    const auto rows = static_cast<int>(gpu::blocks_for(height, stretches * warps));
    const double waves = std::ceil(static_cast<double>(strips) * stretches / std::max(1u, blocks_at_once));
    const double time = waves * (rows + 2 * steps);
    if (best == 0 || time < best_time) best_time = time, best = rows;
  }
  return best;
}

template <class T>
Pass make_pass(const TemporalKernel<T>& kernel, const Params& params, const LaunchValues& launch) {
  const int warps = 1 << launch["warps"];
  Pass pass{.steps = kernel.steps,
            .shape = {.block = {32, static_cast<unsigned>(warps)}},
            .strips = static_cast<int>(gpu::blocks_for(params.width, kernel.useful_columns)),
            .rows = kTemporalRowsOf[launch["rows"]]};
  if (pass.rows == 0) {
    const unsigned at_once = gpu::most_cooperative_blocks(kernel.kernel, pass.shape);
    pass.rows = best_rows(params.height, pass.strips, warps, kernel.steps, at_once);
  }
  pass.stretches = static_cast<int>(gpu::blocks_for(params.height, pass.rows * warps));
  pass.shape.grid = {static_cast<unsigned>(pass.strips) * static_cast<unsigned>(pass.stretches)};
  return pass;
}

class PreparedTemporal final : public Prepared {
 public:
  std::string choice() const override {
    if (passes.empty()) return {};
    const auto& [steps, pass] = *passes.rbegin();
    return "steps a pass = " + std::to_string(steps) + ", rows = " + std::to_string(pass.rows);
  }
  std::map<int, Pass> passes;  // by the steps that they take
};

template <class T>
void prepare_passes(PreparedTemporal& kept, const Params& params, const LaunchValues& launch) {
  const int cells = (16 / static_cast<int>(sizeof(T))) << launch["accesses"];
  for (int most = kPassStepsOf[launch["pass_steps"]]; most > 0;) {
    const auto& kernel = find_temporal_kernel<T>(temporal_kernels(T{}), params.has_materials, most, cells);
    kept.passes.emplace(kernel.steps, make_pass(kernel, params, launch));
    most = kernel.steps - 1;
  }
}

template <class T>
int advance(const Params& params, View& view, Call& call, int steps) {
  const auto& kept = static_cast<const PreparedTemporal&>(*call.prepared);
  const int cells = (16 / static_cast<int>(sizeof(T))) << call.launch["accesses"];
  const int most = kPassStepsOf[call.launch["pass_steps"]];
  for (int done = 0; done < steps;) {
    const auto& kernel =
        find_temporal_kernel<T>(temporal_kernels(T{}), params.has_materials, std::min(most, steps - done), cells);
    const Pass& pass = kept.passes.at(kernel.steps);
    const Step<T> step = make_step<T>(params, view);
    gpu::launch(kernel.kernel, pass.shape, call.stream, step.plate, step.now, step.next, pass.strips, pass.stretches,
                pass.rows);
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
