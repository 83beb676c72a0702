#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace warplight::render {
namespace {

constexpr float kPi = 3.14159265f;
constexpr float kSteepest = 1.55f;       // just short of straight down, where yaw would lose its meaning
constexpr float kAir = 1.06f;            // room around the ball that fit() shows
constexpr float kZoomPerNotch = 1.13f;
constexpr float kNearest = 1e-4f, kFarthest = 1e5f;  // distances in units of the fitted one

// From the target towards the eye. z is up: discs lie in the x-y plane.
glm::vec3 towards_eye(const Camera& camera) {
  const float c = std::cos(camera.pitch);
  return {c * std::cos(camera.yaw), c * std::sin(camera.yaw), std::sin(camera.pitch)};
}

}  // namespace

void Camera::orbit(float dx, float dy) {
  yaw = std::remainder(yaw - kPi * dx, 2 * kPi);
  pitch = std::clamp(pitch + kPi * dy, -kSteepest, kSteepest);
}

void Camera::pan(float dx, float dy) {
  const glm::vec3 back = towards_eye(*this);
  const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 0, 1), back));
  const glm::vec3 up = glm::cross(back, right);
  const float picture_height = 2 * distance * std::tan(field_of_view / 2);
  target += picture_height * (-dx * right + dy * up);
}

void Camera::zoom(float notches) {
  const float wanted = distance * std::pow(kZoomPerNotch, -notches);
  distance = std::clamp(wanted, kNearest * fitted_distance, kFarthest * fitted_distance);
}

void Camera::fit(const Bounds& bounds, float aspect) {
  const auto usable = [](float value) { return std::isfinite(value); };
  if (!std::all_of(bounds.center, bounds.center + 3, usable) || !(bounds.radius > 0) || !usable(bounds.radius)) return;
  const float sides = aspect > 0 && usable(aspect) ? std::min(1.0f, aspect) : 1.0f;
  const float half_angle = std::atan(std::tan(field_of_view / 2) * sides);
  target = {bounds.center[0], bounds.center[1], bounds.center[2]};
  distance = fitted_distance = kAir * bounds.radius / std::sin(half_angle);
}

glm::mat4 Camera::view() const {
  return glm::lookAt(target + distance * towards_eye(*this), target, glm::vec3(0, 0, 1));
}

glm::mat4 Camera::projection(float aspect) const {
  return glm::perspective(field_of_view, aspect > 0 ? aspect : 1.0f, 0.002f * distance, 1000 * distance);
}

}  // namespace warplight::render
