#include "render/glow.h"

#include <glad/gl.h>

#include <algorithm>

#include "shaders_embedded.h"

namespace warplight::render {
namespace {

constexpr int kFirstShrink = 4;  // as in the shader
constexpr int kMostLevels = 6;
constexpr float kWideShare = 0.5f;  // how much of each level comes from the wider ones
constexpr unsigned kTile = 8;        // the shaders' work group

unsigned tiles(int pixels) { return (static_cast<unsigned>(pixels) + kTile - 1) / kTile; }
int shrunk(int pixels, int by) { return std::max(1, (pixels + by - 1) / by); }

}  // namespace

Glow::Glow()
    : down_(make_compute_program("points_glow_down", shaders::points_glow_down_comp, shaders::light_glsl)),
      up_(make_compute_program("points_glow_up", shaders::points_glow_up_comp)) {}

void Glow::resize(int width, int height) {
  width_ = width;
  height_ = height;
  levels_.clear();
  int w = shrunk(width, kFirstShrink), h = shrunk(height, kFirstShrink);
  for (int i = 0; i < kMostLevels; ++i) {
    levels_.push_back({make_gl_texture(GL_RGBA16F, w, h, "the glow"), w, h});
    if (w <= 2 || h <= 2) break;
    w = shrunk(w, 2);
    h = shrunk(h, 2);
  }
}

void Glow::compute(float light_of_one, float trail_share) {
  glUseProgram(down_.get());
  glUniform2i(0, width_, height_);
  glUniform1f(1, light_of_one);
  glUniform1f(2, trail_share);
  for (std::size_t level = 0; level < levels_.size(); ++level) shrink(level);
  glUseProgram(up_.get());
  for (std::size_t level = levels_.size() - 1; level > 0; --level) widen(level - 1);
}

void Glow::shrink(std::size_t level) {
  const Level& to = levels_[level];
  glUniform2i(3, to.width, to.height);
  glUniform1i(4, level == 0 ? 1 : 0);
  glBindImageTexture(0, to.texture.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
  // The first step reads no texture, but a sampler must hold one.
  glBindTextureUnit(0, levels_[level == 0 ? levels_.size() - 1 : level - 1].texture.get());
  glDispatchCompute(tiles(to.width), tiles(to.height), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void Glow::widen(std::size_t level) {
  const Level& to = levels_[level];
  glUniform2i(0, to.width, to.height);
  glUniform1f(1, kWideShare);
  glBindImageTexture(0, to.texture.get(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA16F);
  glBindTextureUnit(0, levels_[level + 1].texture.get());
  glDispatchCompute(tiles(to.width), tiles(to.height), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

}  // namespace warplight::render
