// How bodies look, in numbers: light, size, colour, exposure, and what stays in the middle.
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>
#include <limits>

#include "render/colour_map.h"
#include "render/scale_bar.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Where the camera's own matrices put a point, from the top left.
glm::vec2 pixel_of(const Camera& camera, glm::vec3 point, int width, int height) {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
  return {(clip.x / clip.w + 1) / 2 * static_cast<float>(width), (1 - clip.y / clip.w) / 2 * static_cast<float>(height)};
}

// The light behind a channel of the picture, below the curve's shoulder: the shader's curve, backwards.
double light_behind(int shown, int ground) {
  const double wanted = (shown / 255.0 - ground / 255.0) / (1 - ground / 255.0);
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double x = (low + high) / 2;
    (x * (6.2 * x + 0.5) / (x * (6.2 * x + 1.7) + 0.06) < wanted ? low : high) = x;
  }
  return low;
}

// Bodies in OpenGL's memory and a renderer that keeps its state from picture to picture.
struct Scene {
  explicit Scene(const Bodies& bodies)
      : position(buffer_of(bodies.position)), velocity(buffer_of(bodies.velocity)), appearance(buffer_of(bodies.appearance)),
        source{position.get(), velocity.get(), appearance.get(), bodies.count()} {}

  Pixels draw(const Moment& moment = {}) {
    renderer.draw(source, camera, style, width, height, moment);
    return read_texture(renderer.texture());
  }
  double mean_light_at(double step) {
    draw({.step = step});
    return renderer.light_facts(true).mean_light;
  }
  void move_to(const std::vector<float>& positions) {
    glNamedBufferSubData(position.get(), 0, static_cast<GLsizeiptr>(positions.size() * sizeof(float)), positions.data());
  }

  GlBuffer position, velocity, appearance;
  PointsSource source;
  PointsRenderer renderer;
  Camera camera;
  PointsStyle style;
  int width = 240, height = 180;
};

class Look : public Offscreen {};

// Whether the middle of a body at (0, y, 0) has that colour of a map, however bright.
void expect_colour(const Scene& scene, const Pixels& pixels, float y, glm::vec3 colour) {
  const glm::vec2 at = pixel_of(scene.camera, {0, y, 0}, scene.width, scene.height);
  const auto pixel = 3 * static_cast<std::size_t>(static_cast<int>(at.y) * scene.width + static_cast<int>(at.x));
  std::array<double, 3> light;
  for (std::size_t i = 0; i < 3; ++i) light[i] = light_behind(pixels.rgb.at(pixel + i), kGround[i]);
  const double most = *std::ranges::max_element(light);
  EXPECT_GT(most, 0.1);
  EXPECT_LT(most, 0.99) << "the curve's shoulder would hide the colour";
  const float brightest = std::max({colour.r, colour.g, colour.b});
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(light[static_cast<std::size_t>(i)] / most, std::pow(colour[i] / brightest, 2.2f), 0.03) << y << " channel " << i;
  }
}

Bodies repeated(const Bodies& bodies, int times) {
  Bodies all;
  const auto append = [times](std::vector<float>& to, const std::vector<float>& from) {
    for (int i = 0; i < times; ++i) to.insert(to.end(), from.begin(), from.end());
  };
  append(all.position, bodies.position);
  append(all.velocity, bodies.velocity);
  append(all.appearance, bodies.appearance);
  return all;
}

// What remains is that a disc's light is taken at the pixels' middles, and that the discs differ in size.
TEST_F(Look, TheLightIsTheSameForAnyNumberOfBodies) {
  const Bodies some = cloud(2000, 0.3f);
  const double light = Scene(some).mean_light_at(0);
  EXPECT_GT(light, 0.01);
  EXPECT_NEAR(Scene(repeated(some, 4)).mean_light_at(0) / light, 1, 0.005);
  EXPECT_NEAR(Scene(repeated(some, 64)).mean_light_at(0) / light, 1, 0.02) << "sums are coarser";
}

