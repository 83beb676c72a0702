// The n-body lab with faults planted into its ladder: every gate (check, bench, window) must refuse them.
#pragma once

#include <limits>

#include "sim/error.h"
#include "sim/gpu/buffer.h"
#include "sim/lab_adapter.h"
#include "sim/nbody/nbody.h"

namespace warplight::planted {

using Params = NBody::Params;
using View = NBody::View;

// Fills the accelerations with one byte on either side, as a kernel that computes no force would.
inline void fill_accelerations(const Params& params, View& view, Call& call, int byte) {
  const std::int64_t bytes = params.n * static_cast<std::int64_t>(sizeof(Float4));
  if (call.stream.exists()) {
    gpu::fill_device(view.acceleration, byte, bytes, call.stream);
  } else {
    std::memset(view.acceleration, byte, static_cast<std::size_t>(bytes));
  }
}

inline Progress zero_force(const Params& params, View& view, Call& call) {
  fill_accelerations(params, view, call, 0);
  return {};
}
inline Progress no_write(const Params&, View&, Call&) { return {}; }
inline Progress stay(const Params&, View&, Call&, int steps) { return {steps}; }

// Right accelerations, but one item past the end is written as well.
inline Progress past_the_end(const Params& params, View& view, Call& call) {
  nbody::evaluate_reference(params, view, call);
  view.acceleration[params.n] = {1, 2, 3, 4};
  return {};
}

// Right accelerations, and a step that does not move anything.
inline Progress right_force(const Params& params, View& view, Call& call) {
  return nbody::evaluate_reference(params, view, call);
}

// `reference` and the planted variants, all in host memory.
struct HostLab : NBody {
  static std::span<const Variant<HostLab>> ladder() {
    constexpr Tolerance kTolerance = {.l2 = 5e-6, .max = 5e-5};
    auto row = [&](std::string_view name, auto evaluate, auto advance) {
      return Variant<HostLab>{
          .info = {.name = name, .idea = "Planted.", .place = Place::host, .tolerance = kTolerance, .no_lens = ""},
          .launch_knobs = {},
          .prepare = nbody::prepare_reference,
          .evaluate = evaluate,
          .advance = advance};
    };
    static const Variant<HostLab> rows[] = {
        // First, so that nobody falls back to it where its memory has no fences.
        row("past-the-end", past_the_end, nbody::advance_reference),
        row("reference", nbody::evaluate_reference, nbody::advance_reference),
        row("zero-force", zero_force, stay),
        row("no-write", no_write, stay),
        row("does-not-move", right_force, stay),
    };
    return rows;
  }
};

// A host variant with a launch knob: 0, the default, does the work three times over, 1 once, 2 computes no force (the
// fastest, and wrong), 3 is refused.
inline constexpr Knob kWorkKnobs[] = {{.name = "work", .label = "Work", .unit = "", .help = "Planted.", .min = 0, .max = 3,
                                       .default_value = 0, .step = 1, .kind = KnobKind::integer}};

inline std::unique_ptr<Prepared> prepare_work(const Params& params, const View& view, const LaunchValues& launch,
                                              gpu::Stream& stream) {
  if (launch["work"] == 3) throw_bad_input("work = 3 is refused");
  return nbody::prepare_reference(params, view, launch, stream);
}

inline Progress do_work(const Params& params, View& view, Call& call) {
  if (call.launch["work"] == 2) return zero_force(params, view, call);
  for (int extra = call.launch["work"] == 0 ? 2 : 0; extra > 0; --extra) nbody::evaluate_reference(params, view, call);
  return nbody::evaluate_reference(params, view, call);
}

struct TunedLab : NBody {
  static std::span<const Variant<TunedLab>> ladder() {
    static const Variant<TunedLab> rows[] = {{.info = {.name = "work",
                                                       .idea = "Planted.",
                                                       .place = Place::host,
                                                       .tolerance = {.l2 = 5e-6, .max = 5e-5},
                                                       .no_lens = ""},
                                              .launch_knobs = kWorkKnobs,
                                              .prepare = prepare_work,
                                              .evaluate = do_work,
                                              .advance = nbody::advance_reference}};
    return rows;
  }
};

// A zero-force variant whose buffers live in device memory.
struct DeviceLab : NBody {
  static std::span<const Variant<DeviceLab>> ladder() {
    static const Variant<DeviceLab> rows[] = {
        {.info = {.name = "zero-force",
                  .idea = "Planted.",
                  .place = Place::device,
                  .tolerance = {.l2 = 5e-6, .max = 5e-5},
                  .no_lens = ""},
         .launch_knobs = {},
         .prepare = nullptr,
         .evaluate = zero_force,
         .advance = stay}};
    return rows;
  }
};

}  // namespace warplight::planted
