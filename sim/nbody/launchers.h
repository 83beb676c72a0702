// What the launchers of the n-body rungs share: how buffers, softening and shapes are handed to kernels.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "sim/gpu/launch.h"
#include "sim/nbody/nbody.h"

#if !defined(__CUDACC__)
#include "sim/gpu/device.cuh"
#endif

namespace warplight::nbody {

inline float4* as_float4(Float4* items) { return reinterpret_cast<float4*>(items); }

inline float softening2(const NBody::Params& params) {
  const auto softening = static_cast<float>(params.softening);
  return softening * softening;
}

// Whether a pair at the same place would overflow 1 / softening^3, or m times it, in fp32 (and 0 * inf is NaN).
inline bool needs_guard(const NBody::Params& params) {
  const double softening = params.softening;
  return !(std::max(params.heaviest, 1.0) <= 1e37 * softening * softening * softening);
}

inline gpu::Shape one_thread_a_body(const NBody::Params& params, int block) {
  return {.grid = {gpu::blocks_for(params.n, block)}, .block = {static_cast<unsigned>(block)}};
}

constexpr Knob bodies_knob(std::span<const std::string_view> choices, int default_choice) {
  return {.name = "bodies",
          .label = "Bodies a thread",
          .unit = "",
          .help = "How many bodies each thread computes: more share a load, fewer make more threads.",
          .min = 0,
          .max = static_cast<double>(choices.size() - 1),
          .default_value = static_cast<double>(default_choice),
          .choices = choices,
          .kind = KnobKind::choice};
}

// Rungs that several blocks work at one body for (slotted_rungs.cu).
inline constexpr std::array<std::string_view, 4> kSplitBodies{"2", "4", "6", "8"};
inline constexpr std::array<Knob, 2> kSplitKnobs{{
    bodies_knob(kSplitBodies, 2),
    {.name = "parts",
     .label = "Parts",
     .unit = "",
     .help = "How many parts the partners are split into; each part is another row of blocks.",
     .min = 1,
     .max = 256,
     .default_value = 32,
     .kind = KnobKind::integer},
}};
inline constexpr std::array<std::string_view, 4> kWarpChoices{"1", "2", "4", "8"};
inline constexpr std::array<Knob, 1> kTileKnobs{{
    {.name = "warps",
     .label = "Warps a block",
     .unit = "",
     .help = "How many warps share a tile; each brings 256 bodies. More write fewer slots, fewer make more blocks.",
     .min = 0,
     .max = kWarpChoices.size() - 1,
     .default_value = 1,
     .choices = kWarpChoices,
     .kind = KnobKind::choice},
}};
std::unique_ptr<Prepared> prepare_split(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
Progress evaluate_split(const NBody::Params&, NBody::View&, Call&);
std::unique_ptr<Prepared> prepare_pairs(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
Progress evaluate_symmetric(const NBody::Params&, NBody::View&, Call&);
Progress evaluate_equal_mass(const NBody::Params&, NBody::View&, Call&);

// The rung that measures the others and runs the fastest (best.cu).
std::unique_ptr<Prepared> prepare_best(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
Progress evaluate_best(const NBody::Params&, NBody::View&, Call&);

}  // namespace warplight::nbody
