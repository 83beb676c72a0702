// An orbit camera: turns about a target, pans, zooms, fits a ball.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "sim/lab.h"

namespace warplight::render {

struct Camera {
  glm::vec3 target{0};
  float distance = 4;
  float yaw = 0.5f, pitch = 0.45f;  // radians; pitch stays within (-pi/2, pi/2)
  float field_of_view = 0.8f;       // radians, vertical

  void orbit(float dx, float dy);            // in fractions of the picture's height
  void pan(float dx, float dy);              // likewise: what is under the pointer follows it
  void zoom(float notches);                  // positive: closer
  void fit(const Bounds& bounds, float aspect);
  glm::mat4 view() const;
  glm::mat4 projection(float aspect) const;
};

}  // namespace warplight::render
