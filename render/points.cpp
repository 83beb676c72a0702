#include "render/points.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "render/exposure.h"
#include "render/gl_objects.h"
#include "render/gl_timer.h"
#include "render/glow.h"
#include "render/points_view.h"
#include "render/shared_buffer.h"
#include "render/subject.h"
#include "render/trails.h"
#include "shaders_embedded.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr float kFar = 0.3f;  // the whole takes less than that share of the picture
constexpr double kExposureSeconds = 0.8;  // in which an automatic exposure comes most of the way
constexpr std::int64_t kChannels = 3, kBytesOfSum = 4;

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

// Whether both see the same from the same place; what is followed takes the target's.
bool same_view(const Camera& a, const Camera& b, const Follow& follow) {
  const bool same_target = follow.what != Follow::What::nothing || a.target == b.target;
  return same_target && a.distance == b.distance && a.fitted_distance == b.fitted_distance && a.yaw == b.yaw &&
         a.pitch == b.pitch && a.field_of_view == b.field_of_view;
}

void require_unlent(const PointsSource& source) {
  if (source.lendable && (is_mapped(source.position) || is_mapped(source.velocity) || is_mapped(source.appearance))) {
    throw_failed("a picture was to be drawn while its buffers are lent to a kernel");
  }
}

}  // namespace

struct PointsRenderer::Impl {
  GlProgram splat = make_compute_program("points_splat", shaders::points_splat_comp, shaders::bodies_glsl);
  GlProgram splat_from_afar = make_compute_program("points_splat", shaders::points_splat_comp,
                                                   std::string(shaders::bodies_glsl) + "#define FROM_AFAR\n");
  GlProgram resolve = make_compute_program("points_resolve", shaders::points_resolve_comp, shaders::light_glsl);
  Glow glow;
  ExposureMeter meter;
  Trails trails;
  Subject subject;
  GlTimer timer;
  GlBuffer view = make_gl_buffer(sizeof(ViewBlock), "the view");
  GlBuffer sums;
  GlTexture picture;
  Size wanted, size;
  // Of the picture before.
  std::optional<Camera> camera;
  Follow follow;
  std::int64_t bodies = 0;

  void resize(Size asked) {
    if (asked == wanted && (picture.get() != 0 || size.empty())) return;
    wanted = asked;
    sums.reset();
    picture.reset();
    camera.reset();
    size = clamped(asked);
    if (size.empty()) return;
    try {
      sums = make_gl_buffer(sum_bytes(size), "the picture's light");
      glow.resize(size.width, size.height);
      meter.resize(size.width, size.height);
      trails.resize(size);
      picture = make_gl_texture(GL_RGBA8, size.width, size.height, "the picture");
    } catch (const Error&) {
      sums.reset();
      size = {};
      throw;
    }
  }

