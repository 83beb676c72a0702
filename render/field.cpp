#include "render/field.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "render/colour_map.h"
#include "render/field_bands.h"
#include "render/gl_objects.h"
#include "render/gl_timer.h"
#include "render/points.h"
#include "render/readback.h"
#include "render/shared_buffer.h"
#include "shaders_embedded.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr double kRangeSeconds = 0.8;          // in which an automatic range comes most of the way
constexpr int kGroupWide = 64, kGroupHigh = 4;  // as in the shader
constexpr double kGridFrom = 8, kGridWhole = 16;  // pixels a cell
constexpr float kLinePx = 1.4f;
constexpr double kPatternPx = 140;              // at scale 1: a multiple of all periods of the marks' patterns

struct RangeBlock {  // as in field.glsl
  std::uint32_t low_bits = 0xffffffffu, high_bits = 0, known = 0, kinds = 0;
  float low = 0, high = 1;
};

struct InUse {  // the end of RangeBlock
  std::uint32_t kinds;
  float low, high;
};

GLuint groups(int items, int group) { return static_cast<GLuint>((items + group - 1) / group); }

GlProgram gather_program(const char* value) {
  return make_compute_program("field_gather", shaders::field_gather_comp,
                              std::string(shaders::field_glsl) + std::string(shaders::field_cover_glsl) + "#define VALUE " + value + "\n");
}

// So many lanes share a pixel that each still has a few cells of a row.
int lanes_for(double cells_wide) {
  int lanes = 1;
  while (lanes < kGroupWide && 8.0 * lanes <= cells_wide) lanes *= 2;
  return lanes;
}

void require_unlent(const FieldSource& source) {
  if (source.lendable && open_mappings() != 0) {
    throw_failed("a picture was to be drawn while its buffers are lent to a kernel");
  }
}

bool same_shape(const FieldShape& a, const FieldShape& b) {
  return a.width == b.width && a.height == b.height && a.cell_width == b.cell_width && a.cell_height == b.cell_height;
}

}  // namespace

double field_position(const FieldRange& range, double value) {
  if (!(range.high > range.low)) return 0.5;
  return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
}

struct FieldRenderer::Impl {
  GlProgram gather_float = gather_program("float"), gather_double;  // the second where it is first needed
  GlProgram choose = make_compute_program("field_range", shaders::field_range_comp, shaders::field_glsl);
  GlProgram paint = make_compute_program("field_paint", shaders::field_paint_comp, shaders::field_glsl);
  GlTimer timer;
  GlBuffer range_buffer = make_gl_buffer(sizeof(RangeBlock), "the range");
  GlBuffer means, smooths;
  GlTexture picture;
  FieldMarks marks;
  Readback range_readback{sizeof(InUse), "the range"};
  Readback float_probe{4, "the probe"}, double_probe{8, "the probe"};
  FieldProbe probe;
  FieldRange range;
  std::uint32_t kinds = 0;
  int wanted_width = 0, wanted_height = 0, width = 0, height = 0;
  // Of the picture before.
  FieldView view;
  FieldShape shape;

  Impl() {
    const RangeBlock block;
    glNamedBufferSubData(range_buffer.get(), 0, sizeof block, &block);
  }

  void resize(int w, int h) {
    if (w == wanted_width && h == wanted_height && (picture.get() != 0 || width == 0)) return;
    wanted_width = w;
    wanted_height = h;
    means.reset();
    picture.reset();
    const PictureSides sides = w > 0 && h > 0 ? drawable_sides(w, h) : PictureSides{0, 0};
    width = height = 0;
    if (sides.width <= 0 || sides.height <= 0) return;
    const std::int64_t bytes = std::int64_t{4} * sides.width * sides.height;
    means = make_gl_buffer(bytes, "the picture");
    smooths = make_gl_buffer(bytes, "the picture");
    picture = make_gl_texture(GL_RGBA8, sides.width, sides.height, "the picture");
    width = sides.width;
    height = sides.height;
    marks.resize(width, height);
  }

  unsigned gather_for(std::size_t value_bytes) {
    if (value_bytes != 8) return gather_float.get();
    if (gather_double.get() == 0) gather_double = gather_program("double");
    return gather_double.get();
  }

  void gather(const FieldSource& source, const FieldMapping& mapping, const FieldMapping::Rect& seen, bool with_smooth) {
    const unsigned program = gather_for(source.shape.value_bytes);
    const FieldSpot origin = mapping.cell_at({0, 0}), cell = mapping.cell_size();
    const int lanes = lanes_for(1 / cell.x);
    glUseProgram(program);
    glUniform2i(0, width, height);
    glUniform4i(1, seen.left, seen.top, seen.right, seen.bottom);
    glUniform2d(2, origin.x, origin.y);
    glUniform2d(3, 1 / cell.x, 1 / cell.y);
    glUniform2i(4, static_cast<GLint>(source.shape.width), static_cast<GLint>(source.shape.height));
    glUniform1i(5, static_cast<GLint>(source.shape.pitch));
    glUniform1i(7, lanes);
    glUniform1i(9, with_smooth ? 1 : 0);
    for_bands(source, [&](int first, int behind) {
      // The pixels that cover some of the band, or lie so near that they look between its rows.
      const int top = std::max(seen.top, static_cast<int>(std::floor(mapping.pixel_at({0, first - 1.0}).y)) - 1);
      const int bottom = std::min(seen.bottom, static_cast<int>(std::ceil(mapping.pixel_at({0, behind + 1.0}).y)) + 1);
      if (bottom <= top) return;
      glUniform2i(6, first, behind);
      glUniform1i(8, top);
      glDispatchCompute(groups((seen.right - seen.left) * lanes, kGroupWide), groups(bottom - top, kGroupHigh), 1);
      glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    });
  }

