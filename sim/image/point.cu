// The ladders of the filters of one pixel: three labs, one table.
#include "sim/image/point.h"

#include "sim/image/kernels/point.cuh"
#include "sim/image/launchers.h"
#include "sim/image/light.h"

namespace warplight {
namespace image {
namespace {

PointWish wish_of(PointKind kind, const Params& params) {
  const double coded = params.threshold, white = white_of(params.sample);
  return {.operation = static_cast<PointOperation>(kind),
          .white = static_cast<float>(white),
          .level = static_cast<float>(white * (params.light == Light::linear ? linear_of_srgb(coded) : coded))};
}

template <PointKind kKind>
Progress reference(const Params& params, View& view, Call& call, int steps) {
  return advance_point_reference(kKind, params, view, call, steps);
}
template <PointKind kKind>
Progress cpu(const Params& params, View& view, Call& call, int steps) {
  return advance_point_cpu(kKind, params, view, call, steps);
}

template <PointKind kKind>
Progress advance_naive(const Params& params, View& view, Call& call, int steps) {
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(point_naive_kernel<S, C>, shape, call.stream, frame, from, to, wish_of(kKind, params));
  });
}

template <PointKind kKind>
Progress advance_strided(const Params& params, View& view, Call& call, int steps) {
  const gpu::Shape shape = one_a_thread(view.height, view.width, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(point_strided_kernel<S, C>, shape, call.stream, frame, from, to, wish_of(kKind, params));
  });
}

template <PointKind kKind>
Progress advance_vector(const Params& params, View& view, Call& call, int steps) {
  const std::int64_t pixels = 16 / pixel_bytes(params);
  const gpu::Shape shape = one_a_thread((view.width + pixels - 1) / pixels, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(point_vector_kernel<S, C>, shape, call.stream, frame, from, to, wish_of(kKind, params));
  });
}

// A few roundings of a sample.
constexpr Tolerance kSingle = {.l2 = 3e-7, .max = 2e-6};
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};

template <PointKind kKind>
const Variant<PointFilter<kKind>> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, in double precision: what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = reference<kKind>},
    {.info = {.name = "cpu", .idea = "All cores, row by row.", .place = Place::host, .tolerance = kSingle}, .advance = cpu<kKind>},
    {.info = {.name = "naive",
              .idea = "One GPU thread a pixel, a warp along a row.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_naive<kKind>},
    {.info = {.name = "strided",
              .idea = "x and y of the threads exchanged: a warp lies along a column, and moves a sector of 32 bytes for each pixel.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_strided<kKind>},
    {.info = {.name = "vector",
              .idea = "Sixteen bytes a thread, read at once and written at once: fewer and larger requests.",
              .place = Place::device,
              .tolerance = kSingle},
     .launch_knobs = kBlockKnobs,
     .advance = advance_vector<kKind>},
};

}  // namespace

template <PointKind kKind>
std::span<const Variant<PointFilter<kKind>>> PointFilter<kKind>::ladder() {
  return kLadder<kKind>;
}
template std::span<const Variant<PointFilter<PointKind::invert>>> PointFilter<PointKind::invert>::ladder();
template std::span<const Variant<PointFilter<PointKind::threshold>>> PointFilter<PointKind::threshold>::ladder();
template std::span<const Variant<PointFilter<PointKind::grayscale>>> PointFilter<PointKind::grayscale>::ladder();

}  // namespace image
}  // namespace warplight
