#include "render/points_view.h"

#include <cmath>
#include <numbers>

#include "render/colour_map.h"

namespace warplight::render {
namespace {

constexpr float kDiscPerRadius = 1.5f;  // the soft disc reaches this much beyond the radius that the eye sees
constexpr float kMostStrength = 4;      // of a near and bright body over one at the target, see the shader
constexpr float kMostFull = 1 << 20;    // finer steps than this show nothing
constexpr float kMostFullWithLines = 1 << 14;  // each body may then add to a pixel some thousand times
constexpr float kBrightness = 0.2f;     // chosen by eye: discs in the middle of the curve, cores white
constexpr double kFewBodies = 150;      // with fewer each is as bright as it would be among so many
constexpr float kLargestRadius = 14;    // pixels at scale 1
constexpr double kMostPixels = 64e6;    // that all discs together may cover, so that many near bodies stay quick
constexpr std::int64_t kMostWithLines = 512;

// What the middle of an ordinary body adds to a sum: as much as can't overflow when all fall upon one pixel.
float full_strength(std::int64_t count) {
  const double per_body = 4294967295.0 / static_cast<double>(std::max<std::int64_t>(count, 1));
  const double most = trails_are_lines(count) ? kMostFullWithLines : kMostFull;
  return static_cast<float>(std::clamp((per_body - 1) / kMostStrength * 0.999, 1.0, most));
}

// Few bodies are drawn larger, so that two are more than two specks.
float size_for(std::int64_t count) {
  const double share = 4096.0 / static_cast<double>(std::max<std::int64_t>(count, 1));
  return static_cast<float>(std::clamp(std::pow(share, 0.22), 1.0, 5.0));
}

// Never smaller than a body looks when the whole is in view: then the picture's sharpness would be gone.
float largest_disc(const PointsStyle& style, std::int64_t count, float at_fit) {
  const double affordable = std::sqrt(kMostPixels / std::numbers::pi / static_cast<double>(std::max<std::int64_t>(count, 1)));
  return std::max(at_fit, std::min(std::max(kLargestRadius * style.scale, at_fit), static_cast<float>(affordable)));
}

}  // namespace

bool trails_are_lines(std::int64_t count) { return count <= kMostWithLines; }

float disc_radius(const PointsStyle& style, const Camera& camera, std::int64_t count) {
  const float at_fit = kDiscPerRadius * std::max(style.radius_px, 0.5f) * style.scale * size_for(count);
  const float closeness = std::clamp(std::sqrt(camera.fitted_distance / camera.distance), 1.0f, 4.0f);
  return std::min(at_fit * closeness, largest_disc(style, count, at_fit));
}

ViewBlock view_block(const PointsSource& source, const Camera& camera, const PointsStyle& style, Size size) {
  ViewBlock block{};
  block.turn = glm::mat4(glm::mat3(camera.view()));
  block.target = glm::vec4(camera.target, camera.distance);
  block.size = {size.width, size.height};
  block.focal_px = 0.5f * static_cast<float>(size.height) / std::tan(camera.field_of_view / 2);
  block.nearest = 0.002f * camera.distance;
  block.follows = style.follow.what == Follow::What::nothing ? 0 : 1;
  block.colouring = static_cast<std::int32_t>(style.colour);
  block.has_velocity = source.velocity != 0 ? 1 : 0;
  block.has_appearance = source.appearance != 0 ? 1 : 0;
  block.middle_speed = std::max(style.speed_reference, 1e-20f);
  block.radius = disc_radius(style, camera, source.count);
  const float farther = disc_radius(style, Camera{.distance = 1, .fitted_distance = 1}, source.count);
  block.largest_radius = std::max(block.radius, largest_disc(style, source.count, farther));
  block.full = full_strength(source.count);
  const ColourMap& map = style.colour == BodyColour::mass ? kMassMap : kSpeedMap;
  for (std::size_t i = 0; i < map.size(); ++i) block.colour_map[i] = glm::vec4(map[i], 0);
  return block;
}

float light_of_one(const PointsSource& source, const Camera& camera, const PointsStyle& style, Size size) {
  const float radius = disc_radius(style, camera, source.count);
  const double disc_area = std::numbers::pi * radius * radius / 3;  // the integral of the shader's falling off
  const double share = 1 / std::max(static_cast<double>(source.count), kFewBodies);
  const double side = std::min(size.width, size.height);
  const double closeness = camera.fitted_distance / camera.distance;
  const double surface = kBrightness * side * side * closeness * closeness;
  return static_cast<float>(surface * share / disc_area / full_strength(source.count));
}

}  // namespace warplight::render
