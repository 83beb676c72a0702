#include "tests/lens/kernels/energy.h"

#include <cstring>

#include "sim/gpu/watch.h"
#include "sim/lens/session.h"
#include "sim/nbody/energy_sums.h"

namespace warplight::lens_launch {
namespace {

template <class T>
T* lend(const char* name, std::int64_t n, const T* from = nullptr) {
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(n);
  auto* items = static_cast<T*>(lens::Session::current().lend(name, bytes, sizeof(T), from != nullptr));
  if (from != nullptr) std::memcpy(items, from, bytes);
  return items;
}

template <class T>
std::vector<T> taken(const T* from, std::int64_t n) {
  return {from, from + n};
}

// In two launches, as two frames would.
std::vector<double> field(nbody::FieldWork work, double softening, gpu::Stream& stream) {
  work.sums = lend<double>("sums", work.units());
  const std::int64_t first = work.units() / 2;
  if (first > 0) nbody::launch_field(work, softening, 0, first, stream);
  nbody::launch_field(work, softening, first, work.units() - first, stream);
  return taken(work.sums, work.units());
}

}  // namespace

EnergyRun energy(const std::vector<Float4>& position, const std::vector<Float4>& velocity, double softening,
                 std::int64_t draws, std::uint64_t seed) {
  gpu::Stream stream;
  const auto n = static_cast<std::int64_t>(position.size());
  const Float4* const x = lend("position", n, position.data());
  const Float4* const v = lend("velocity", n, velocity.data());
  const std::int64_t motion_sums = nbody::motion_segments(n).count * nbody::kSumsOfMotion;
  auto* const motion = lend<double>("motion", motion_sums);
  auto* const sample = lend<Float4>("sample", draws);
  auto* const ids = lend<std::int32_t>("ids", draws);
  EnergyRun run;
  nbody::launch_motion(x, v, n, motion, stream);
  nbody::launch_draw(x, n, motion, seed, draws, sample, ids, stream);
  run.motion = taken(motion, motion_sums);
  run.ids = taken(ids, draws);
  run.sample = taken(sample, draws);
  const std::int64_t chunk = nbody::partners_of_a_unit(n);
  run.all_pairs = field({x, nullptr, n, x, nullptr, n, chunk, nullptr}, softening, stream);
  run.on_all = field({sample, ids, draws, x, nullptr, n, chunk, nullptr}, softening, stream);
  run.on_group = field({sample, ids, draws, sample, ids, draws, nbody::kRowsOfAUnit, nullptr}, softening, stream);
  return run;
}

std::uint64_t watch(const std::vector<Float4>& items, std::int64_t step, unsigned part, std::uint64_t first) {
  const auto n = static_cast<std::int64_t>(items.size());
  auto* const key = lend<std::uint64_t>("first", 1, &first);
  gpu::launch_watch({.values = lend("items", n, items.data()), .width = 4 * n, .pitch = 4 * n, .values_an_item = 4}, step,
                    part, key, gpu::Stream());
  return *key;
}

}  // namespace warplight::lens_launch
