// The ladder of the n-body lab: each rung is a kernel file, a launcher here (those that need slots have theirs in
// slotted_rungs.cu, the one that chooses in best.cu) and a row in the table below.
#include "sim/nbody/nbody.h"

#include <array>

#include "sim/nbody/kernels/coarse.cuh"
#include "sim/nbody/kernels/direct.cuh"
#include "sim/nbody/kernels/double.cuh"
#include "sim/nbody/kernels/leapfrog.cuh"
#include "sim/nbody/kernels/rsqrt.cuh"
#include "sim/nbody/kernels/tiled.cuh"
#include "sim/nbody/launchers.h"

namespace warplight {
namespace nbody {
namespace {

using Params = NBody::Params;
using View = NBody::View;

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

constexpr Knob block_knob(int default_block, int step, int most = 1024) {
  return {.name = "block",
          .label = "Block size",
          .unit = "threads",
          .help = "How many threads a block has.",
          .min = 32,
          .max = static_cast<double>(most),
          .default_value = static_cast<double>(default_block),
          .step = static_cast<double>(step),
          .kind = KnobKind::integer};
}

constexpr std::array<std::string_view, 3> kCoarseBodies{"2", "4", "8"};

constexpr std::array kDirectKnobs = {block_knob(256, 1)};
Progress evaluate_direct(const Params& params, View& view, Call& call) {
  const gpu::Shape shape = one_thread_a_body(params, call.launch["block"]);
  gpu::launch(direct_kernel, shape, call.stream, as_float4(view.position), as_float4(view.acceleration), params.n,
              softening2(params));
  return {};
}

constexpr std::array kRsqrtKnobs = {block_knob(256, 1)};
Progress evaluate_rsqrt(const Params& params, View& view, Call& call) {
  const gpu::Shape shape = one_thread_a_body(params, call.launch["block"]);
  const auto kernel = needs_guard(params) ? rsqrt_kernel<true> : rsqrt_kernel<false>;
  gpu::launch(kernel, shape, call.stream, as_float4(view.position), as_float4(view.acceleration), params.n,
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

// Eight bodies take 128 registers a thread: more than 512 threads would want more than a multiprocessor has.
constexpr std::array kCoarseKnobs = {bodies_knob(kCoarseBodies, 1), block_knob(256, 32, 512)};
Progress evaluate_coarse(const Params& params, View& view, Call& call) {
  using Kernel = void (*)(const float4*, float4*, int, float);
  static constexpr Kernel kPlain[] = {coarse_kernel<2, false>, coarse_kernel<4, false>, coarse_kernel<8, false>};
  static constexpr Kernel kGuarded[] = {coarse_kernel<2, true>, coarse_kernel<4, true>, coarse_kernel<8, true>};
  const int choice = call.launch["bodies"], block = call.launch["block"], bodies = 2 << choice;
  const gpu::Shape shape = {.grid = {gpu::blocks_for(params.n, block * bodies)},
                            .block = {static_cast<unsigned>(block)},
                            .shared_bytes = block * sizeof(float4)};
  gpu::launch(needs_guard(params) ? kGuarded[choice] : kPlain[choice], shape, call.stream, as_float4(view.position),
              as_float4(view.acceleration), params.n, softening2(params));
  return {};
}

constexpr std::array kDoubleKnobs = {block_knob(128, 32)};
Progress evaluate_double(const Params& params, View& view, Call& call) {
  const int block = call.launch["block"];
  gpu::Shape shape = one_thread_a_body(params, block);
  shape.shared_bytes = block * sizeof(DoubleBody);
  gpu::launch(double_kernel, shape, call.stream, as_float4(view.position), as_float4(view.acceleration), params.n,
              params.softening * params.softening);
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
              .tolerance = kRounding,
              .in_double = true},
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
    {.info = {.name = "rsqrt",
              .idea = "The root and the division become one reciprocal root: an instruction instead of some twenty.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kRsqrtKnobs,
     .evaluate = evaluate_rsqrt,
     .advance = leapfrog<evaluate_rsqrt>},
    {.info = {.name = "tiled",
              .idea = "A block's threads fetch a tile of bodies together into shared memory, and all read it there.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kTiledKnobs,
     .evaluate = evaluate_tiled,
     .advance = leapfrog<evaluate_tiled>},
    {.info = {.name = "coarse",
              .idea = "Each thread computes several bodies, so that one load from the tile serves them all; it takes many "
                      "bodies to fill the GPU.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kCoarseKnobs,
     .evaluate = evaluate_coarse,
     .advance = leapfrog<evaluate_coarse>},
    {.info = {.name = "split",
              .idea = "The partners are split over more blocks and their sums added in a second kernel, so that few bodies "
                      "fill the GPU as well.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kSplitKnobs,
     .prepare = prepare_split,
     .evaluate = evaluate_split,
     .advance = leapfrog<evaluate_split>},
    {.info = {.name = "symmetric",
              .idea = "Newton's third law: each pair is computed once and pulls both bodies; 17 instructions do the work "
                      "of 26.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kTileKnobs,
     .prepare = prepare_pairs,
     .evaluate = evaluate_symmetric,
     .advance = leapfrog<evaluate_symmetric>},
    {.info = {.name = "equal-mass",
              .idea = "Where bodies that meet weigh the same, the masses leave the inner loop and are multiplied once, "
                      "at its end.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .launch_knobs = kTileKnobs,
     .prepare = prepare_pairs,
     .evaluate = evaluate_equal_mass,
     .advance = leapfrog<evaluate_equal_mass>},
    {.info = {.name = "double",
              .idea = "tiled in double precision: right to the last digit, and what that costs on this GPU.",
              .place = Place::device,
              .tolerance = kRounding,
              .in_double = true},
     .launch_knobs = kDoubleKnobs,
     .evaluate = evaluate_double,
     .advance = leapfrog<evaluate_double>},
    {.info = {.name = "best",
              .idea = "Measures symmetric, equal-mass and split in their shapes on the bodies that are there, and runs the "
                      "fastest.",
              .place = Place::device,
              .tolerance = kSinglePrecision},
     .prepare = prepare_best,
     .evaluate = evaluate_best,
     .advance = leapfrog<evaluate_best>},
};

}  // namespace

}  // namespace nbody

std::span<const Variant<NBody>> NBody::ladder() { return nbody::kLadder; }

}  // namespace warplight
