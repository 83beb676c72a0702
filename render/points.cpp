#include "render/points.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "render/gl_objects.h"
#include "render/gl_timer.h"
#include "render/glow.h"
#include "render/shared_buffer.h"
#include "shaders_embedded.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr float kDiscPerRadius = 1.5f;       // the soft disc reaches this much beyond the radius that the eye sees
constexpr float kMostStrength = 4;           // of a near and bright body over one at the focus, see the shader
constexpr float kMostFull = 1 << 20;         // finer steps than this show nothing
constexpr float kBrightness = 0.2f;         // chosen by eye: discs in the middle of the curve, cores white
constexpr double kFewBodies = 150;           // with fewer each is as bright as it would be among so many
constexpr float kGlowShare = 0.45f;
constexpr float kLargestRadius = 14;         // pixels at scale 1
constexpr std::int64_t kBodiesAtOnce = 1 << 22;
constexpr std::int64_t kChannels = 3, kBytesOfSum = 4;

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
  bool empty() const { return width <= 0 || height <= 0; }
};

std::int64_t sum_bytes(Size size) { return kChannels * kBytesOfSum * size.width * size.height; }

// Shrinks in proportion until textures and shader storage can hold it.
Size clamped(Size wanted) {
  if (wanted.empty()) return {};
  GLint side = 0;
  GLint64 storage = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &storage);
  const double pixels = static_cast<double>(storage) / (kChannels * kBytesOfSum);
  const double area = static_cast<double>(wanted.width) * wanted.height;
  const double scale = std::min({1.0, static_cast<double>(side) / std::max(wanted.width, wanted.height),
                                 std::sqrt(pixels / area)});
  if (scale >= 1) return wanted;
  const auto scaled = [&](int pixels_wide) { return std::max(1, static_cast<int>(pixels_wide * scale)); };
  return {scaled(wanted.width), scaled(wanted.height)};
}

// What the middle of an ordinary body adds to a sum: as much as can't overflow when all fall upon one pixel.
float full_strength(std::int64_t count) {
  const double per_body = 4294967295.0 / static_cast<double>(std::max<std::int64_t>(count, 1));
  return static_cast<float>(std::clamp((per_body - 1) / kMostStrength * 0.999, 1.0, double{kMostFull}));
}

// Few bodies are drawn larger, so that two are more than two specks.
float size_for(std::int64_t count) {
  const double share = 4096.0 / static_cast<double>(std::max<std::int64_t>(count, 1));
  return static_cast<float>(std::clamp(std::pow(share, 0.22), 1.0, 5.0));
}

}  // namespace

struct PointsRenderer::Impl {
  GlProgram splat = make_compute_program("points_splat", shaders::points_splat_comp);
  GlProgram resolve = make_compute_program("points_resolve", shaders::points_resolve_comp);
  Glow glow;
  GlTimer timer;
  GlBuffer sums;
  GlTexture picture;
  Size wanted, size;

  void resize(Size asked) {
    if (asked == wanted && (picture.get() != 0 || size.empty())) return;
    wanted = asked;
    sums.reset();
    picture.reset();
    size = clamped(asked);
    if (size.empty()) return;
    try {
      sums = make_gl_buffer(sum_bytes(size), "the picture's light");
      glow.resize(size.width, size.height);
      picture = make_gl_texture(GL_RGBA8, size.width, size.height, "the picture");
    } catch (const Error&) {
      sums.reset();
      size = {};
      throw;
    }
  }

  // A disc's radius in pixels, for an ordinary body.
  float disc(const PointsStyle& style, const Camera& camera, std::int64_t count) const {
    const float closeness = std::clamp(std::sqrt(camera.fitted_distance / camera.distance), 1.0f, 4.0f);
    return kDiscPerRadius * std::max(style.radius_px, 0.5f) * style.scale * size_for(count) * closeness;
  }

