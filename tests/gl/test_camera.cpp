#include "render/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <limits>

namespace warplight::render {
namespace {

glm::vec3 on_screen(const Camera& camera, glm::vec3 point, float aspect) {
  const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
  return glm::vec3(clip) / clip.w;
}

TEST(Camera, fit_shows_the_whole_ball_with_little_air) {
  for (const float aspect : {0.5f, 1.0f, 1.78f}) {
    Camera camera;
    Bounds bounds{{3, -2, 1}, 5};
    camera.fit(bounds, aspect);
    EXPECT_NEAR(glm::length(on_screen(camera, {3, -2, 1}, aspect)), 1, 0.01);  // in the middle; z is near 1
    // The widest that the ball appears, along the smaller side.
    const float appears = std::asin(5 / camera.distance);
    const float side = std::atan(std::tan(camera.field_of_view / 2) * std::min(1.0f, aspect));
    EXPECT_LT(appears, side);
    EXPECT_GT(appears, 0.9f * side);
  }
}

TEST(Camera, fit_ignores_what_is_not_finite) {
  Camera camera;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  camera.fit({{nan, 0, 0}, 1}, 1);
  camera.fit({{0, 0, 0}, nan}, 1);
  camera.fit({{0, 0, 0}, 0}, 1);
  EXPECT_EQ(camera.distance, Camera{}.distance);
  camera.fit({{0, 0, 0}, 1}, nan);
  EXPECT_TRUE(std::isfinite(camera.distance));
}

TEST(Camera, pan_takes_along_what_is_under_the_pointer) {
  Camera camera;
  const glm::vec3 target = camera.target;
  camera.pan(0.25f, 0.1f);
  const glm::vec3 moved = on_screen(camera, target, 1);
  EXPECT_NEAR(moved.x, 0.5f, 0.01f);
  EXPECT_NEAR(moved.y, -0.2f, 0.01f);  // down is positive for the pointer
}

TEST(Camera, orbit_keeps_the_distance_and_never_turns_over) {
  Camera camera;
  for (int i = 0; i < 100; ++i) camera.orbit(0.1f, 0.1f);
  EXPECT_LT(camera.pitch, 1.571f);
  const glm::mat4 view = camera.view();
  EXPECT_TRUE(std::isfinite(view[0][0]));
  EXPECT_NEAR(glm::length(glm::vec3(view * glm::vec4(camera.target, 1))), camera.distance, 1e-3f);
}

TEST(Camera, zoom_is_undone_by_its_opposite_and_has_ends) {
  Camera camera;
  camera.zoom(3);
  EXPECT_LT(camera.distance, Camera{}.distance);
  camera.zoom(-3);
  EXPECT_NEAR(camera.distance, Camera{}.distance, 1e-4f);
  camera.zoom(1e6f);
  EXPECT_GT(camera.distance, 0);
  camera.zoom(-1e7f);
  EXPECT_TRUE(std::isfinite(camera.distance));
}

}  // namespace
}  // namespace warplight::render
