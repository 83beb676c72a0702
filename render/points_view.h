// What the shaders of bodies are told: from where, how large and how bright. Shared by all that draws or picks bodies.
#pragma once

#include <array>
#include <algorithm>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "render/gl_objects.h"
#include "render/points.h"

namespace warplight::render {

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
  bool empty() const { return width <= 0 || height <= 0; }
};

// The block View of bodies.glsl.
struct alignas(16) ViewBlock {
  glm::mat4 turn;
  glm::vec4 target;
  glm::ivec2 size;
  float focal_px, nearest;
  std::int32_t follows, colouring, has_velocity, has_appearance;
  float middle_speed, radius, largest_radius, full;
  std::array<glm::vec4, 8> colour_map;
};

ViewBlock view_block(const PointsSource& source, const Camera& camera, const PointsStyle& style, Size size);
// The light that a sum of 1 stands for, before exposure: independent of the count, the picture's size and the disc's.
float light_of_one(const PointsSource& source, const Camera& camera, const PointsStyle& style, Size size);

// Whether trails are lines through past places; else they are light that decays.
bool trails_are_lines(std::int64_t count);

// Binds the bodies' buffers to shader storage 0 to 2 in portions, since that may be smaller than a large buffer, and calls
// work(first body, count) for each.
template <class Work>
void for_portions(const PointsSource& source, Work work) {
  constexpr std::int64_t kBodiesAtOnce = 1 << 22;
  for (std::int64_t first = 0; first < source.count; first += kBodiesAtOnce) {
    const std::int64_t count = std::min(kBodiesAtOnce, source.count - first);
    bind_storage(0, source.position, first * 16, count * 16);
    bind_storage(1, source.velocity, first * 16, count * 16);
    bind_storage(2, source.appearance, first * 8, count * 8);
    work(first, count);
  }
}

}  // namespace warplight::render
