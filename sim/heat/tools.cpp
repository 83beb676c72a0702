// What the mouse may do to a running plate: paint a temperature, place heaters, walls and held cells, erase them.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/heat/heat2d.h"
#include "sim/heat/state.h"

namespace warplight {
namespace {

// A disc whose rim is kept at one temperature ends q R² / (4 alpha) hotter in its middle, after a time R² / (4 alpha): as
// much as the whole picture spans.
double usual_power(const ParamBytes& bytes, double radius, double range) {
  const auto params = bytes.as<Heat2d::Params>();
  const double least = std::min(params.dx, params.dy);
  return 4 * params.alpha * (range > 0 ? range : 1) / std::pow(std::max(radius, least), 2);
}

}  // namespace

std::span<const ToolInfo> Heat2d::tools() {
  using Takes = ToolInfo::Takes;
  static constexpr std::array<ToolInfo, 5> kTools{{
      {.name = "brush",
       .label = "brush",
       .does = "Paints heat, with the right button cold.",
       .key = 'B',
       .takes = Takes::shown},
      {.name = "heater",
       .label = "heater",
       .does = "Places cells that get warmer by so much a time: a source. Below 0 they cool.",
       .key = 'H',
       .takes = Takes::own,
       .value_label = "Power q",
       .usual = usual_power,
       .needs_room = true,
       .other = kEraser},
      {.name = "wall",
       .label = "wall",
       .does = "Places cells that let no heat pass.",
       .key = 'W',
       .needs_room = true,
       .other = kEraser},
      {.name = "hold",
       .label = "hold",
       .does = "Places cells that stay at a temperature, whatever it takes.",
       .key = 'D',
       .takes = Takes::shown,
       .needs_room = true,
       .other = kEraser},
      {.name = "eraser",
       .label = "eraser",
       .does = "Makes cells into plain plate again; they keep the temperature that they have.",
       .key = 'X',
       .needs_room = true,
       .other = kEraser},
  }};
  return kTools;
}

HostState Heat2d::with_room(Params& params, HostState state) {
  const std::int64_t cells = item_count(params);
  if (!params.has_materials) {
    Params roomy = params;
    roomy.has_materials = true;
    std::vector<std::byte> plain = std::move(heat::empty_state(roomy).buffers[kMaterial]);
    state.buffers[kMaterial] = std::move(plain);
    params.has_materials = true;
  }
  const Material* const material = heat::materials(std::as_const(state));
  params.most_alpha = 1;
  for (std::int64_t i = 0; i < cells; ++i) {
    params.most_alpha = std::max(params.most_alpha, std::fabs(double{material[i].alpha}));
  }
  params.is_mode = false;  // what is placed is no part of the known answer
  return state;
}

}  // namespace warplight
