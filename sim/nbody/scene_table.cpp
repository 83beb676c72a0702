#include "sim/nbody/scene_table.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sim/error.h"
#include "sim/nbody/scene_checks.h"
#include "sim/text.h"

namespace warplight {
namespace nbody {
namespace {

using KnobValue = std::pair<std::string_view, double>;

constexpr std::array<KnobValue, 2> kGalaxyKnobs{{{"dt", kGalaxyTimeStep}, {"softening", kGalaxySoftening}}};
constexpr std::array<KnobValue, 2> kClusterKnobs{{{"dt", 0.005}, {"softening", 0.02}}};
constexpr std::array<KnobValue, 2> kDiscKnobs{{{"dt", 0.01}, {"softening", kDiscSoftening}}};
constexpr std::array<KnobValue, 3> kKeplerKnobs{{{"n", 2}, {"dt", 0.01}, {"softening", 0}}};
constexpr std::array<KnobValue, 3> kFigureEightKnobs{{{"n", 3}, {"dt", 0.005}, {"softening", 0}}};
constexpr std::array<KnobValue, 3> kPlanetKnobs{{{"n", 9}, {"dt", 0.005}, {"softening", 0}}};
constexpr Units kSolarUnits{.length = "AU", .time = "year / 2π", .mass = "solar masses"};

// Those that a person is shown.
constexpr std::array<Scene, 8> kScenes{{
    {{"galaxy-collision", "Galaxy collision",
      "Two disc galaxies pass close by each other. The far sides are left behind as long tails, "
      "a bridge spans the gap, and in the end one galaxy is made of two.",
      kGalaxyKnobs},
     galaxy_collision},
    {{"barred-disc", "Bar-unstable disc",
      "A disc of stars with little around it turns in order, and can't keep it: waves grow out of nothing, first a "
      "spiral, then a bar that turns as a whole. Near the middle stars now travel along the bar instead of around it.",
      kDiscKnobs},
     barred_disc},
    {{"plummer-sphere", "Plummer sphere",
      "A star cluster in balance: every star moves, the cluster as a whole stays as it is. "
      "If it swells or shrinks at once, the forces are wrong.",
      kClusterKnobs},
     plummer_sphere},
    {{"cold-collapse", "Cold collapse",
      "A sphere of stars far too slow to hold itself up falls together within 1.2 time units, inner half and outer "
      "half in their own colours. It bounces once, throws some stars out for good, and the rest is a dense cluster in "
      "balance.",
      kClusterKnobs},
     cold_collapse},
    {{"uniform-cube", "Uniform cube",
      "A cube of bodies at rest falls together, faster and faster, and flies apart again. "
      "The collapse is the hardest moment for the energy.",
      kClusterKnobs},
     uniform_cube},
    {{"solar-system", "Sun and planets",
      "The Sun and its eight planets as they stood on 1 January 2000; a year is 6.28 time units. Zoom in: Mercury goes "
      "round four times a year, Neptune takes 165. The Sun is not at rest: Jupiter leads it in a small circle.",
      kPlanetKnobs, kSolarUnits},
     solar_system,
     9},
    {{"figure-eight", "Figure-eight",
      "Three equal bodies chase each other along the same figure-eight, once round in 6.33 time units. "
      "No two ever meet, and small errors don't grow: it is stable. Push the time step up and see when it breaks.",
      kFigureEightKnobs},
     figure_eight,
     3},
    {{"kepler-pair", "Kepler pair",
      "Two equal bodies circle each other once in 4.44 time units, for ever on the same circle. "
      "With a longer step, see how far the energy strays and that it comes back.",
      kKeplerKnobs},
     kepler_pair,
     2},
}};

// Starts for checks and tests alone.
constexpr std::array<Scene, 10> kCheckScenes{{
    {{"lone-galaxy", "", "", kGalaxyKnobs}, lone_galaxy},
    {{"steady-disc", "", "", kDiscKnobs}, steady_disc},
    {{"three-bodies-two-coincident", "", "", {}}, three_two_coincident, 3},
    {{"one-heavy-last", "", "", {}}, one_heavy_last, 257},
    {{"crowded-places", "", "", {}}, crowded_places},
    {{"every-other-massless", "", "", {}}, every_other_massless},
    {{"all-massless", "", "", {}}, all_massless},
    {{"both-signs", "", "", {}}, both_signs},
    {{"all-scales-equal-masses", "", "", {}}, all_scales_equal_masses, 2 * kScales},
    {{"all-scales-own-masses", "", "", {}}, all_scales_own_masses, 2 * kScales},
}};

}  // namespace

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

}  // namespace nbody

std::span<const SceneInfo> NBody::scenes() {
  static constexpr auto kInfos = [] {
    std::array<SceneInfo, nbody::kScenes.size()> infos;
    for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = nbody::kScenes[i].info;
    return infos;
  }();
  return kInfos;
}

}  // namespace warplight
