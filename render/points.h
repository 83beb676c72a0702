// Draws bodies as soft additive light, summed in integers by a compute shader (the same picture for every order of the
// bodies), tone-mapped by a second one.
#pragma once

#include <cstdint>
#include <memory>

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
  unsigned position = 0, velocity = 0, appearance = 0;  // OpenGL buffers, see Picture; 0 for the last two: none
  std::int64_t count = 0;
  bool lendable = true;  // false: OpenGL's own copies, which no kernel is ever lent
};

struct PictureSides {
  int width, height;
};
// The largest picture of that shape, up to that size, that the current context can hold.
PictureSides drawable_sides(int width, int height);

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
  void draw(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width, int height);
  unsigned texture() const;  // 0 while the picture is empty; another one after a change of size
  int width() const;
  int height() const;
  // GPU time of a recent draw in milliseconds (timer queries, never waited for); NaN before the first.
  double draw_ms();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
