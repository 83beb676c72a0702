#include "render/colour_map.h"

#include <algorithm>
#include <cmath>

#include "sim/picture/inferno.h"

namespace warplight::render {

constinit const ColourMap kSpeedMap = {{
    glm::vec3{0.353f, 0.009f, 0.639f}, glm::vec3{0.535f, 0.042f, 0.641f}, glm::vec3{0.690f, 0.165f, 0.562f}, glm::vec3{0.816f, 0.301f, 0.454f},
    glm::vec3{0.907f, 0.439f, 0.351f}, glm::vec3{0.974f, 0.599f, 0.243f}, glm::vec3{0.990f, 0.781f, 0.152f}, glm::vec3{0.941f, 0.976f, 0.129f}
}};
constinit const ColourMap kMassMap = {{
    glm::vec3{0.250f, 0.260f, 0.518f}, glm::vec3{0.201f, 0.382f, 0.551f}, glm::vec3{0.154f, 0.495f, 0.555f}, glm::vec3{0.137f, 0.604f, 0.537f},
    glm::vec3{0.206f, 0.706f, 0.476f}, glm::vec3{0.413f, 0.798f, 0.355f}, glm::vec3{0.695f, 0.866f, 0.192f}, glm::vec3{0.992f, 0.906f, 0.145f}
}};

const std::array<glm::vec3, kFieldStops> kFieldMap = [] {
  std::array<glm::vec3, kFieldStops> stops;
  for (std::size_t i = 0; i < stops.size(); ++i) stops[i] = {picture::kInferno[i][0], picture::kInferno[i][1], picture::kInferno[i][2]};
  return stops;
}();

const std::array<glm::vec3, kFieldStops> kDifferenceMap = [] {
  constexpr glm::vec3 kAmber{0.949f, 0.651f, 0.353f}, kCyan{0.345f, 0.769f, 0.941f}, kNone{0.055f, 0.068f, 0.086f};
  std::array<glm::vec3, kFieldStops> stops;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const float x = 2 * static_cast<float>(i) / static_cast<float>(kFieldStops - 1) - 1;
    const float part = std::pow(std::fabs(x), 0.8f);
    stops[i] = kNone + ((x < 0 ? kAmber : kCyan) - kNone) * part;
  }
  return stops;
}();

namespace {

template <std::size_t Stops>
glm::vec3 between(const std::array<glm::vec3, Stops>& map, float t) {
  const float x = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(Stops - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(x), Stops - 2);
  return map[i] + (map[i + 1] - map[i]) * (x - static_cast<float>(i));
}

}  // namespace

glm::vec3 colour_at(const ColourMap& map, float t) { return between(map, t); }
glm::vec3 field_colour_at(float t) { return between(kFieldMap, t); }
glm::vec3 difference_colour_at(float t) { return between(kDifferenceMap, t); }

}  // namespace warplight::render
