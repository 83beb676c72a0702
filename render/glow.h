// The glow around bright light: a pyramid of ever smaller pictures, blurred on the way down and summed on the way up.
#pragma once

#include <vector>

#include "render/gl_objects.h"

namespace warplight::render {

class Glow {
 public:
  Glow();
  // For sums of light of this size. Throws failed when memory is short.
  void resize(int width, int height);
  // Reads the exposed light, bound as light.glsl wants it.
  void compute(float light_of_one, float trail_share);
  unsigned texture() const { return levels_.front().texture.get(); }

 private:
  struct Level {
    GlTexture texture;
    int width, height;
  };
  void shrink(std::size_t level);
  void widen(std::size_t level);

  GlProgram down_, up_;
  std::vector<Level> levels_;
  int width_ = 0, height_ = 0;
};

}  // namespace warplight::render
