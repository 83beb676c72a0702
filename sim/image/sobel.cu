// The ladder of the Sobel operator.
#include "sim/image/sobel.h"

#include <type_traits>

#include "sim/image/kernels/sobel_direct.cuh"
#include "sim/image/kernels/sobel_packed.cuh"
#include "sim/image/kernels/sobel_shared.cuh"
#include "sim/image/launchers.h"

namespace warplight {
namespace image {
namespace {

Progress advance_direct(const Params& params, View& view, Call& call, int steps) {
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(sobel_direct_kernel<S, C>, shape, call.stream, frame, from, to, params.norm == Norm::l1);
  });
}

Progress advance_shared(const Params& params, View& view, Call& call, int steps) {
  gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  shape.shared_bytes = (shape.block.x + 2) * (shape.block.y + 2) * static_cast<std::size_t>(channels_of(params)) * sizeof(float);
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(sobel_shared_kernel<S, C>, shape, call.stream, frame, from, to, params.norm == Norm::l1);
  });
}

constexpr std::array<Knob, 1> kPackedKnobs{{{.name = "rows",
                                             .label = "Rows a thread",
                                             .unit = "rows",
                                             .help = "How many rows a thread makes: two more are read.",
                                             .min = 1,
                                             .max = 128,
                                             .default_value = 16,
                                             .scale = KnobScale::log,
                                             .kind = KnobKind::integer}}};

Progress advance_packed(const Params& params, View& view, Call& call, int steps) {
  constexpr gpu::Extent kBlock{32, 4};
  const int rows = call.launch["rows"];
  const bool l1 = params.norm == Norm::l1;
  const std::int64_t strips = (view.height + rows - 1) / rows;
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    if constexpr (std::is_same_v<S, unsigned char> && C == 1) {
      const gpu::Shape shape = one_a_thread((view.width + kPackedPixels - 1) / kPackedPixels, strips, kBlock);
      gpu::launch(sobel_packed_kernel, shape, call.stream, frame, from, to, rows, l1);
    } else {
      gpu::launch(sobel_stream_kernel<S, C>, one_a_thread(view.width, strips, kBlock), call.stream, frame, from, to, rows, l1);
    }
  });
}

// Differences of samples are exact in whole numbers; of floats six roundings of up to four samples.
constexpr Tolerance kSingle = {.l2 = 1e-6, .max = 4e-6};
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};

const Variant<Sobel> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = advance_sobel_reference},
    {.info = {.name = "cpu",
              .idea = "All cores, eight or sixteen samples of a row at once.",
              .place = Place::host,
              .tolerance = kSingle},
     .advance = advance_sobel_cpu},
    {.info = {.name = "direct",
              .idea = "One GPU thread a pixel, its eight neighbours read from global memory.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_direct},
    {.info = {.name = "shared",
              .idea = "A block fetches its tile and a rim of one pixel into shared memory, and reads from there.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_shared},
    {.info = {.name = "packed",
              .idea = "A thread streams down with its rows in registers; of bytes sixteen side by side, read at once, two a register.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kPackedKnobs,
     .advance = advance_packed},
};

}  // namespace
}  // namespace image

std::span<const Variant<Sobel>> Sobel::ladder() { return image::kLadder; }

}  // namespace warplight
