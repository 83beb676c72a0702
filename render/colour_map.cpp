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

constinit const std::array<glm::vec3, kFieldStops> kFieldMap = {{
    glm::vec3{0.001f, 0.000f, 0.014f}, glm::vec3{0.015f, 0.012f, 0.074f}, glm::vec3{0.044f, 0.029f, 0.145f}, glm::vec3{0.086f, 0.044f, 0.222f},
    glm::vec3{0.135f, 0.047f, 0.299f}, glm::vec3{0.191f, 0.039f, 0.362f}, glm::vec3{0.247f, 0.037f, 0.401f}, glm::vec3{0.301f, 0.049f, 0.421f},
    glm::vec3{0.353f, 0.066f, 0.431f}, glm::vec3{0.404f, 0.086f, 0.433f}, glm::vec3{0.455f, 0.104f, 0.430f}, glm::vec3{0.507f, 0.123f, 0.423f},
    glm::vec3{0.558f, 0.141f, 0.411f}, glm::vec3{0.609f, 0.159f, 0.394f}, glm::vec3{0.659f, 0.179f, 0.372f}, glm::vec3{0.709f, 0.202f, 0.346f},
    glm::vec3{0.756f, 0.228f, 0.317f}, glm::vec3{0.801f, 0.258f, 0.284f}, glm::vec3{0.842f, 0.293f, 0.248f}, glm::vec3{0.879f, 0.334f, 0.211f},
    glm::vec3{0.911f, 0.379f, 0.172f}, glm::vec3{0.938f, 0.428f, 0.132f}, glm::vec3{0.959f, 0.482f, 0.090f}, glm::vec3{0.974f, 0.538f, 0.047f},
    glm::vec3{0.984f, 0.597f, 0.024f}, glm::vec3{0.988f, 0.658f, 0.050f}, glm::vec3{0.986f, 0.720f, 0.111f}, glm::vec3{0.977f, 0.783f, 0.187f},
    glm::vec3{0.964f, 0.846f, 0.277f}, glm::vec3{0.949f, 0.907f, 0.389f}, glm::vec3{0.951f, 0.959f, 0.521f}, glm::vec3{0.988f, 0.998f, 0.645f}
}};

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

}  // namespace warplight::render
