#include "render/points.h"

#include <algorithm>
#include <cmath>
#include <glm/vec4.hpp>
#include <limits>
#include <numeric>

#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class Points : public Offscreen {};

// Where the camera's own matrices put a point, top row first.
glm::vec2 expected_pixel(const Camera& camera, glm::vec3 point, int width, int height) {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
  return {(clip.x / clip.w + 1) / 2 * static_cast<float>(width),
          (1 - clip.y / clip.w) / 2 * static_cast<float>(height)};
}

TEST_F(Points, body_lands_on_the_right_pixel) {
  Camera camera;
  camera.yaw = 0.7f;
  camera.pitch = 0.3f;
  for (const glm::vec3 point : {glm::vec3(0, 0, 0), glm::vec3(0.4f, -0.7f, 0.6f), glm::vec3(-0.9f, 0.2f, -0.5f)}) {
    Bodies bodies;
    bodies.add(point.x, point.y, point.z);
    const Pixels pixels = picture_of(bodies, 400, 300, camera);
    const glm::vec2 expected = expected_pixel(camera, point, 400, 300);
    const Spot found = brightest(pixels);
    EXPECT_NEAR(static_cast<float>(found.x) + 0.5f, expected.x, 1.5f);
    EXPECT_NEAR(static_cast<float>(found.y) + 0.5f, expected.y, 1.5f);
  }
}

TEST_F(Points, top_row_comes_first_when_read) {
  Bodies bodies;
  bodies.add(0, 0, 0.8f);  // up is z
  const Pixels pixels = picture_of(bodies, 200, 200, Camera{.pitch = 0});
  EXPECT_LT(brightest(pixels).y, 100);
}

TEST_F(Points, brightness_is_kept_when_the_count_grows) {
  const double empty = mean_light(picture_of({}, 300, 300));
  const double few = mean_light(picture_of(cloud(1000, 0.25f), 300, 300)) - empty;
  const double many = mean_light(picture_of(cloud(8000, 0.25f), 300, 300)) - empty;
  EXPECT_GT(few, 1);
  EXPECT_NEAR(many / few, 1, 0.25);
}

TEST_F(Points, brightness_is_kept_when_the_picture_grows) {
  const double empty = mean_light(picture_of({}, 300, 300));
  const double small = mean_light(picture_of(cloud(8000, 0.6f), 300, 300)) - empty;
  const double large = mean_light(picture_of(cloud(8000, 0.6f), 600, 600)) - empty;
  EXPECT_NEAR(large / small, 1, 0.3);
}

TEST_F(Points, exposure_makes_the_picture_brighter) {
  const Bodies bodies = cloud(2000, 1);
  PointsStyle brighter;
  brighter.exposure = 2;
  EXPECT_GT(mean_light(picture_of(bodies, 300, 300, {}, brighter)), 1.2 * mean_light(picture_of(bodies, 300, 300)));
}

TEST_F(Points, picture_is_the_same_when_drawn_again) {
  const Bodies bodies = cloud(5000, 1.5f);
  PointsRenderer renderer;
  const GlBuffer position = buffer_of(bodies.position), velocity = buffer_of(bodies.velocity);
  const GlBuffer appearance = buffer_of(bodies.appearance);
  const PointsSource source{position.get(), velocity.get(), appearance.get(), bodies.count()};
  renderer.draw(source, {}, {}, 320, 200);
  const Pixels first = read_texture(renderer.texture());
  renderer.draw(source, {}, {}, 320, 200);
  EXPECT_EQ(read_texture(renderer.texture()).rgb, first.rgb);
  EXPECT_FALSE(is_empty(first));
}

