#include "sim/image/gaussian_fused.h"

#include "sim/image/kernels/gaussian_fused.cuh"

namespace warplight::image {
namespace {

template <class S, int C, int kReach>
void launch_strips(const Frame& frame, const S* from, S* to, const Weights& weights, const Call& call) {
  using Of = Strip<C, kReach>;
  const int rows = 32 << call.launch["rows"], warps = 1 << call.launch["warps"];
  const gpu::Shape shape{.grid = {gpu::blocks_for(frame.width, Of::kPixels * warps), gpu::blocks_for(frame.height, rows)},
                         .block = {32, static_cast<unsigned>(warps)},
                         .shared_bytes = static_cast<std::size_t>(warps) * (2 * Of::kFloats + (C == 4 ? kStripSamples : 0)) * sizeof(float)};
  gpu::launch(gaussian_fused_kernel<S, C, kReach>, shape, call.stream, frame, from, to, rows, weights);
}

}  // namespace

Progress advance_gaussian_fused(const Params& params, View& view, Call& call, int steps) {
  const Weights weights = half_weights(params);
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    if (weights.radius <= 3) return launch_strips<S, C, 3>(frame, from, to, weights, call);
    if (weights.radius <= 8) return launch_strips<S, C, 8>(frame, from, to, weights, call);
    if (weights.radius <= 16) return launch_strips<S, C, 16>(frame, from, to, weights, call);
    const ColumnTile tile = column_tile(weights.radius, C * sizeof(float));
    gpu::launch(gaussian_fused_tile_kernel<S, C>, tile.shape(view), call.stream, frame, from, to, tile.rows, weights);
  });
}

}  // namespace warplight::image
