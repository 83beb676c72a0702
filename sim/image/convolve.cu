// The ladder of the convolution with a matrix.
#include "sim/image/convolve.h"

#include <algorithm>

#include "sim/image/kernels/convolve.cuh"
#include "sim/image/launchers.h"
#include "sim/image/matrices.h"

namespace warplight {
namespace image {
namespace {

Numbers numbers_of(const Params& params) {
  const Matrix& matrix = matrix_of(params);
  Numbers numbers{.size = matrix.size, .at = {}};
  for (std::size_t i = 0; i < matrix.at.size(); ++i) numbers.at[i] = static_cast<float>(matrix.at[i]);
  return numbers;
}

// The matrix in global memory, brought there whenever it has changed.
class PreparedNumbers final : public Prepared {
 public:
  PreparedNumbers() : on_device_(sizeof(Numbers::at)) {}
  const float* values(const Params& params, const gpu::Stream& stream) {
    const Numbers wanted = numbers_of(params);
    if (wanted.size != numbers_.size || !std::equal(wanted.at, wanted.at + kMostNumbers, numbers_.at)) {
      numbers_ = wanted;
      gpu::copy_to_device(on_device_.data(), numbers_.at, sizeof numbers_.at, stream);
    }
    return static_cast<const float*>(on_device_.data());
  }
  int size() const { return numbers_.size; }

 private:
  gpu::Buffer on_device_;
  Numbers numbers_{};
};

std::unique_ptr<Prepared> prepare_numbers(const Params&, const View&, const LaunchValues&, gpu::Stream&) {
  return std::make_unique<PreparedNumbers>();
}

Progress advance_direct(const Params& params, View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedNumbers&>(*call.prepared);
  const float* const values = kept.values(params, call.stream);
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(convolve_direct_kernel<S, C>, shape, call.stream, frame, from, to, values, kept.size());
  });
}

Progress advance_constant(const Params& params, View& view, Call& call, int steps) {
  const Numbers numbers = numbers_of(params);
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(convolve_constant_kernel<S, C>, shape, call.stream, frame, from, to, numbers);
  });
}

Progress advance_shared(const Params& params, View& view, Call& call, int steps) {
  const Numbers numbers = numbers_of(params);
  const auto rim = static_cast<unsigned>(numbers.size - 1);
  gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  shape.shared_bytes = (shape.block.x + rim) * (shape.block.y + rim) * static_cast<std::size_t>(channels_of(params)) * sizeof(float);
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(convolve_shared_kernel<S, C>, shape, call.stream, frame, from, to, numbers);
  });
}

// Sums of up to 225 products in single precision; where the numbers cancel (they add up to 0) the result is smaller than
// what was added, some times at most.
constexpr Tolerance kSingle = {.l2 = 2e-6, .max = 1e-5};
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};

const Variant<Convolve> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = advance_convolve_reference},
    {.info = {.name = "cpu",
              .idea = "All cores, eight or sixteen samples of a row at once, a number of the matrix after the other.",
              .place = Place::host,
              .tolerance = kSingle},
     .advance = advance_convolve_cpu},
    {.info = {.name = "direct",
              .idea = "One GPU thread a pixel; pixels and the numbers of the matrix from global memory.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_numbers,
     .advance = advance_direct},
    {.info = {.name = "constant",
              .idea = "The numbers among the kernel's parameters, in the constant bank: no load is needed for them.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_constant},
    {.info = {.name = "shared",
              .idea = "A block fetches its pixels and their rim once into shared memory, and sums from there.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_shared},
};

}  // namespace
}  // namespace image

std::span<const Variant<Convolve>> Convolve::ladder() { return image::kLadder; }

}  // namespace warplight