  void choose_range(const FieldStyle& style, double share) {
    glUseProgram(choose.get());
    glUniform1i(2, style.automatic_range ? 1 : 0);
    glUniform2f(3, static_cast<float>(style.range.low), static_cast<float>(style.range.high));
    glUniform1f(4, static_cast<float>(share));
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }

  void make_picture(const FieldMapping& mapping, const FieldMapping::Rect& seen, const FieldStyle& style, bool marked) {
    const FieldSpot origin = mapping.cell_at({0, 0}), cell = mapping.cell_size();
    const double smaller = std::min(cell.x, cell.y);
    glUseProgram(paint.get());
    glUniform2i(0, width, height);
    glUniform4i(1, seen.left, seen.top, seen.right, seen.bottom);
    glUniform2d(2, origin.x, origin.y);
    glUniform2d(3, 1 / cell.x, 1 / cell.y);
    glUniform3fv(16, kFieldStops, style.diverging ? &kDifferenceMap[0].x : &kFieldMap[0].x);
    glUniform1i(4, style.isotherms);
    glUniform1f(5, kLinePx * style.scale);
    glUniform1f(6, static_cast<float>(std::clamp((smaller - kGridFrom) / (kGridWhole - kGridFrom) * 0.6 + 0.4,
                                                 0.0, 1.0) * (smaller >= kGridFrom)));
    glUniform1i(7, marked ? 1 : 0);
    const double pattern = kPatternPx * style.scale;
    glUniform2f(8, static_cast<float>(std::fmod(origin.x * cell.x, pattern)), static_cast<float>(std::fmod(origin.y * cell.y, pattern)));
    glUniform1f(9, style.scale);
    glBindImageTexture(0, picture.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(groups(width, 16), groups(height, 8), 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
  }
};

FieldRenderer::FieldRenderer() : impl_(std::make_unique<Impl>()) {}
FieldRenderer::~FieldRenderer() = default;

void FieldRenderer::draw(const FieldSource& source, const FieldView& view, const FieldStyle& style, int width, int height,
                         double seconds) {
  require_unlent(source);
  Impl& impl = *impl_;
  impl.resize(width, height);
  if (impl.width == 0) return;
  impl.timer.begin();
  const bool stays = view == impl.view && same_shape(source.shape, impl.shape);
  impl.view = view;
  impl.shape = source.shape;
  bind_storage(1, impl.means.get());
  bind_storage(2, impl.smooths.get());
  bind_storage(3, impl.range_buffer.get());
  const bool there = source.values != 0 && source.shape.width > 0 && source.shape.height > 0;
  const FieldShape shape = there ? source.shape : FieldShape{.width = 1, .height = 1, .pitch = 1};
  const FieldMapping mapping(view, shape, impl.width, impl.height, style.reserved_px);
  FieldMapping::Rect seen = there ? mapping.seen() : FieldMapping::Rect{-2, -2, -2, -2};
  if (seen.empty()) seen = {-2, -2, -2, -2};
  const bool marked = impl.marks.update(there ? source : FieldSource{}, mapping, impl.range_buffer.get());
  if (!seen.empty()) impl.gather(source, mapping, seen, style.isotherms > 0);
  // A view that was moved is seen as it is; while values change the range follows slowly.
  impl.choose_range(style, stays ? 1 - std::exp(-seconds / kRangeSeconds) : 1.0);
  impl.make_picture(mapping, seen, style, marked);
  impl.timer.end();
  impl.range_readback.ask(impl.range_buffer.get(), offsetof(RangeBlock, kinds));
}

FieldRange FieldRenderer::range(bool wait) {
  InUse in_use;
  Impl& impl = *impl_;
  const auto take = [&](bool there) {
    if (!there) return;
    impl.range = {in_use.low, in_use.high};
    impl.kinds = in_use.kinds;
  };
  if (wait) {
    impl.range_readback.forget();
    impl.range_readback.ask(impl.range_buffer.get(), offsetof(RangeBlock, kinds));
    take(impl.range_readback.wait(&in_use));
  } else {
    take(impl.range_readback.take(&in_use));
  }
  return impl.range;
}

std::uint32_t FieldRenderer::kinds() const { return impl_->kinds; }

void FieldRenderer::probe(const FieldSource& source, std::int64_t x, std::int64_t y) {
  require_unlent(source);
  Impl& impl = *impl_;
  if (source.values == 0 || x < 0 || y < 0 || x >= source.shape.width || y >= source.shape.height) return;
  if (impl.float_probe.busy() || impl.double_probe.busy()) return;
  impl.probe = {.x = x, .y = y};
  const bool doubles = source.shape.value_bytes == 8;
  const auto offset = (y * source.shape.pitch + x) * static_cast<std::int64_t>(source.shape.value_bytes);
  (doubles ? impl.double_probe : impl.float_probe).ask(source.values, offset);
}

std::optional<FieldProbe> FieldRenderer::take_probe(bool wait) {
  Impl& impl = *impl_;
  float single = 0;
  if (wait ? impl.float_probe.wait(&single) : impl.float_probe.take(&single)) {
    impl.probe.value = single;
    return impl.probe;
  }
  if (wait ? impl.double_probe.wait(&impl.probe.value) : impl.double_probe.take(&impl.probe.value)) return impl.probe;
  return std::nullopt;
}

unsigned FieldRenderer::texture() const { return impl_->picture.get(); }
int FieldRenderer::width() const { return impl_->width; }
int FieldRenderer::height() const { return impl_->height; }
double FieldRenderer::draw_ms() { return impl_->timer.latest_ms(); }

}  // namespace warplight::render
