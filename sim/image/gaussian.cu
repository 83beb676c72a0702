// The ladder of the Gaussian blur: each rung is a kernel file, a launcher here (the last one's in gaussian_fused.cu) and a
// row in the table below.
#include "sim/image/gaussian.h"

#include "sim/image/gaussian_fused.h"
#include "sim/image/kernels/gaussian_constant.cuh"
#include "sim/image/kernels/gaussian_direct.cuh"
#include "sim/image/kernels/gaussian_separable.cuh"
#include "sim/image/kernels/gaussian_shared.cuh"
#include "sim/image/kernels/gaussian_vector.cuh"
#include "sim/image/launchers.h"

namespace warplight {
namespace image {
namespace {

// Weights in global memory, brought there whenever they have changed; and the picture between two passes.
class PreparedWeights final : public PreparedScratch {
 public:
  PreparedWeights(const Params& params, const View& view) : PreparedScratch(params, view), on_device_(sizeof(Weights::at)) {}

  const float* weights(const Params& params, const gpu::Stream& stream) {
    if (params.sigma != sigma_ || radius_of(params) != half_.radius) {
      half_ = half_weights(params);
      sigma_ = params.sigma;
      gpu::copy_to_device(on_device_.data(), half_.at, sizeof half_.at, stream);
    }
    return static_cast<const float*>(on_device_.data());
  }
  int radius() const { return half_.radius; }

 private:
  gpu::Buffer on_device_;
  Weights half_{.radius = -1, .at = {}};
  double sigma_ = -1;
};

std::unique_ptr<Prepared> prepare_weights(const Params& params, const View& view, const LaunchValues&, gpu::Stream&) {
  return std::make_unique<PreparedWeights>(params, view);
}

Progress advance_direct(const Params& params, View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedWeights&>(*call.prepared);
  const float* const weights = kept.weights(params, call.stream);
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(gaussian_direct_kernel<S, C>, shape, call.stream, frame, from, to, weights, kept.radius());
  });
}

Progress advance_separable(const Params& params, View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedWeights&>(*call.prepared);
  const float* const values = kept.weights(params, call.stream);
  const WeightsInMemory weights{values, kept.radius()};
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(gaussian_rows_kernel<S, C>, shape, call.stream, frame, from, kept.between(), weights);
    gpu::launch(gaussian_columns_kernel<S, C>, shape, call.stream, frame, kept.between(), to, weights);
  });
}

Progress advance_constant(const Params& params, View& view, Call& call, int steps) {
  const Weights weights = half_weights(params);
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(gaussian_constant_rows_kernel<S, C>, shape, call.stream, frame, from, between_of(call), weights);
    gpu::launch(gaussian_constant_columns_kernel<S, C>, shape, call.stream, frame, between_of(call), to, weights);
  });
}

// Rows by blocks of 256 pixels; columns by blocks as wide as lets 2r rows more than a block makes fit.
Progress advance_shared(const Params& params, View& view, Call& call, int steps) {
  const Weights weights = half_weights(params);
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    constexpr unsigned kRowThreads = 256;
    constexpr std::size_t kPixel = C * sizeof(float);
    const gpu::Shape rows{.grid = {static_cast<unsigned>(view.height), gpu::blocks_for(view.width, kRowThreads)},
                          .block = {kRowThreads},
                          .shared_bytes = (kRowThreads + 2 * static_cast<std::size_t>(weights.radius)) * kPixel};
    gpu::launch(gaussian_shared_rows_kernel<S, C>, rows, call.stream, frame, from, between_of(call), weights);
    const ColumnTile tile = column_tile(weights.radius, kPixel);
    gpu::launch(gaussian_shared_columns_kernel<S, C>, tile.shape(view), call.stream, frame, between_of(call), to, tile.rows, weights);
  });
}

Progress advance_vector(const Params& params, View& view, Call& call, int steps) {
  const Weights weights = half_weights(params);
  const gpu::Extent block = block_of(call);
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    const gpu::Shape rows = one_a_thread((view.width + 3) / 4, view.height, block);
    gpu::launch(gaussian_vector_rows_kernel<S, C>, rows, call.stream, frame, from, between_of(call), weights);
    const gpu::Shape columns = one_a_thread((view.width * C + 3) / 4, (view.height + 3) / 4, block);
    gpu::launch(gaussian_vector_columns_kernel<S, C>, columns, call.stream, frame, between_of(call), to, weights);
  });
}

// Why the tolerance is what it is. Weights and sums in single precision: each of the two sums of 2r + 1 products loses at
// most (r + 1) 6e-8 of a value that is no larger than the largest pixel, in the mean the square root of that; pixels are
// within [0, 1], and the mean of squares of noise is a third. Whole numbers may fall to the other side of a tie by as much.
constexpr Tolerance kSingle = {.l2 = 1e-6, .max = 6e-6};
// The reference rounds once, into the lent buffer.
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};

const Variant<Gaussian> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = advance_gaussian_reference},
    {.info = {.name = "cpu",
              .idea = "All cores, eight or sixteen samples at once, the columns summed while their rows are in the cache.",
              .place = Place::host,
              .tolerance = kSingle},
     .advance = advance_gaussian_cpu},
    {.info = {.name = "direct",
              .idea = "One GPU thread a pixel, which weighs all (2r + 1)² pixels around it.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_weights,
     .advance = advance_direct},
    {.info = {.name = "separable",
              .idea = "Along the rows, then along the columns: 2 (2r + 1) products a pixel give the same sum.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_weights,
     .advance = advance_separable},
    {.info = {.name = "constant",
              .idea = "The weights among the kernel's parameters, in the constant bank: a product names its weight, and no load is "
                      "needed for it.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_scratch,
     .advance = advance_constant},
    {.info = {.name = "shared",
              .idea = "A block fetches its pixels and their rim once into shared memory, and sums from there.",
              .place = Place::device,
              .tolerance = kSingle},
     .prepare = prepare_scratch,
     .advance = advance_shared},
    {.info = {.name = "vector",
              .idea = "A thread makes four pixels: what it loads goes into four sums in registers.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_scratch,
     .advance = advance_vector},
    {.info = {.name = "fused",
              .idea = "Both passes in one kernel: a warp streams down a strip, rows that are begun wait in registers, and memory is "
                      "read once and written once.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kFusedKnobs,
     .advance = advance_gaussian_fused},
};

}  // namespace
}  // namespace image

std::span<const Variant<Gaussian>> Gaussian::ladder() { return image::kLadder; }

}  // namespace warplight
