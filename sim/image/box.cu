// The ladder of the box blur.
#include "sim/image/box.h"

#include "sim/image/gaussian.h"
#include "sim/image/kernels/box_direct.cuh"
#include "sim/image/kernels/box_running.cuh"
#include "sim/image/kernels/box_separable.cuh"
#include "sim/image/launchers.h"

namespace warplight {
namespace image {
namespace {

// Sums between two passes: of u16 they take eight bytes.
class PreparedSums final : public Prepared {
 public:
  PreparedSums(const Params& params, const View& view)
      : sums_(view.pitch * view.height * channels_of(params) * (params.sample == Sample::u16 ? 8 : 4)) {}
  void* sums() const { return sums_.data(); }

 private:
  gpu::Buffer sums_;
};

std::unique_ptr<Prepared> prepare_sums(const Params& params, const View& view, const LaunchValues&, gpu::Stream&) {
  return std::make_unique<PreparedSums>(params, view);
}
template <class S, int C>
Sums<S, C>* sums_between(const Call& call) {
  return static_cast<Sums<S, C>*>(static_cast<const PreparedSums*>(call.prepared)->sums());
}

Progress advance_direct(const Params& params, View& view, Call& call, int steps) {
  const auto radius = static_cast<int>(radius_of(params));
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(box_direct_kernel<S, C>, shape, call.stream, frame, from, to, radius);
  });
}

Progress advance_separable(const Params& params, View& view, Call& call, int steps) {
  const auto radius = static_cast<int>(radius_of(params));
  const gpu::Shape shape = one_a_thread(view.width, view.height, block_of(call));
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(box_rows_kernel<S, C>, shape, call.stream, frame, from, sums_between<S, C>(call), radius);
    gpu::launch(box_columns_kernel<S, C>, shape, call.stream, frame, sums_between<S, C>(call), to, radius);
  });
}

constexpr std::array<Knob, 1> kRunningKnobs{{{.name = "stretch",
                                              .label = "Stretch",
                                              .unit = "pixels",
                                              .help = "Over how many pixels a thread slides before another begins with a whole sum.",
                                              .min = 16,
                                              .max = 8192,
                                              .default_value = 128,
                                              .scale = KnobScale::log,
                                              .kind = KnobKind::integer}}};

Progress advance_running(const Params& params, View& view, Call& call, int steps) {
  constexpr gpu::Extent kBlock{32, 4};
  const auto radius = static_cast<int>(radius_of(params));
  const int stretch = call.launch["stretch"];
  const auto stretches = [&](std::int64_t n) { return (n + stretch - 1) / stretch; };
  return filter_each(params, view, steps, [&]<class S, int C>(const Frame& frame, const S* from, S* to) {
    gpu::launch(box_running_rows_kernel<S, C>, one_a_thread(view.height, stretches(view.width), kBlock), call.stream, frame, from, sums_between<S, C>(call), radius, stretch);
    gpu::launch(box_running_columns_kernel<S, C>, one_a_thread(view.width, stretches(view.height), kBlock), call.stream, frame, sums_between<S, C>(call), to, radius, stretch);
  });
}

// Of whole numbers nothing may differ; a double's mean is off by 1e-16 of itself. Floats: sums of 2r + 1 samples twice in
// single precision.
constexpr Tolerance kSums = {.l2 = 2e-6, .max = 1e-5};
// A running sum keeps what each sample that has passed through it lost, half a unit of a sum of up to 2r + 1 samples: over
// a stretch of hundreds, some 1e-5 of a sample.
constexpr Tolerance kRunning = {.l2 = 1e-5, .max = 1e-4};
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};

const Variant<Box> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = advance_box_reference},
    {.info = {.name = "cpu",
              .idea = "All cores: sums of rows slide down, and over them a sum slides along; the cost is the same for any radius.",
              .place = Place::host,
              .tolerance = kRounding},
     .advance = advance_box_cpu},
    {.info = {.name = "direct",
              .idea = "One GPU thread a pixel, which adds up all (2r + 1)² pixels around it.",
              .place = Place::device,
              .tolerance = kSums},
     .launch_knobs = kBlockKnobs,
     .advance = advance_direct},
    {.info = {.name = "separable",
              .idea = "Sums along the rows, then of those down the columns: 2 (2r + 1) additions a pixel.",
              .place = Place::device,
              .tolerance = kSums},
     .launch_knobs = kBlockKnobs,
     .prepare = prepare_sums,
     .advance = advance_separable},
    {.info = {.name = "running",
              .idea = "A sum slides: what leaves the window is taken away and what enters is added, whatever the radius.",
              .place = Place::device,
              .tolerance = kRunning},
     .launch_knobs = kRunningKnobs,
     .prepare = prepare_sums,
     .advance = advance_running},
};

}  // namespace
}  // namespace image

std::span<const Variant<Box>> Box::ladder() { return image::kLadder; }

}  // namespace warplight