// From far away other sums are taken first; none of the light may be lost at the border between the two.
TEST_F(Look, TheLightFallsWithTheSquareOfTheDistance) {
  Scene scene(cloud(3000, 0.8f));
  scene.width = scene.height = 301;
  const double one = scene.mean_light_at(0);
  for (const float times : {2.0f, 3.0f, 3.5f, 6.0f, 20.0f}) {
    scene.camera.distance = times * scene.camera.fitted_distance;
    // Not a whole disc is seen at the edge of the nearest view; the nearer half of a deep cloud is brighter.
    EXPECT_NEAR(scene.mean_light_at(0) * times * times / one, 1, 0.03) << times;
  }
  scene.width = scene.height = 20;  // smaller than those sums
  EXPECT_GT(scene.mean_light_at(0), 0);
}

TEST_F(Look, ADiscIsAsWideAsItShouldBeAtAnyZoom) {
  Bodies one;
  one.add(0, 0, 0);
  Scene scene(one);
  scene.style = {.exposure = 8, .radius_px = 0.5f, .glow = 0};
  // A single body is five times larger than one of many, and a disc reaches 1.5 radii. It grows as the root of the zoom,
  // and never beyond 14.
  for (const auto& [zoom, radius] : {std::pair(0.25f, 3.75f), {1.0f, 3.75f}, {4.0f, 7.5f}, {9.0f, 11.25f}, {100.0f, 14.0f}}) {
    scene.camera.distance = scene.camera.fitted_distance / zoom;
    EXPECT_FLOAT_EQ(disc_radius(scene.style, scene.camera, 1), radius);
    const Pixels pixels = scene.draw();
    int wide = 0, tall = 0;
    for (int x = 0; x < scene.width; ++x) wide += light_at(pixels, x, scene.height / 2) > kGround[0] + kGround[1] + kGround[2];
    for (int y = 0; y < scene.height; ++y) tall += light_at(pixels, scene.width / 2, y) > kGround[0] + kGround[1] + kGround[2];
    EXPECT_NEAR(wide, 2 * radius, 1.01) << zoom;
    EXPECT_NEAR(tall, 2 * radius, 1.01) << zoom;
  }
}

TEST_F(Look, ManyBodiesNearByStaySmallEnoughToBeQuick) {
  const PointsStyle style;
  for (const std::int64_t count : {std::int64_t{1} << 16, std::int64_t{1} << 20, std::int64_t{1} << 22}) {
    const double radius = disc_radius(style, {.distance = 0.01f}, count);
    EXPECT_LE(3.1416 * radius * radius * static_cast<double>(count), 1.01 * std::max(64e6, 3.1416 * 5.07 * static_cast<double>(count)));
    EXPECT_GE(radius, 2.25);
  }
}

TEST_F(Look, TheLeastAndTheMostMassTakeTheEndsOfTheMap) {
  Bodies bodies;
  const std::array<float, 4> places = {-0.9f, -0.3f, 0.3f, 0.9f};
  for (const float y : places) bodies.add(0, y, 0);
  bodies.position[3] = 2e-6f;
  bodies.position[7] = 5;
  bodies.position[11] = std::sqrt(2e-6f * 5);  // half way, by its logarithm
  bodies.position[15] = 0;                     // no mass: as the least
  Scene scene(bodies);
  scene.camera = {.yaw = 0, .pitch = 0};
  scene.style = {.colour = BodyColour::mass, .exposure = 0.8f, .glow = 0};
  const Pixels pixels = scene.draw();
  expect_colour(scene, pixels, places[0], kMassMap.front());
  expect_colour(scene, pixels, places[1], kMassMap.back());
  expect_colour(scene, pixels, places[2], colour_at(kMassMap, 0.5f));
  expect_colour(scene, pixels, places[3], kMassMap.front());
  const BodyFacts& facts = scene.renderer.body_facts(true);
  EXPECT_FLOAT_EQ(facts.least_mass, 2e-6f);
  EXPECT_FLOAT_EQ(facts.most_mass, 5);
}

