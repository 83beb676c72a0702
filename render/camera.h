// An orbit camera: turns about a target, pans, zooms, fits a ball.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "sim/lab.h"

namespace warplight::render {

struct Camera {
  glm::vec3 target{0};
  float distance = 4;
  float fitted_distance = 4;        // set by fit(); the light of a body grows as the eye comes closer than that
  float yaw = 0.5f, pitch = 0.9f;   // radians; pitch stays within (-pi/2, pi/2); z is up
  float field_of_view = 0.8f;       // radians, vertical

  void orbit(float dx, float dy);   // in fractions of the picture's height; right and down are positive
  void pan(float dx, float dy);     // likewise: what is under the pointer follows it
  void zoom(float notches);         // positive: closer
  // Puts the ball into the smaller side of the picture, with a little air. Ignores bounds that are not finite.
  void fit(const Bounds& bounds, float aspect);
  glm::mat4 view() const;
  glm::mat4 projection(float aspect) const;
};

}  // namespace warplight::render