  void add_light(const PointsSource& source, const Camera& camera, const PointsStyle& style) {
    const float largest = std::max(kLargestRadius * style.scale, disc(style, camera, source.count));
    glUseProgram(splat.get());
    const glm::mat4 view = camera.view();
    glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(view));
    glUniform2i(2, size.width, size.height);
    glUniform1f(3, 0.5f * static_cast<float>(size.height) / std::tan(camera.field_of_view / 2));
    glUniform1f(4, 0.002f * camera.distance);
    glUniform1f(5, camera.distance);
    glUniform1f(6, disc(style, camera, source.count));
    glUniform1f(7, largest);
    glUniform1f(8, full_strength(source.count));
    glUniform1f(9, std::max(style.speed_reference, 1e-20f));
    glUniform1i(10, style.colour == BodyColour::speed ? 1 : 0);
    glUniform1i(11, source.velocity != 0 ? 1 : 0);
    glUniform1i(12, source.appearance != 0 ? 1 : 0);
    for (std::int64_t first = 0; first < source.count; first += kBodiesAtOnce) {
      add_some(source, first, std::min(kBodiesAtOnce, source.count - first));
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }

  // Bodies in portions, since shader storage may be smaller than a large buffer.
  static void add_some(const PointsSource& source, std::int64_t first, std::int64_t count) {
    constexpr std::int64_t kGroup = 128, kMostGroups = 8192;
    const auto bind = [&](unsigned binding, unsigned buffer, std::int64_t item_bytes) {
      if (buffer == 0) return;
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, first * item_bytes, count * item_bytes);
    };
    bind(0, source.position, 16);
    bind(1, source.velocity, 16);
    bind(2, source.appearance, 8);
    glUniform1ui(1, static_cast<GLuint>(count));
    glDispatchCompute(static_cast<GLuint>(std::min((count + kGroup - 1) / kGroup, kMostGroups)), 1, 1);
  }

  // The light that a sum of 1 stands for: independent of the count, the picture's size and the disc's.
  float light_of_one(const PointsSource& source, const Camera& camera, const PointsStyle& style) const {
    const float radius = disc(style, camera, source.count);
    const double disc_area = 3.14159265 * radius * radius / 3;  // the integral of the shader's falling off
    const double share = 1 / std::max(static_cast<double>(source.count), kFewBodies);
    const double side = std::min(size.width, size.height);
    const double closeness = camera.fitted_distance / camera.distance;
    const double surface = kBrightness * side * side * closeness * closeness;
    return static_cast<float>(surface * share / disc_area / full_strength(source.count) * std::exp2(style.exposure));
  }

  void make_picture(float one) {
    glow.compute(one);
    glUseProgram(resolve.get());
    glUniform2i(0, size.width, size.height);
    glUniform1f(1, one);
    glUniform1f(2, kGlowShare);
    glBindTextureUnit(0, glow.texture());
    glBindImageTexture(0, picture.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(static_cast<GLuint>((size.width + 15) / 16), static_cast<GLuint>((size.height + 7) / 8), 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
  }
};

PictureSides drawable_sides(int width, int height) {
  const Size size = clamped({width, height});
  return {size.width, size.height};
}

PointsRenderer::PointsRenderer() : impl_(std::make_unique<Impl>()) {}
PointsRenderer::~PointsRenderer() = default;

void PointsRenderer::draw(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width,
                          int height) {
  if (source.lendable && open_mappings() != 0) {
    throw_failed("a picture was to be drawn while its buffers are lent to a kernel");
  }
  impl_->resize({width, height});
  if (impl_->size.empty()) return;
  impl_->timer.begin();
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, impl_->sums.get());
  if (source.count > 0 && source.position != 0) impl_->add_light(source, camera, style);
  impl_->make_picture(impl_->light_of_one(source, camera, style));
  impl_->timer.end();
}

unsigned PointsRenderer::texture() const { return impl_->picture.get(); }
int PointsRenderer::width() const { return impl_->size.width; }
int PointsRenderer::height() const { return impl_->size.height; }
double PointsRenderer::draw_ms() { return impl_->timer.latest_ms(); }

}  // namespace warplight::render
