// Draws bodies as soft additive light, summed in integers by a compute shader (the same picture for every order of the
// bodies), exposed and tone-mapped by others.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "render/camera.h"

namespace warplight::render {

enum class BodyColour { group, speed, mass };  // in the order of bodies.glsl

// What stays in the middle of the picture.
struct Follow {
  enum class What { nothing, centre, body } what = What::nothing;  // centre: of mass
  std::int64_t body = -1;
  bool operator==(const Follow&) const = default;
};

struct PointsStyle {
  BodyColour colour = BodyColour::group;
  bool automatic_exposure = false;
  float exposure = 0;         // stops, where it is not automatic
  float radius_px = 1.5f;     // of the soft kernel at scale 1
  float glow = 0.45f;         // the share of the light that spreads
  float scale = 1;            // of the user interface
  float speed_reference = 1;  // the speed that takes the middle of the map
  double trail_steps = 0;     // after so many a trail's light is down to 1/e; 0: no trails
  Follow follow;
};

struct PointsSource {
  unsigned position = 0, velocity = 0, appearance = 0;  // OpenGL buffers, see Picture; 0 for the last two: none
  std::int64_t count = 0;
  bool lendable = true;  // false: OpenGL's own copies, which no kernel is ever lent
};

// When a picture is taken.
struct Moment {
  double step = 0;  // of the state
  // On the clock on the wall, since the picture before: as quickly an automatic exposure follows.
  double seconds = std::numeric_limits<double>::infinity();
};

// What the GPU found out about the bodies.
struct BodyFacts {
  Follow of;  // what the first three are of
  glm::vec3 position{0}, velocity{0};
  float mass = 0;
  float least_mass = 0, most_mass = 0;  // the range of the colours by mass; 0 before the first
};

// What the meter found out about the picture.
struct LightFacts {
  float stops = 0;       // the exposure in use
  float mean_light = 0;  // of all pixels and channels, before exposure: what bodies bring, however many they are
};

struct PictureSides {
  int width, height;
};
// The largest picture of that shape, up to that size, that the current context can hold.
PictureSides drawable_sides(int width, int height);

// How far the light of a body at the camera's target reaches, in pixels.
float disc_radius(const PointsStyle& style, const Camera& camera, std::int64_t count);

// Owns a picture (an RGBA8 texture, display-encoded, bottom row first) of any size and the shaders. Needs a current
// context for its whole life.
class PointsRenderer {
 public:
  PointsRenderer();  // throws failed if the driver refuses a shader
  ~PointsRenderer();
  PointsRenderer(const PointsRenderer&) = delete;
  PointsRenderer& operator=(const PointsRenderer&) = delete;

  // Draws into the texture, resized to width x height (shrunk in proportion to the largest the context can hold; with a
  // side of 0 nothing is drawn and the picture is empty). Bodies that are not finite or behind the eye are left out.
  // Throws failed when memory is short (the picture is empty then) or while a buffer is mapped.
  void draw(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width, int height,
            const Moment& moment = {});
  // Adds the state to the trails without making a picture of it.
  void leave_trail(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width, int height,
                   double step);
  unsigned texture() const;  // 0 while the picture is empty; another one after a change of size
  int width() const;
  int height() const;
  std::int64_t bodies() const;  // in it
  // GPU time of a recent draw in milliseconds (timer queries, never waited for); NaN before the first.
  double draw_ms();

  // Which body is seen nearest to a place of the picture as it would be drawn now, in pixels from its top left, within
  // `reach` pixels. The answer comes some frames later: -1 where none is near.
  void pick(const PointsSource& source, const Camera& camera, const PointsStyle& style, float x, float y, float reach);
  std::optional<std::int64_t> take_pick();

  // The newest that have come from the GPU; with `wait` those of the last picture.
  const BodyFacts& body_facts(bool wait = false);
  LightFacts light_facts(bool wait = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