  ViewBlock set_view(const PointsSource& source, const Camera& from, const PointsStyle& style) {
    const ViewBlock block = view_block(source, from, style, size);
    glNamedBufferSubData(view.get(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, view.get());
    return block;
  }

  // Sums of the bodies and of their trails. Returns whether the view is the one of the picture before.
  bool gather(const PointsSource& source, const Camera& from, const PointsStyle& style, double step, float one) {
    const bool stays = camera.has_value() && same_view(*camera, from, style.follow) && follow == style.follow;
    camera = from;
    follow = style.follow;
    bodies = source.count;
    bind_storage(3, sums.get());
    const bool there = source.count > 0 && source.position != 0;
    const bool leaves = there && style.trail_steps > 0, lines = trails_are_lines(source.count);
    if (!leaves || (!stays && !lines)) trails.forget();
    if (there) {
      subject.update(source, style);
      add_light(source, from, set_view(source, from, style), style, leaves && lines, step, one);
    }
    if (leaves && !lines) trails.fade(one, step, style.trail_steps);
    return stays;
  }

  void add_light(const PointsSource& source, const Camera& from, const ViewBlock& block, const PointsStyle& style,
                 bool with_lines, double step, float one) {
    constexpr std::int64_t kGroup = 128, kMostGroups = 8192, kBodiesFromAfar = 32, kMostGroupsFromAfar = 1024;
    const bool afar = from.fitted_distance < kFar * from.distance;
    const std::int64_t share = kGroup * (afar ? kBodiesFromAfar : 1), most = afar ? kMostGroupsFromAfar : kMostGroups;
    if (with_lines) trails.remember(source, step, style.trail_steps);
    for_portions(source, [&](std::int64_t, std::int64_t count) {
      glUseProgram(afar ? splat_from_afar.get() : splat.get());
      glUniform1ui(0, static_cast<GLuint>(count));
      glDispatchCompute(static_cast<GLuint>(std::min((count + share - 1) / share, most)), 1, 1);
    });
    if (with_lines) trails.draw_lines(one, block.full, style.scale);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }

  void make_picture(const PointsStyle& style, float one, float exposure_share) {
    const float share = trails.share();
    meter.measure(one, share, style.automatic_exposure, style.exposure, exposure_share);
    glow.compute(one, share);
    glUseProgram(resolve.get());
    glUniform2i(0, size.width, size.height);
    glUniform1f(1, one);
    glUniform1f(2, share);
    glUniform1f(3, style.glow);
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

void PointsRenderer::draw(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width, int height,
                          const Moment& moment) {
  require_unlent(source);
  impl_->resize({width, height});
  if (impl_->size.empty()) return;
  impl_->timer.begin();
  const float one = light_of_one(source, camera, style, impl_->size);
  const bool stays = impl_->gather(source, camera, style, moment.step, one);
  // A view that was turned is exposed as it is; while bodies move the exposure follows slowly.
  const double share = stays ? 1 - std::exp(-moment.seconds / kExposureSeconds) : 1.0;
  impl_->make_picture(style, one, static_cast<float>(share));
  impl_->timer.end();
}

void PointsRenderer::leave_trail(const PointsSource& source, const Camera& camera, const PointsStyle& style, int width,
                                 int height, double step) {
  require_unlent(source);
  impl_->resize({width, height});
  if (impl_->size.empty() || !(style.trail_steps > 0)) return;
  if (trails_are_lines(source.count)) {
    impl_->trails.remember(source, step, style.trail_steps);
    return;
  }
  impl_->gather(source, camera, style, step, light_of_one(source, camera, style, impl_->size));
  glClearNamedBufferData(impl_->sums.get(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

void PointsRenderer::pick(const PointsSource& source, const Camera& camera, const PointsStyle& style, float x, float y,
                          float reach) {
  require_unlent(source);
  if (impl_->size.empty() || source.count <= 0 || source.position == 0) return;
  impl_->subject.update(source, style);
  impl_->set_view(source, camera, style);
  impl_->subject.pick(source, x, static_cast<float>(impl_->size.height) - y, reach);
}

std::optional<std::int64_t> PointsRenderer::take_pick() { return impl_->subject.take_pick(); }
const BodyFacts& PointsRenderer::body_facts(bool wait) {
  return wait ? impl_->subject.wait_for_facts() : impl_->subject.facts();
}
LightFacts PointsRenderer::light_facts(bool wait) {
  const ExposureMeter::Reading& found = wait ? impl_->meter.wait_for_reading() : impl_->meter.reading();
  return {found.stops, found.mean_light};
}

unsigned PointsRenderer::texture() const { return impl_->picture.get(); }
int PointsRenderer::width() const { return impl_->size.width; }
int PointsRenderer::height() const { return impl_->size.height; }
std::int64_t PointsRenderer::bodies() const { return impl_->bodies; }
double PointsRenderer::draw_ms() { return impl_->timer.latest_ms(); }

}  // namespace warplight::render
