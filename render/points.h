// Draws bodies as soft additive light, summed in integers by a compute shader (the same picture on every machine and in
// every order), tone-mapped by a second one.
#pragma once

#include <cstdint>

#include "render/camera.h"

namespace warplight::render {

enum class BodyColour { group, speed };

struct PointsStyle {
  BodyColour colour = BodyColour::group;
  float exposure = 0;         // stops
  float radius_px = 1.5f;     // of the soft kernel at scale 1
  float scale = 1;            // of the user interface
  float speed_reference = 1;  // the speed that takes the middle of the map
};

struct PointsSource {
  unsigned position = 0, velocity = 0, appearance = 0;  // OpenGL buffers, see Picture
  std::int64_t count = 0;
};

// Owns a picture (an RGBA8 texture) of any size and the shaders. Needs a current context for its whole life.
class PointsRenderer {
 public:
  PointsRenderer();
  ~PointsRenderer();
  PointsRenderer(const PointsRenderer&) = delete;
  PointsRenderer& operator=(const PointsRenderer&) = delete;

  // Draws into the texture, resized to width x height (clamped to the largest the context can hold; 0 draws nothing).
  void draw(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width, int height);
  unsigned texture() const;
  int width() const;
  int height() const;
  // GPU time of a recent draw in milliseconds (timer queries, never waited for); NaN before the first.
  double draw_ms();

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace warplight::render