TEST_F(Look, SpeedTakesTheMapFromRestToTwiceTheReference) {
  Bodies bodies;
  bodies.add(0, -0.5f, 0, 0, 1, 0);
  bodies.add(0, 0.5f, 0, 0, 1, 6);
  Scene scene(bodies);
  scene.camera = {.yaw = 0, .pitch = 0};
  scene.style = {.colour = BodyColour::speed, .exposure = 0.8f, .glow = 0, .speed_reference = 3};
  const Pixels pixels = scene.draw();
  expect_colour(scene, pixels, -0.5f, kSpeedMap.front());
  expect_colour(scene, pixels, 0.5f, kSpeedMap.back());
}

TEST_F(Look, AScaleBarIsAsLongAsTheLengthItNames) {
  Camera camera{.target = {3, -2, 1}, .yaw = 0.4f, .pitch = 0.3f};
  for (float distance = 1e-4f; distance < 1e6f; distance *= 1.7f) {
    camera.distance = distance;
    const ScaleBar bar = scale_bar(camera, 600, 180);
    EXPECT_LE(bar.pixels, 180.001f);
    EXPECT_GT(bar.pixels, 180 / 2.6f);
    const double leading = bar.length / std::pow(10.0, std::floor(std::log10(bar.length) + 1e-9));
    EXPECT_TRUE(std::fabs(leading - 1) < 1e-6 || std::fabs(leading - 2) < 1e-6 || std::fabs(leading - 5) < 1e-6) << bar.length;
    if (distance < 1e-2f || distance > 1e4f) continue;  // beside the target's own size too little is left of the end
    const glm::mat4 view = camera.view();
    const glm::vec3 right(view[0][0], view[1][0], view[2][0]);
    const glm::vec2 from = pixel_of(camera, camera.target, 800, 600);
    const glm::vec2 to = pixel_of(camera, camera.target + static_cast<float>(bar.length) * right, 800, 600);
    EXPECT_NEAR(to.x - from.x, bar.pixels, 0.01f * bar.pixels) << distance;
    EXPECT_NEAR(to.y, from.y, 0.5);
  }
}

TEST_F(Look, WhatIsFollowedStaysInTheMiddle) {
  Bodies bodies = cloud(50, 0.2f);
  for (std::size_t i = 1; i < bodies.appearance.size(); i += 2) bodies.appearance[i] = 0;  // unseen
  bodies.appearance[2 * 17 + 1] = 1;
  Scene scene(bodies);
  scene.camera.target = {5, 5, 5};  // counts for nothing
  scene.style.follow = {.what = Follow::What::body, .body = 17};
  std::vector<float> place = bodies.position;
  for (const float far : {0.0f, 3.0f, -40.0f}) {
    place[4 * 17] = far;
    scene.move_to(place);
    const Spot spot = brightest(scene.draw());
    EXPECT_NEAR(spot.x, scene.width / 2.0, 1) << far;
    EXPECT_NEAR(spot.y, scene.height / 2.0, 1) << far;
    const BodyFacts& facts = scene.renderer.body_facts(true);
    EXPECT_EQ(facts.of, scene.style.follow);
    EXPECT_EQ(facts.position, glm::vec3(far, place[4 * 17 + 1], place[4 * 17 + 2]));
    EXPECT_EQ(facts.velocity.x, bodies.velocity[4 * 17]);
    EXPECT_EQ(facts.mass, 1);
  }
}

