#include "render/field_marks.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "render/field.h"
#include "shaders_embedded.h"

namespace warplight::render {
namespace {

constexpr std::int64_t kBandBytes = 64 << 20;  // shader storage may be as small as 128 MB
constexpr std::int64_t kCellBytes = 16;
constexpr GLintptr kKindsAt = 12;  // in Range
constexpr int kGroup = 16;         // as in the shader

GLuint groups(int items) { return static_cast<GLuint>((items + kGroup - 1) / kGroup); }

}  // namespace

void FieldMarks::resize(int width, int height) {
  marks_.reset();
  width_ = width;
  height_ = height;
  key_.cell_wide = 0;  // known to nobody, but not none
}

void FieldMarks::clear_kinds(unsigned range) {
  constexpr std::uint32_t kNone = 0;
  glNamedBufferSubData(range, kKindsAt, sizeof kNone, &kNone);
}

bool FieldMarks::update(const FieldSource& source, const FieldMapping& mapping, unsigned range) {
  const FieldMapping::Rect seen = mapping.seen();
  if (source.material == 0 || seen.empty() || width_ <= 0) {
    if (key_ != Key{}) clear_kinds(range);
    key_ = {};
    return false;
  }
  const FieldSpot origin = mapping.cell_at({0, 0}), cell = mapping.cell_size();
  const Key key{source.material_revision, origin.x, origin.y, cell.x, cell.y};
  if (marks_.get() == 0) marks_ = make_gl_buffer(std::int64_t{4} * width_ * height_, "the picture");
  bind_storage(4, marks_.get());
  if (key != key_) {
    clear_kinds(range);
    fill(source, mapping);
    key_ = key;
  }
  return true;
}

void FieldMarks::fill(const FieldSource& source, const FieldMapping& mapping) {
  if (program_.get() == 0) {
    program_ = make_compute_program("field_marks", shaders::field_marks_comp,
                                    std::string(shaders::field_glsl) + std::string(shaders::field_cover_glsl));
  }
  const FieldMapping::Rect seen = mapping.seen();
  const FieldSpot origin = mapping.cell_at({0, 0}), cell = mapping.cell_size();
  glUseProgram(program_.get());
  glUniform2i(0, width_, height_);
  glUniform4i(1, seen.left, seen.top, seen.right, seen.bottom);
  glUniform2d(2, origin.x, origin.y);
  glUniform2d(3, 1 / cell.x, 1 / cell.y);
  glUniform2i(4, static_cast<GLint>(source.shape.width), static_cast<GLint>(source.shape.height));
  const std::int64_t row_bytes = source.shape.width * kCellBytes;
  // Bands begin where shader storage may: at multiples of 256 bytes.
  const std::int64_t rows = std::max<std::int64_t>(kBandBytes / row_bytes / 16 * 16, 16);
  for (std::int64_t first = 0; first < source.shape.height; first += rows) {
    const std::int64_t behind = std::min(first + rows, source.shape.height);
    // The pixels that cover some of the band.
    const int top = std::max(seen.top, static_cast<int>(std::floor(mapping.pixel_at({0, static_cast<double>(first)}).y)) - 1);
    const int bottom = std::min(seen.bottom, static_cast<int>(std::ceil(mapping.pixel_at({0, static_cast<double>(behind)}).y)) + 1);
    if (bottom <= top) continue;
    bind_storage(0, source.material, first * row_bytes, (behind - first) * row_bytes);
    glUniform2i(6, static_cast<GLint>(first), static_cast<GLint>(behind));
    glUniform1i(8, top);
    glDispatchCompute(groups(seen.right - seen.left), groups(bottom - top), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
}

}  // namespace warplight::render
