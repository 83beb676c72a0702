// Launchers of the rungs that let several blocks work for one body: each writes its sum to a slot, a second kernel adds
// the slots up (kernels/slots.cuh).
#include <array>

#include "sim/gpu/buffer.h"
#include "sim/gpu/device.h"
#include "sim/nbody/kernels/equal_mass.cuh"
#include "sim/nbody/kernels/split.cuh"
#include "sim/nbody/kernels/symmetric.cuh"
#include "sim/nbody/launchers.h"

namespace warplight::nbody {
namespace {

using Params = NBody::Params;
using View = NBody::View;

constexpr std::int64_t kLayerItem = sizeof(float4);

class PreparedSlots final : public Prepared {
 public:
  // Slots for `wanted` layers of n bodies, or for as many as fit, a multiple of `group`, to be filled in several rounds.
  PreparedSlots(std::int64_t n, std::int64_t wanted, std::int64_t group, const gpu::Stream& stream)
      : layers(std::min(wanted, group * std::max<std::int64_t>(1, most_bytes(stream) / (n * kLayerItem * group)))),
        slots(layers * n * kLayerItem) {
    if (layers < wanted) carry = gpu::Buffer(n * kLayerItem);
  }

  float4* slot_items() const { return static_cast<float4*>(slots.data()); }

  std::int64_t layers;
  gpu::Buffer slots;
  gpu::Buffer carry;  // what the rounds lose to rounding (none where one round is all)

 private:
  static std::int64_t most_bytes(const gpu::Stream& stream) {
    constexpr std::int64_t kMost = std::int64_t{1} << 31;
    if (!stream.exists()) return 0;  // under the lens: the fewest, so that several rounds are seen
    return std::min(kMost, gpu::memory_info().free_bytes / 4);
  }
};

void add_slots(const Params& params, View& view, const Call& call, std::int64_t layers, bool first, bool last) {
  const auto& kept = static_cast<const PreparedSlots&>(*call.prepared);
  gpu::launch(add_slots_kernel, one_thread_a_body(params, 128), call.stream, kept.slot_items(), layers,
              as_float4(view.acceleration), static_cast<float4*>(kept.carry.data()), params.n, first, last);
}

// ---- split

// How many partners a block sums: a multiple of its tile.
std::int64_t partners_of_a_part(std::int64_t n, int parts) {
  return gpu::blocks_for(gpu::blocks_for(n, parts), kSplitBlock) * std::int64_t{kSplitBlock};
}

using SplitKernel = void (*)(const float4*, float4*, int, int, int, float);
template <bool kGuard>
constexpr SplitKernel kSplitKernels[] = {split_kernel<2, kGuard>, split_kernel<4, kGuard>, split_kernel<6, kGuard>,
                                         split_kernel<8, kGuard>};

// ---- symmetric and equal_mass

constexpr int kBodiesOfALane = 8;  // as many as registers hold
int warps_of(const LaunchValues& launch) { return 1 << launch["warps"]; }

std::int64_t tiles_of(std::int64_t n, const LaunchValues& launch) {
  return gpu::blocks_for(n, kBodiesOfALane * kLanes * warps_of(launch));
}
// Tiles lie on a circle: 0, 1, ... half of it.
std::int64_t distances_of(std::int64_t tiles) { return tiles / 2 + 1; }

using PairKernel = void (*)(const float4*, float4*, int, int, float);
template <bool kGuard>
constexpr PairKernel kSymmetricKernels[] = {
    symmetric_kernel<kBodiesOfALane, 1, kGuard>, symmetric_kernel<kBodiesOfALane, 2, kGuard>,
    symmetric_kernel<kBodiesOfALane, 4, kGuard>, symmetric_kernel<kBodiesOfALane, 8, kGuard>};
template <bool kGuard>
constexpr PairKernel kEqualMassKernels[] = {
    equal_mass_kernel<kBodiesOfALane, 1, kGuard>, equal_mass_kernel<kBodiesOfALane, 2, kGuard>,
    equal_mass_kernel<kBodiesOfALane, 4, kGuard>, equal_mass_kernel<kBodiesOfALane, 8, kGuard>};

Progress evaluate_pairs(const Params& params, View& view, Call& call, PairKernel kernel) {
  constexpr std::int64_t kMostRows = 65535;  // of a grid
  const auto& kept = static_cast<const PreparedSlots&>(*call.prepared);
  const std::int64_t tiles = tiles_of(params.n, call.launch), distances = distances_of(tiles);
  const std::int64_t a_round = std::min(kept.layers / 2, kMostRows);
  for (std::int64_t first = 0; first < distances; first += a_round) {
    const std::int64_t count = std::min(a_round, distances - first);
    const gpu::Shape shape = {.grid = {static_cast<unsigned>(tiles), static_cast<unsigned>(count)},
                              .block = {static_cast<unsigned>(kLanes * warps_of(call.launch))}};
    gpu::launch(kernel, shape, call.stream, as_float4(view.position), kept.slot_items(), params.n, first,
                softening2(params));
    add_slots(params, view, call, 2 * count, first == 0, first + count == distances);
  }
  return {};
}

}  // namespace

std::unique_ptr<Prepared> prepare_split(const Params& params, const View&, const LaunchValues& launch,
                                        gpu::Stream& stream) {
  const std::int64_t layers = gpu::blocks_for(params.n, partners_of_a_part(params.n, launch["parts"]));
  return std::make_unique<PreparedSlots>(params.n, layers, 1, stream);
}

Progress evaluate_split(const Params& params, View& view, Call& call) {
  const auto& kept = static_cast<const PreparedSlots&>(*call.prepared);
  const int bodies = call.launch["bodies"];
  constexpr int kBodies[] = {2, 4, 6, 8};
  const std::int64_t partners = partners_of_a_part(params.n, call.launch["parts"]);
  const std::int64_t parts = gpu::blocks_for(params.n, partners);
  const SplitKernel kernel = needs_guard(params) ? kSplitKernels<true>[bodies] : kSplitKernels<false>[bodies];
  for (std::int64_t first = 0; first < parts; first += kept.layers) {
    const std::int64_t count = std::min(kept.layers, parts - first);
    const gpu::Shape shape = {.grid = {gpu::blocks_for(params.n, kSplitBlock * kBodies[bodies]),
                                       static_cast<unsigned>(count)},
                              .block = {kSplitBlock}};
    gpu::launch(kernel, shape, call.stream, as_float4(view.position), kept.slot_items(), params.n, first * partners,
                partners, softening2(params));
    add_slots(params, view, call, count, first == 0, first + count == parts);
  }
  return {};
}

std::unique_ptr<Prepared> prepare_pairs(const Params& params, const View&, const LaunchValues& launch,
                                        gpu::Stream& stream) {
  const std::int64_t layers = 2 * distances_of(tiles_of(params.n, launch));
  return std::make_unique<PreparedSlots>(params.n, layers, 2, stream);
}

Progress evaluate_symmetric(const Params& params, View& view, Call& call) {
  const int warps = call.launch["warps"];
  return evaluate_pairs(params, view, call,
                        needs_guard(params) ? kSymmetricKernels<true>[warps] : kSymmetricKernels<false>[warps]);
}

Progress evaluate_equal_mass(const Params& params, View& view, Call& call) {
  const int warps = call.launch["warps"];
  return evaluate_pairs(params, view, call,
                        needs_guard(params) ? kEqualMassKernels<true>[warps] : kEqualMassKernels<false>[warps]);
}

}  // namespace warplight::nbody
