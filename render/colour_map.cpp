#include "render/colour_map.h"

#include <algorithm>

namespace warplight::render {

constinit const ColourMap kSpeedMap = {{
    glm::vec3{0.353f, 0.009f, 0.639f}, glm::vec3{0.535f, 0.042f, 0.641f}, glm::vec3{0.690f, 0.165f, 0.562f}, glm::vec3{0.816f, 0.301f, 0.454f},
    glm::vec3{0.907f, 0.439f, 0.351f}, glm::vec3{0.974f, 0.599f, 0.243f}, glm::vec3{0.990f, 0.781f, 0.152f}, glm::vec3{0.941f, 0.976f, 0.129f}
}};
constinit const ColourMap kMassMap = {{
    glm::vec3{0.250f, 0.260f, 0.518f}, glm::vec3{0.201f, 0.382f, 0.551f}, glm::vec3{0.154f, 0.495f, 0.555f}, glm::vec3{0.137f, 0.604f, 0.537f},
    glm::vec3{0.206f, 0.706f, 0.476f}, glm::vec3{0.413f, 0.798f, 0.355f}, glm::vec3{0.695f, 0.866f, 0.192f}, glm::vec3{0.992f, 0.906f, 0.145f}
}};

glm::vec3 colour_at(const ColourMap& map, float t) {
  const float x = std::clamp(t, 0.0f, 1.0f) * (kMapStops - 1);
  const auto i = static_cast<std::size_t>(std::min(static_cast<int>(x), kMapStops - 2));
  return map[i] + (map[i + 1] - map[i]) * (x - static_cast<float>(i));
}

}  // namespace warplight::render
