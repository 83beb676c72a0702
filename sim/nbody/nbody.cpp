#include "sim/nbody/nbody.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/nbody/state_files.h"

namespace warplight {

const LabInfo& NBody::info() {
  static const LabInfo kInfo{
      .name = "nbody",
      .title = "N-body",
      .group = "N-body",
      .what = "Gravity between n bodies: every body pulls every other, summed directly.",
      .item = "body",
      .state_endings = nbody::state_endings(),
      .why_state_file_is_missing = nbody::why_state_file_is_missing,
  };
  return kInfo;
}

std::span<const Knob> NBody::knobs() {
  using P = Params;
  static constexpr std::array<Knob, 4> kKnobs{
      knob<&P::n>({.name = "n",
                   .label = "Bodies n",
                   .unit = "",
                   .help = "How many bodies there are; the work grows with its square.",
                   .min = 1,
                   .max = 1e9,
                   .default_value = 65536,
                   .host_default = 4096,
                   .scale = KnobScale::log,
                   .resets = true}),
      knob<&P::dt>({.name = "dt",
                    .label = "Time step dt",
                    .unit = "",
                    .help = "How far one step goes in time; shorter steps keep the energy better.",
                    .min = 1e-6,
                    .max = 1,
                    .default_value = 0.005,
                    .scale = KnobScale::log}),
      knob<&P::softening>(
          {.name = "softening",
           .label = "Softening ε",
           .unit = "",
           .help = "The distance below which bodies pull each other less, so that close pairs stay calm.",
           .min = 0,
           .max = 10,
           .default_value = 0.02,
           .scale = KnobScale::log}),
      knob<&P::seed>({.name = "seed",
                      .label = "Seed",
                      .unit = "",
                      .help = "Another number gives another throw of the dice for the same scene.",
                      .min = 0,
                      .max = 1e9,
                      .default_value = 1,
                      .resets = true}),
  };
  return kKnobs;
}

std::span<const MeterInfo> NBody::meters() {
  static constexpr std::array<MeterInfo, 2> kMeters{{
      {.name = "energy_error",
       .label = "energy error",
       .unit = "",
       .help = "How far kinetic plus potential energy is from where it began, relative to it. Of many bodies it is "
               "estimated from some, and says how far it may be off."},
      {.name = "momentum_drift",
       .label = "momentum drift",
       .unit = "",
       .help = "How far total momentum is from where it began, relative to the sum of all bodies' mass times speed."},
  }};
  return kMeters;
}

Picture NBody::picture() {
  return {.kind = Picture::Kind::points, .position = kPosition, .velocity = kVelocity, .appearance = kAppearance};
}

std::vector<BufferSpec> NBody::buffers(const Params& params) {
  return {
      {.name = "position", .items = params.n, .item_bytes = sizeof(Float4), .drawn = true, .finite_bytes = sizeof(float)},
      {.name = "velocity", .items = params.n, .item_bytes = sizeof(Float4), .drawn = true, .finite_bytes = sizeof(float)},
      {.name = "acceleration", .items = params.n, .item_bytes = sizeof(Float4), .output = true, .finite_bytes = sizeof(float)},
      {.name = "appearance", .items = params.n, .item_bytes = sizeof(Float2), .drawn = true},
  };
}

NBody::View NBody::view(const Params& params, const Lent& lent) {
  return {.n = params.n,
          .position = static_cast<Float4*>(lent.pointers[kPosition]),
          .velocity = static_cast<Float4*>(lent.pointers[kVelocity]),
          .acceleration = static_cast<Float4*>(lent.pointers[kAcceleration]),
          .appearance = static_cast<Float2*>(lent.pointers[kAppearance])};
}

Cost NBody::cost(const Params& params) {
  const auto n = static_cast<double>(params.n);
  return {.flops = 20 * n * n,
          .roots = n * n,
          .bytes = n * 2 * sizeof(Float4),  // every position in, every acceleration out
          .items = n * n,
          .item_name = "interactions",
          .convention = "20 flops an interaction, n² of them"};
}

HostState NBody::read(const std::filesystem::path& file, Params& params) { return nbody::read_state(file, params); }

void NBody::write(const std::filesystem::path& file, const Params& params, const HostState& state,
                  const Prepared* prepared) {
  nbody::write_state(file, params, state, prepared);
}

Bounds NBody::bounds(const Params& params, const HostState& state) {
  constexpr std::int64_t kMostLooked = 100000;
  // Dark bodies (a halo) reach far beyond what is seen: they don't count where there are bright ones.
  constexpr float kDark = 0.25f;
  const auto* position = reinterpret_cast<const Float4*>(state.buffers[kPosition].data());
  const auto* appearance = reinterpret_cast<const Float2*>(state.buffers[kAppearance].data());
  const std::int64_t stride = std::max<std::int64_t>(1, params.n / kMostLooked);
  std::vector<Float4> seen, dark;
  for (std::int64_t i = 0; i < params.n; i += stride) {
    const Float4& p = position[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) continue;
    (appearance[i].y < kDark ? dark : seen).push_back(p);
  }
  if (seen.empty()) seen.swap(dark);
  if (seen.empty()) return {};

  // About the centre of mass: it stays where it is, and planets go round it. Without any mass, about the middle.
  const bool weightless = std::none_of(seen.begin(), seen.end(), [](const Float4& p) { return p.w > 0; });
  double center[3] = {0, 0, 0}, weights = 0;
  for (const Float4& p : seen) {
    const double weight = weightless ? 1 : std::max(p.w, 0.0f);
    center[0] += weight * p.x, center[1] += weight * p.y, center[2] += weight * p.z;
    weights += weight;
  }
  for (double& c : center) c /= weights;
  std::vector<double> distances;
  for (const Float4& p : seen) {
    const double x = p.x - center[0], y = p.y - center[1], z = p.z - center[2];
    distances.push_back(std::sqrt(x * x + y * y + z * z));
  }
  // Of few bodies all are in the picture; of many, those far outside are not.
  const double place = std::ceil(0.95 * static_cast<double>(distances.size() - 1));
  const auto most = distances.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(distances.begin(), most, distances.end());
  return {.center = {static_cast<float>(center[0]), static_cast<float>(center[1]), static_cast<float>(center[2])},
          .radius = *most > 0 ? static_cast<float>(*most) : 1.0f};
}

}  // namespace warplight
