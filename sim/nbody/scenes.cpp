#include "sim/nbody/scenes.h"

#include <algorithm>
#include <string_view>

#include "sim/error.h"
#include "sim/host_threads.h"
#include "sim/nbody/scene_table.h"
#include "sim/nbody/state_files.h"

namespace warplight {
namespace nbody {
namespace {

// The centre of mass of each group as the recipe makes it. Summed in blocks of fixed size, block after block: the same
// to the last bit for any number of threads.
struct GroupSum {
  double mass = 0;
  double position[3] = {0, 0, 0};
  double velocity[3] = {0, 0, 0};
};

constexpr std::int64_t kBlock = 4096;

template <class Work>
void for_each_block(std::int64_t n, std::stop_token stop, Work work) {
  const std::int64_t blocks = (n + kBlock - 1) / kBlock;
  for_each_on_host_threads(blocks, [&](std::int64_t block) {
    if (!stop.stop_requested()) work(block, block * kBlock, std::min(n, (block + 1) * kBlock));
  });
  if (stop.stop_requested()) throw_failed("stopped before the scene was built");
}

std::vector<GroupSum> sum_groups(const Recipe& recipe, std::int64_t n, std::stop_token stop) {
  const auto groups = static_cast<std::size_t>(recipe.groups);
  const auto blocks = static_cast<std::size_t>((n + kBlock - 1) / kBlock);
  std::vector<GroupSum> partial(blocks * groups);
  for_each_block(n, stop, [&](std::int64_t block, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const Body body = recipe.body_at(i);
      GroupSum& sum = partial[static_cast<std::size_t>(block) * groups + static_cast<std::size_t>(body.group)];
      sum.mass += body.mass;
      for (int k = 0; k < 3; ++k) {
        sum.position[k] += body.mass * body.position[k];
        sum.velocity[k] += body.mass * body.velocity[k];
      }
    }
  });
  std::vector<GroupSum> total(groups);
  for (std::size_t i = 0; i < partial.size(); ++i) {
    GroupSum& sum = total[i % groups];
    sum.mass += partial[i].mass;
    for (int k = 0; k < 3; ++k) {
      sum.position[k] += partial[i].position[k];
      sum.velocity[k] += partial[i].velocity[k];
    }
  }
  return total;
}

// What to add to each body of a group.
std::vector<Placement> shifts(const Recipe& recipe, std::int64_t n, std::stop_token stop) {
  std::vector<Placement> shift(static_cast<std::size_t>(recipe.groups));
  if (!recipe.place) return shift;
  const std::vector<GroupSum> sums = sum_groups(recipe, n, stop);
  std::vector<double> masses;
  for (const GroupSum& sum : sums) masses.push_back(sum.mass);
  shift = recipe.place(masses);
  for (std::size_t g = 0; g < shift.size(); ++g) {
    if (!(sums[g].mass > 0)) continue;
    for (int k = 0; k < 3; ++k) {
      shift[g].position[k] -= sums[g].position[k] / sums[g].mass;
      shift[g].velocity[k] -= sums[g].velocity[k] / sums[g].mass;
    }
  }
  return shift;
}

HostState build_recipe(const Recipe& recipe, NBody::Params& params, std::stop_token stop) {
  HostState state = empty_state(params);
  const std::vector<Placement> shift = shifts(recipe, params.n, stop);
  auto* position = reinterpret_cast<Float4*>(state.buffers[NBody::kPosition].data());
  auto* velocity = reinterpret_cast<Float4*>(state.buffers[NBody::kVelocity].data());
  auto* appearance = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  for_each_block(params.n, stop, [&](std::int64_t, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const Body body = recipe.body_at(i);
      const Placement& to = shift[static_cast<std::size_t>(body.group)];
      const auto moved = [](double value, double by) { return static_cast<float>(value + by); };
      position[i] = {moved(body.position[0], to.position[0]), moved(body.position[1], to.position[1]),
                     moved(body.position[2], to.position[2]), static_cast<float>(body.mass)};
      velocity[i] = {moved(body.velocity[0], to.velocity[0]), moved(body.velocity[1], to.velocity[1]),
                     moved(body.velocity[2], to.velocity[2]), 0};
      appearance[i] = {static_cast<float>(body.group), body.light};
    }
  });
  params.heaviest = heaviest_mass(params, state);
  return state;
}

}  // namespace

std::vector<Placement> at_rest_at_origin(std::span<const double> masses) {
  return std::vector<Placement>(masses.size());
}

}  // namespace nbody

HostState NBody::build(std::string_view scene_name, Params& params, std::stop_token stop) {
  const nbody::Scene& scene = nbody::find_scene(scene_name);
  if (scene.fixed_n != 0) params.n = scene.fixed_n;
  check_knob(find_knob(knobs(), "n"), static_cast<double>(params.n));
  return nbody::build_recipe(scene.recipe(params.n, params.seed), params, stop);
}

}  // namespace warplight