TEST_F(Look, TheCentreOfMassIsFollowedExactly) {
  Bodies bodies;
  std::array<double, 3> moment = {}, momentum = {};
  double mass = 0;
  std::mt19937 generator(9);
  std::uniform_real_distribution<float> any(-1, 2);
  for (int i = 0; i < 70000; ++i) {  // more than one part each
    bodies.add(any(generator), any(generator), any(generator), 0, i == 0 ? 1.0f : 0.0f, any(generator));
    float* body = &bodies.position[4 * static_cast<std::size_t>(i)];
    body[3] = 2 + any(generator);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      moment[axis] += double{body[3]} * body[axis];
      momentum[axis] += double{body[3]} * bodies.velocity[4 * static_cast<std::size_t>(i) + axis];
    }
    mass += body[3];
  }
  Scene scene(bodies);
  scene.style.follow = {.what = Follow::What::centre};
  const Spot spot = brightest(scene.draw());
  const BodyFacts& facts = scene.renderer.body_facts(true);
  EXPECT_NEAR(facts.mass / mass, 1, 1e-5);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(facts.position[axis], moment[static_cast<std::size_t>(axis)] / mass, 1e-5);
    EXPECT_NEAR(facts.velocity[axis], momentum[static_cast<std::size_t>(axis)] / mass, 1e-5);
  }
  Camera there = scene.camera;
  there.target = facts.position;
  const glm::vec2 at = pixel_of(there, {bodies.position[0], bodies.position[1], bodies.position[2]}, scene.width, scene.height);
  EXPECT_NEAR(static_cast<float>(spot.x) + 0.5f, at.x, 1);
  EXPECT_NEAR(static_cast<float>(spot.y) + 0.5f, at.y, 1);
}

TEST_F(Look, AClickFindsTheNearestBodyThatIsSeen) {
  Bodies bodies;
  bodies.add(0, -0.4f, 0);
  bodies.add(0, 0.4f, 0);
  bodies.add(0, 0.4f, 0.05f);
  bodies.add(0, -0.38f, 0, 0, 0);  // gives no light
  bodies.add(kNan, 0, 0);
  Scene scene(bodies);
  scene.camera = {.yaw = 0, .pitch = 0};
  scene.draw();
  const auto pick = [&](glm::vec2 at) {
    scene.renderer.pick(scene.source, scene.camera, scene.style, at.x, at.y, 12);
    for (int i = 0; i < 100000; ++i) {  // as the window does, without waiting
      if (const auto found = scene.renderer.take_pick()) return *found;
    }
    return std::int64_t{-2};
  };
  const auto place = [&](int body) {
    const float* at = &bodies.position[4 * static_cast<std::size_t>(body)];
    return pixel_of(scene.camera, {at[0], at[1], at[2]}, scene.width, scene.height);
  };
  EXPECT_EQ(pick(place(0) + glm::vec2(5, -3)), 0);
  EXPECT_EQ(pick(place(3)), 0) << "the dark one can't be meant";
  EXPECT_EQ(pick(place(1)), 1);
  EXPECT_EQ(pick(place(2)), 2);
  EXPECT_EQ(pick(place(0) + glm::vec2(0, 13)), -1);
  EXPECT_FALSE(scene.renderer.take_pick().has_value()) << "an answer comes once";
}

TEST_F(Look, AutomaticExposureFollowsTheLightAndHoldsStill) {
  const auto stops_for = [](float light) {
    Bodies bodies = cloud(3000, 0.8f);
    for (std::size_t i = 1; i < bodies.appearance.size(); i += 2) bodies.appearance[i] *= light;
    Scene scene(bodies);
    scene.style.automatic_exposure = true;
    scene.draw();
    const float first = scene.renderer.light_facts(true).stops;
    for (int i = 0; i < 5; ++i) scene.draw({.seconds = 1.0 / 60});
    EXPECT_FLOAT_EQ(scene.renderer.light_facts(true).stops, first) << "the same picture, the same exposure";
    return first;
  };
  // A quarter of the light is two stops less; seven tenths of that are made good.
  EXPECT_NEAR(stops_for(0.25f) - stops_for(1), 0.7 * 2, 0.02);
}

TEST_F(Look, AutomaticExposureDoesNotJumpAsBodiesMove) {
  const Bodies bodies = cloud(3000, 0.8f);
  Scene scene(bodies);
  scene.style.automatic_exposure = true;
  scene.draw();
  const float before = scene.renderer.light_facts(true).stops;
  std::vector<float> closer = bodies.position;
  for (std::size_t i = 0; i < closer.size(); ++i) closer[i] *= i % 4 == 3 ? 1.0f : 0.2f;
  scene.move_to(closer);
  scene.draw({.step = 1, .seconds = 1.0 / 60});
  const float at_once = scene.renderer.light_facts(true).stops;
  scene.draw({.step = 1, .seconds = 100});
  const float at_last = scene.renderer.light_facts(true).stops;
  EXPECT_LT(at_last, before - 1);
  EXPECT_NEAR((at_once - before) / (at_last - before), 1 - std::exp(-1.0 / 60 / 0.8), 0.002);
}