TEST_F(Points, picture_is_the_same_for_every_order_of_the_bodies) {
  const Bodies bodies = cloud(5000, 1.5f);
  std::vector<std::size_t> order(static_cast<std::size_t>(bodies.count()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  Bodies shuffled;
  for (const std::size_t i : order) {
    shuffled.add(bodies.position[4 * i], bodies.position[4 * i + 1], bodies.position[4 * i + 2],
                 bodies.appearance[2 * i], bodies.appearance[2 * i + 1], bodies.velocity[4 * i]);
  }
  EXPECT_NE(shuffled.position, bodies.position);
  EXPECT_EQ(picture_of(shuffled, 320, 200).rgb, picture_of(bodies, 320, 200).rgb);
}

TEST_F(Points, sums_do_not_overflow_when_all_fall_upon_one_pixel) {
  Bodies bodies;
  for (int i = 0; i < 200000; ++i) bodies.add(0, 0, 0);
  const Pixels pixels = picture_of(bodies, 101, 101);
  // An overflow would leave some small remainder there, darker than what surrounds it.
  EXPECT_GT(light_at(pixels, 50, 50), 740);
}

TEST_F(Points, no_bodies_is_the_plain_ground) {
  const Pixels pixels = picture_of({}, 64, 48);
  EXPECT_EQ(pixels.width, 64);
  EXPECT_TRUE(is_empty(pixels));
}

TEST_F(Points, bodies_that_are_not_finite_or_behind_the_eye_are_left_out) {
  Bodies bodies;
  bodies.add(kNan, 0, 0);
  bodies.add(0, kInfinity, 0);
  bodies.add(0, 0, -kInfinity);
  bodies.add(3e38f, 3e38f, 3e38f);
  const Camera camera;
  const glm::vec3 behind = glm::vec3(glm::inverse(camera.view()) * glm::vec4(0, 0, 3, 1));
  bodies.add(behind.x, behind.y, behind.z);
  EXPECT_TRUE(is_empty(picture_of(bodies, 100, 80, camera)));
  bodies.add(0, 0, 0);
  bodies.velocity.end()[-4] = kNan;
  EXPECT_FALSE(is_empty(picture_of(bodies, 100, 80, camera)));
}

TEST_F(Points, body_in_a_corner_is_cut_at_the_edge) {
  const Camera camera;
  const glm::mat4 back = glm::inverse(camera.projection(1) * camera.view());
  const glm::vec4 corner = back * glm::vec4(-1, 1, 0.9f, 1);
  Bodies bodies;
  bodies.add(corner.x / corner.w, corner.y / corner.w, corner.z / corner.w);
  const Spot spot = brightest(picture_of(bodies, 100, 100, camera));
  EXPECT_LE(spot.x, 2);
  EXPECT_LE(spot.y, 2);
}

TEST_F(Points, dark_bodies_give_no_light) {
  Bodies bodies;
  bodies.add(0, 0, 0, 0, 0);
  bodies.add(0, 0, 0, 0, kNan);
  EXPECT_TRUE(is_empty(picture_of(bodies, 50, 50)));
}

TEST_F(Points, takes_every_size) {
  const Bodies bodies = cloud(500, 1);
  const GlBuffer position = buffer_of(bodies.position);
  const PointsSource source{position.get(), 0, 0, bodies.count()};
  PointsRenderer renderer;
  EXPECT_TRUE(std::isnan(renderer.draw_ms()));
  struct Side {
    int width, height;
  };
  for (const Side side : {Side{1, 1}, {0, 0}, {1, 500}, {500, 1}, {0, 7}, {-3, 5}, {3840, 2160}, {17, 3}, {640, 480}}) {
    renderer.draw(source, {}, {}, side.width, side.height);
    const bool empty = side.width <= 0 || side.height <= 0;
    EXPECT_EQ(renderer.texture() == 0, empty);
    EXPECT_EQ(renderer.width(), empty ? 0 : side.width);
    EXPECT_EQ(renderer.height(), empty ? 0 : side.height);
    const Pixels pixels = read_texture(renderer.texture());
    EXPECT_EQ(pixels.width, renderer.width());
    EXPECT_EQ(pixels.height, renderer.height());
    if (side.width >= 500 && side.height >= 480) {
      EXPECT_FALSE(is_empty(pixels));
    }
  }
  EXPECT_GT(renderer.draw_ms(), 0);
}

TEST_F(Points, huge_sizes_are_shrunk_in_proportion) {
  PointsRenderer renderer;
  renderer.draw({}, {}, {}, 1000000, 10);
  EXPECT_GT(renderer.width(), 1000);
  EXPECT_LT(renderer.width(), 1000000);
  EXPECT_GE(renderer.height(), 1);
}

TEST_F(Points, resizing_leaves_nothing_of_the_old_picture) {
  const Bodies bodies = cloud(500, 1);
  const GlBuffer position = buffer_of(bodies.position);
  PointsRenderer renderer;
  renderer.draw({position.get(), 0, 0, bodies.count()}, {}, {}, 300, 200);
  renderer.draw({}, {}, {}, 200, 300);
  EXPECT_TRUE(is_empty(read_texture(renderer.texture())));
}

TEST_F(Points, colour_by_speed_differs_from_colour_by_group) {
  const Bodies bodies = cloud(500, 1);
  PointsStyle by_speed;
  by_speed.colour = BodyColour::speed;
  EXPECT_NE(picture_of(bodies, 200, 200, {}, by_speed).rgb, picture_of(bodies, 200, 200).rgb);
}

TEST_F(Points, groups_are_warm_and_cool) {
  for (const int group : {0, 1}) {
    Bodies bodies;
    bodies.add(0, 0, 0, static_cast<float>(group));
    const Pixels pixels = picture_of(bodies, 64, 64);
    double red = 0, blue = 0;
    for (std::size_t i = 0; i < pixels.rgb.size(); i += 3) {
      red += pixels.rgb[i] - kGround[0];
      blue += pixels.rgb[i + 2] - kGround[2];
    }
    EXPECT_EQ(red > blue, group == 0);
  }
}

}  // namespace
}  // namespace warplight::render
