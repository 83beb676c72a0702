// The n-body lab with faults planted into its ladder: every gate (check, bench, window) must refuse them.
#pragma once

#include <limits>

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