// Decaying light, of so many bodies that no lines are drawn.
class Fading : public Look {
 protected:
  Fading() : bodies(cloud(600, 0.5f)), nowhere(bodies.position.size(), kNan) {}
  Bodies bodies;
  std::vector<float> nowhere;
};

TEST_F(Fading, TrailsDecayAsTheyShould) {
  Scene scene(bodies);
  scene.style.trail_steps = 7;
  const double plain = scene.mean_light_at(0);
  const double rests = scene.mean_light_at(1e6);
  EXPECT_NEAR(rests / plain, 3, 0.001) << "what rests is as bright in the trails, which count twice";
  scene.move_to(nowhere);
  for (const double step : {1.0, 2.0, 2.0, 5.0, 12.0, 40.0}) {
    EXPECT_NEAR(scene.mean_light_at(1e6 + step) / (2 * plain), std::exp(-step / 7), 1e-4) << step;
  }
}

TEST_F(Fading, AreForgottenWhenTheViewTurnsOrTheSceneStartsAgain) {
  Scene scene(bodies);
  scene.style.trail_steps = 7;
  const auto leave = [&] {
    scene.move_to(bodies.position);
    scene.mean_light_at(0);
    scene.mean_light_at(100);
    scene.move_to(nowhere);
    EXPECT_GT(scene.mean_light_at(101), 0);
  };
  leave();
  scene.camera.orbit(0.01f, 0);
  EXPECT_EQ(scene.mean_light_at(102), 0);
  leave();
  EXPECT_EQ(scene.mean_light_at(0), 0);
  leave();
  scene.style.trail_steps = 0;
  EXPECT_EQ(scene.mean_light_at(102), 0);
}

TEST_F(Look, FewBodiesDrawTheirPathsAsLines) {
  Bodies bodies;
  bodies.add(0, -1, 0);
  Scene scene(bodies);
  scene.camera = {.yaw = 0, .pitch = 0};
  scene.style = {.glow = 0, .trail_steps = 20};
  std::vector<float> place = bodies.position;
  Pixels pixels;
  for (int step = 0; step <= 40; ++step) {
    place[1] = -1 + 0.05f * static_cast<float>(step);
    scene.move_to(place);
    pixels = scene.draw({.step = static_cast<double>(step)});
  }
  const auto light_on_path = [&](double step) {
    const float y = -1 + 0.05f * static_cast<float>(step);
    const glm::vec2 at = pixel_of(scene.camera, {0, y, 0}, scene.width, scene.height);
    const auto pixel = 3 * static_cast<std::size_t>(static_cast<int>(at.y) * scene.width + static_cast<int>(at.x));
    return light_behind(pixels.rgb.at(pixel), kGround[0]);
  };
  const double far_end = std::exp(-4.0);  // where a trail ends
  for (const double step : {10.0, 17.5, 25.0}) {
    EXPECT_NEAR(light_on_path(step) / light_on_path(5), (std::exp((step - 40) / 20) - far_end) / (std::exp((5.0 - 40) / 20) - far_end),
                0.15 * std::exp((step - 5) / 20))
        << step;
  }
  const glm::vec2 beside = pixel_of(scene.camera, {0, -0.5f, 0.2f}, scene.width, scene.height);
  EXPECT_EQ(light_at(pixels, static_cast<int>(beside.x), static_cast<int>(beside.y)), kGround[0] + kGround[1] + kGround[2]);
  scene.camera.zoom(-1);
  pixels = scene.draw({.step = 40});
  EXPECT_GT(light_on_path(10), 0.01) << "a turned view keeps them";
}

}  // namespace
}  // namespace warplight::render
