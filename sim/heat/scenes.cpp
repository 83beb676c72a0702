// The heat lab's starts: those that a person chooses, and those that only checks use.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "sim/error.h"
#include "sim/heat/heat2d.h"
#include "sim/heat/mode.h"
#include "sim/heat/state.h"
#include "sim/host_threads.h"
#include "sim/text.h"

namespace warplight {
namespace heat {
namespace {

using Params = Heat2d::Params;
using Boundary = Heat2d::Boundary;
using Material = Heat2d::Material;
using Temperature = std::function<double(std::int64_t x, std::int64_t y)>;
using KnobValue = std::pair<std::string_view, double>;

// Uniform in [0, 1) with 24 bits, by seed, stream and cell: splitmix64 (Steele, Lea and Flood 2014).
double chance(std::int64_t seed, std::uint64_t stream, std::int64_t index) {
  std::uint64_t z = static_cast<std::uint64_t>(seed) * 0xD1342543DE82EF95u + stream * 0xDA942042E4DD58B5u +
                    (static_cast<std::uint64_t>(index) + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return static_cast<double>(z >> 40) * 0x1p-24;
}

HostState fill(const Params& params, const Temperature& temperature, std::stop_token stop) {
  HostState state = empty_state(params);
  void* const values = state.buffers[Heat2d::kTemperature].data();
#pragma omp parallel for schedule(static) num_threads(host_threads())
  for (std::int64_t y = 0; y < params.height; ++y) {
    if (stop.stop_requested()) continue;
    for (std::int64_t x = 0; x < params.width; ++x) set_value(params, values, x, y, temperature(x, y));
  }
  if (stop.stop_requested()) throw_failed("stopped before the scene was built");
  return state;
}

HostState hot_spot(Params& params, std::stop_token stop) {
  return fill(params, [&](std::int64_t x, std::int64_t y) { return in_hot_spot(params, x, y) ? 100.0 : 0.0; }, stop);
}

// A lone hot cell in the middle: what it spreads to is known.
HostState hot_cell(Params& params, std::stop_token stop) {
  return fill(params, [=](std::int64_t x, std::int64_t y) {
    return x == params.width / 2 && y == params.height / 2 ? 100.0 : 0.0;
  }, stop);
}

HostState four_edges(Params& params, std::stop_token stop) {
  const std::int64_t last_x = params.width - 1, last_y = params.height - 1;
  return fill(params, [=](std::int64_t x, std::int64_t y) {
    double sum = 0;
    int sides = 0;
    const auto add = [&](bool there, double value) {
      if (there) sum += value, ++sides;
    };
    add(y == 0, 100);
    add(x == last_x, 60);
    add(y == last_y, 0);
    add(x == 0, 30);
    return sides > 0 ? sum / sides : 20.0;
  }, stop);
}

HostState random_field(Params& params, double low, std::stop_token stop) {
  return fill(params, [=](std::int64_t x, std::int64_t y) {
    return low + (1 - low) * chance(params.seed, 0, y * params.width + x);
  }, stop);
}

HostState fourier_mode(Params& params, std::stop_token stop) {
  const Sides sides = sides_of(params);
  if (!has_modes(sides.left, sides.right) || !has_modes(sides.top, sides.bottom)) {
    throw_bad_input("fourier-mode: opposite sides must both be fixed, insulated or periodic");
  }
  const ModeAxis along_x = mode_axis(params.width, params.dx, params.mode_x, sides.left);
  const ModeAxis along_y = mode_axis(params.height, params.dy, params.mode_y, sides.top);
  params.is_mode = true;
  return fill(params, [&](std::int64_t x, std::int64_t y) {
    return along_x.values[static_cast<std::size_t>(x)] * along_y.values[static_cast<std::size_t>(y)];
  }, stop);
}

// Two rooms side by side within thick walls, a door between them, a radiator on the left and a cold window on the right.
HostState two_rooms(Params& params, std::stop_token stop) {
  constexpr float kAir = 1, kWall = 0.004f, kGlass = 0.05f;
  params.has_materials = true;
  HostState state = fill(params, [](std::int64_t, std::int64_t) { return 12.0; }, stop);
  Material* const cells = materials(state);
  const auto w = static_cast<double>(params.width), h = static_cast<double>(params.height);
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const double px = (static_cast<double>(x) + 0.5) / w, py = (static_cast<double>(y) + 0.5) / h;
      Material& cell = cells[y * params.width + x];
      const bool outer = px < 0.04 || px > 0.96 || py < 0.06 || py > 0.94;
      const bool inner = px > 0.49 && px < 0.51 && !(py > 0.62 && py < 0.80);
      cell.alpha = outer || inner ? kWall : kAir;
      if (px > 0.96 && py > 0.30 && py < 0.70) cell.alpha = kGlass;
      const bool radiator = px > 0.05 && px < 0.07 && py > 0.30 && py < 0.70;
      // As much as brings a room to some 30 degrees, whatever the number of cells.
      if (radiator) cell.source = static_cast<float>(5e3 / (w * w));
    }
  }
  finish_materials(params, state);
  return state;
}

// All that a cell may be: insulating, held, heated, cooled, and anything between.
HostState random_materials(Params& params, std::stop_token stop) {
  params.has_materials = true;
  HostState state = random_field(params, -1, stop);
  Material* const cells = materials(state);
  for (std::int64_t i = 0; i < Heat2d::item_count(params); ++i) {
    const double kind = chance(params.seed, 1, i), size = chance(params.seed, 2, i);
    cells[i].alpha = static_cast<float>(kind < 0.1 ? 0 : 0.05 + 0.95 * size);
    if (kind > 0.9) cells[i].alpha = -cells[i].alpha;
    if (kind > 0.5 && kind < 0.6) cells[i].source = static_cast<float>(2 * size - 1);
  }
  finish_materials(params, state);
  return state;
}

struct Scene {
  SceneInfo info;
  HostState (*build)(Params&, std::stop_token);
};

constexpr KnobValue kAllFixed[] = {{"boundary", 0}};
constexpr KnobValue kAllPeriodic[] = {{"boundary", 2}};
constexpr KnobValue kColdOutside[] = {{"boundary", 3}, {"u_inf", -5}, {"h", 0.05}};

const Scene kScenes[] = {
    {{.name = "hot-spot", .title = "Hot spot", .look = "A disc of 100 degrees spreads; an insulated plate keeps all of it."},
     hot_spot},
    {{.name = "four-edges",
      .title = "Four edges",
      .look = "Each edge holds another temperature, and the plate finds the smooth field between them.",
      .knobs = kAllFixed},
     four_edges},
    {{.name = "two-rooms",
      .title = "Two rooms",
      .look = "A radiator warms one room, the other through the door, while walls and a window lose to the cold.",
      .knobs = kColdOutside,
      .units = {.value = "°C"}},
     two_rooms},
    {{.name = "fourier-mode",
      .title = "Fourier mode",
      .look = "A wave that keeps its shape and fades at a rate that is known: the error against it is the truth meter.",
      .knobs = kAllPeriodic},
     fourier_mode},
    {{.name = "random-field",
      .title = "Random field",
      .look = "Every cell its own temperature; neighbours agree at once, the large shapes last. The benchmark's start.",
      .knobs = kAllPeriodic},
     [](Params& params, std::stop_token stop) { return random_field(params, 0, stop); }},
};

// Of checks alone: not in the menus.
const Scene kCheckScenes[] = {
    {{.name = "hot-cell"}, hot_cell},
    {{.name = "random-signed"}, [](Params& params, std::stop_token stop) { return random_field(params, -1, stop); }},
    {{.name = "random-materials"}, random_materials},
};

}  // namespace
}  // namespace heat

std::span<const SceneInfo> Heat2d::scenes() {
  static const std::array<SceneInfo, std::size(heat::kScenes)> kInfos = [] {
    std::array<SceneInfo, std::size(heat::kScenes)> infos;
    std::ranges::transform(heat::kScenes, infos.begin(), &heat::Scene::info);
    return infos;
  }();
  return kInfos;
}

HostState Heat2d::build(std::string_view name, Params& params, std::stop_token stop) {
  params.has_materials = params.is_mode = false;
  params.most_alpha = 0;
  for (const heat::Scene& scene : heat::kScenes) {
    if (scene.info.name == name) return scene.build(params, stop);
  }
  for (const heat::Scene& scene : heat::kCheckScenes) {
    if (scene.info.name == name) return scene.build(params, stop);
  }
  std::vector<std::string_view> known;
  for (const heat::Scene& scene : heat::kScenes) known.push_back(scene.info.name);
  const std::string near = nearest(name, known);
  throw_bad_input("heat2d has no scene '" + std::string(name) + "'; " +
                  (near.empty() ? "known are " + list_of(known) : "did you mean '" + near + "'?"));
}

}  // namespace warplight
