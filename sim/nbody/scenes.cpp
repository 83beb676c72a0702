#include "sim/nbody/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "sim/error.h"
#include "sim/host_threads.h"
#include "sim/nbody/chance.h"
#include "sim/nbody/scene_checks.h"
#include "sim/nbody/state_files.h"
#include "sim/text.h"

namespace warplight {
namespace nbody {
namespace {

using KnobValue = std::pair<std::string_view, double>;

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
#pragma omp parallel for schedule(dynamic, 1) if (blocks > 1) num_threads(host_threads())
  for (std::int64_t block = 0; block < blocks; ++block) {
    if (!stop.stop_requested()) work(block, block * kBlock, std::min(n, (block + 1) * kBlock));
  }
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

std::vector<Placement> at_rest_at_origin(std::span<const double> masses) {
  return std::vector<Placement>(masses.size());
}

// Plummer's sphere in Hénon's units: mass 1, energy -1/4. Speeds by von Neumann's rejection (Aarseth, Hénon and Wielen
// 1974). What would lie beyond 20 scale radii (0.4 % of the mass) is thrown again.
Recipe plummer_sphere(std::int64_t n, std::int64_t seed) {
  constexpr double kScale = 3 * 3.14159265358979323846 / 16;
  const auto body_at = [n, seed](std::int64_t index) {
    Chance chance(seed, 1, index);
    Body body;
    body.mass = 1.0 / static_cast<double>(n);
    double t = 0;
    do {
      t = chance.largest_of_three();
    } while (t * t > 400.0 / 401.0);
    const double radius = kScale * t / std::sqrt(1 - t * t);
    double q = 0, density = 0;
    do {
      q = chance.uniform();
      const double w = 1 - q * q;
      density = q * q * w * w * w * std::sqrt(w);
    } while (chance.uniform(0, 0.1) > density);
    const double escape = std::sqrt(2 / std::sqrt(kScale * kScale + radius * radius));
    double towards[3], moving[3];
    chance.direction(towards);
    chance.direction(moving);
    for (int k = 0; k < 3; ++k) {
      body.position[k] = radius * towards[k];
      body.velocity[k] = q * escape * moving[k];
    }
    return body;
  };
  return {body_at, at_rest_at_origin, 1};
}

Recipe uniform_cube(std::int64_t n, std::int64_t seed) {
  const auto body_at = [n, seed](std::int64_t index) {
    Chance chance(seed, 2, index);
    Body body;
    for (double& x : body.position) x = chance.uniform(-1, 1);
    body.mass = chance.uniform(0.5, 1.5) / static_cast<double>(n);
    return body;
  };
  return {body_at, nullptr, 1};
}

Recipe kepler_pair(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    const double side = index == 0 ? -1 : 1;
    body.position[0] = 0.5 * side;
    body.velocity[1] = 0.70710678 * side;
    return body;
  };
  return {body_at, nullptr, 1};
}

// Two bodies at the very same place and a third: without a guard, a division of zero by zero.
Recipe three_two_coincident(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    body.position[0] = index == 2 ? 1 : 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

// A kernel that forgets the last body of the last block sees no mass at all.
Recipe one_heavy_last(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    body.mass = index == 256 ? 1 : 0;
    body.position[0] = index == 256 ? 10 : 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

struct Scene {
  SceneInfo info;
  Recipe (*recipe)(std::int64_t n, std::int64_t seed);
  std::int64_t fixed_n = 0;  // 0: any
};

constexpr std::array<KnobValue, 2> kGalaxyKnobs{{{"dt", kGalaxyTimeStep}, {"softening", kGalaxySoftening}}};
constexpr std::array<KnobValue, 3> kKeplerKnobs{{{"n", 2}, {"dt", 0.01}, {"softening", 0}}};
constexpr std::array<KnobValue, 2> kPlummerKnobs{{{"dt", 0.005}, {"softening", 0.02}}};
constexpr std::array<KnobValue, 2> kCubeKnobs{{{"dt", 0.005}, {"softening", 0.02}}};

// Those that a person is shown.
constexpr std::array<Scene, 4> kScenes{{
    {{"galaxy-collision", "Galaxy collision",
      "Two disc galaxies pass close by each other. The far sides are left behind as long tails, "
      "a bridge spans the gap, and in the end one galaxy is made of two.",
      kGalaxyKnobs},
     galaxy_collision},
    {{"plummer-sphere", "Plummer sphere",
      "A star cluster in balance: every star moves, the cluster as a whole stays as it is. "
      "If it swells or shrinks at once, the forces are wrong.",
      kPlummerKnobs},
     plummer_sphere},
    {{"kepler-pair", "Kepler pair",
      "Two equal bodies circle each other once in 4.44 time units, for ever on the same circle. "
      "With a longer step, see how far the energy strays and that it comes back.",
      kKeplerKnobs},
     kepler_pair,
     2},
    {{"uniform-cube", "Uniform cube",
      "A cube of bodies at rest falls together, faster and faster, and flies apart again. "
      "The collapse is the hardest moment for the energy.",
      kCubeKnobs},
     uniform_cube},
}};

// Starts for checks and tests alone.
constexpr std::array<Scene, 9> kCheckScenes{{
    {{"lone-galaxy", "", "", kGalaxyKnobs}, lone_galaxy},
    {{"three-bodies-two-coincident", "", "", {}}, three_two_coincident, 3},
    {{"one-heavy-last", "", "", {}}, one_heavy_last, 257},
    {{"crowded-places", "", "", {}}, crowded_places},
    {{"every-other-massless", "", "", {}}, every_other_massless},
    {{"all-massless", "", "", {}}, all_massless},
    {{"both-signs", "", "", {}}, both_signs},
    {{"all-scales-equal-masses", "", "", {}}, all_scales_equal_masses, 2 * kScales},
    {{"all-scales-own-masses", "", "", {}}, all_scales_own_masses, 2 * kScales},
}};

const Scene& find_scene(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Scene& scene : kScenes) {
    if (scene.info.name == name) return scene;
    names.push_back(scene.info.name);
  }
  for (const Scene& scene : kCheckScenes) {
    if (scene.info.name == name) return scene;
  }
  const std::string near = nearest(name, names);
  throw_bad_input("nbody has no scene " + shown(name) + (near.empty() ? "" : ", did you mean " + near + "?") +
                  " (there are: " + list_of(names) + ")");
}

}  // namespace
}  // namespace nbody

std::span<const SceneInfo> NBody::scenes() {
  static constexpr auto kInfos = [] {
    std::array<SceneInfo, nbody::kScenes.size()> infos;
    for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = nbody::kScenes[i].info;
    return infos;
  }();
  return kInfos;
}

HostState NBody::build(std::string_view scene_name, Params& params, std::stop_token stop) {
  const nbody::Scene& scene = nbody::find_scene(scene_name);
  if (scene.fixed_n != 0) params.n = scene.fixed_n;
  check_knob(find_knob(knobs(), "n"), static_cast<double>(params.n));
  return nbody::build_recipe(scene.recipe(params.n, params.seed), params, stop);
}

}  // namespace warplight
