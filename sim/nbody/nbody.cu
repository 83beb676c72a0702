// The ladder of the n-body lab: each rung is a kernel file, a launcher here and a row in the table below.
#include "sim/nbody/nbody.h"

#include <array>

#include "sim/gpu/launch.h"
#include "sim/nbody/energy_sums.h"
#include "sim/nbody/kernels/direct.cuh"
#include "sim/nbody/kernels/energy.cuh"
#include "sim/nbody/kernels/leapfrog.cuh"
#include "sim/nbody/kernels/tiled.cuh"

namespace warplight {
namespace nbody {
namespace {

using Params = NBody::Params;
using View = NBody::View;

float4* as_float4(Float4* items) { return reinterpret_cast<float4*>(items); }

float softening2(const Params& params) {
  const auto softening = static_cast<float>(params.softening);
  return softening * softening;
}

// Whether a pair at the same place would overflow m / softening^3 in fp32 (and 0 * inf is NaN).
bool needs_guard(const Params& params) {
  const double softening = params.softening;
  return !(params.heaviest <= 1e37 * softening * softening * softening);
}

gpu::Shape one_thread_a_body(const Params& params, int block) {
  return {.grid = {gpu::blocks_for(params.n, block)}, .block = {static_cast<unsigned>(block)}};
}

// Every device rung is a way to compute the accelerations; the leapfrog around it is the same for all.
using Evaluate = Progress (*)(const Params&, View&, Call&);
template <Evaluate evaluate>
Progress leapfrog(const Params& params, View& view, Call& call, int steps) {
  const gpu::Shape shape = one_thread_a_body(params, 256);
  float4* const position = as_float4(view.position);
  float4* const velocity = as_float4(view.velocity);
  float4* const acceleration = as_float4(view.acceleration);
  for (int step = 0; step < steps; ++step) {
    gpu::launch(kick_drift_kernel, shape, call.stream, position, velocity, acceleration, params.n, params.dt);
    evaluate(params, view, call);
    gpu::launch(kick_kernel, shape, call.stream, velocity, acceleration, params.n, params.dt);
  }
  return {steps};
}

constexpr Knob block_knob(int default_block, int step) {
  return {.name = "block",
          .label = "Block size",
          .unit = "threads",
          .help = "How many threads a block has; each computes one body.",
          .min = 32,
          .max = 1024,
          .default_value = static_cast<double>(default_block),
          .step = static_cast<double>(step),
          .kind = KnobKind::integer};
}

constexpr std::array kDirectKnobs = {block_knob(256, 1)};
Progress evaluate_direct(const Params& params, View& view, Call& call) {
  const gpu::Shape shape = one_thread_a_body(params, call.launch["block"]);
  gpu::launch(direct_kernel, shape, call.stream, as_float4(view.position), as_float4(view.acceleration), params.n,
              softening2(params));
  return {};
}

constexpr std::array kTiledKnobs = {block_knob(256, 32)};
Progress evaluate_tiled(const Params& params, View& view, Call& call) {
  const int block = call.launch["block"];
  gpu::Shape shape = one_thread_a_body(params, block);
  shape.shared_bytes = block * sizeof(float4);
  const auto kernel = needs_guard(params) ? tiled_kernel<true> : tiled_kernel<false>;
  gpu::launch(kernel, shape, call.stream, as_float4(view.position), as_float4(view.acceleration), params.n,
              softening2(params));
  return {};
}

// Why the tolerances are what they are. A pull has about ten roundings of 2^-24 (6e-8) each, and the reciprocal root of
// the GPU errs by up to two units in the last place, cubed: some 5e-7 a term. A plain sum of k terms errs by up to k 2^-24
// of itself, and where most terms are light it comes close to that; rungs carry between parts of about 256 (see
// carried_sum.cuh), which holds it to 1.5e-5 at any n, in practice a tenth of that. Relative to the root mean square over
// the bodies, since where pulls cancel (the middle of a uniform cube) the rest is small and the terms are not.
constexpr Tolerance kSinglePrecision = {.l2 = 5e-6, .max = 5e-5};
// The reference rounds once, into the lent buffer.
constexpr Tolerance kRounding = {.l2 = 1.2e-7, .max = 5e-7};

const Variant<NBody> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU sums every pair in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding},
     .prepare = prepare_reference,
     .evaluate = evaluate_reference,
     .advance = advance_reference},
    {.info = {.name = "cpu",
              .idea = "All cores, eight or sixteen pairs at once in the vector units, in single precision.",
              .place = Place::host,
              .tolerance = kSinglePrecision},
     .prepare = prepare_cpu,
     .evaluate = evaluate_cpu,
     .advance = advance_cpu},
    {.info = {.name = "direct",
              .idea = "One GPU thread a body, every partner read from global memory, the formula as it is written.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kDirectKnobs,
     .evaluate = evaluate_direct,
     .advance = leapfrog<evaluate_direct>},
    {.info = {.name = "tiled",
              .idea = "A block's threads fetch a tile of bodies together into shared memory and all read it there; the "
                      "root and the division become one reciprocal root.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kTiledKnobs,
     .evaluate = evaluate_tiled,
     .advance = leapfrog<evaluate_tiled>},
};

}  // namespace

static_assert(sizeof(EnergySums) == 6 * sizeof(double), "the kernel writes six doubles in this order");

std::int64_t energy_units(std::int64_t n) {
  return std::int64_t{gpu::blocks_for(n, kEnergyBlock)} * gpu::blocks_for(n, kEnergyChunk);
}

void launch_energy(const Float4* position, const Float4* velocity, std::int64_t n, double softening,
                   std::int64_t first_unit, int units, EnergySums* sums, gpu::Stream& stream) {
  const gpu::Shape shape = {.grid = {static_cast<unsigned>(units)}, .block = {kEnergyBlock}};
  const auto chunks = static_cast<int>(gpu::blocks_for(n, kEnergyChunk));
  gpu::launch(energy_kernel, shape, stream, reinterpret_cast<const float4*>(position),
              reinterpret_cast<const float4*>(velocity), n, softening * softening, first_unit, chunks,
              reinterpret_cast<double*>(sums));
}

}  // namespace nbody

std::span<const Variant<NBody>> NBody::ladder() { return nbody::kLadder; }

}  // namespace warplight
