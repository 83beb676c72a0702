#include "render/field_profile.h"

#include <glad/gl.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "render/field_bands.h"
#include "render/readback.h"
#include "render/shared_buffer.h"
#include "shaders_embedded.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr int kMost = FieldProfile::kMost, kLeast = 128, kGroup = 64;

GlProgram profile_program(const char* value) {
  return make_compute_program("field_profile", shaders::field_profile_comp, "#version 450 core\n#define VALUE " + std::string(value) + "\n");
}

double cells_along(const FieldLine& line) { return std::hypot(line.to.x - line.from.x, line.to.y - line.from.y); }

// Four a cell, which makes a smooth curve between their middles.
int count_for(double cells) { return static_cast<int>(std::clamp(std::ceil(4 * cells), double{kLeast}, double{kMost})); }

}  // namespace

double length_of(const FieldLine& line, const FieldShape& shape) {
  return std::hypot((line.to.x - line.from.x) * shape.cell_width, (line.to.y - line.from.y) * shape.cell_height);
}

struct FieldProfiler::Impl {
  GlProgram for_float = profile_program("float"), for_double;  // the second where it is first needed
  GlBuffer values = make_gl_buffer(kMost * sizeof(float), "the profile");
  Readback readback{kMost * sizeof(float), "the profile"};
  FieldProfile asked;

  unsigned program_for(std::size_t value_bytes) {
    if (value_bytes != 8) return for_float.get();
    if (for_double.get() == 0) for_double = profile_program("double");
    return for_double.get();
  }
};

FieldProfiler::FieldProfiler() : impl_(std::make_unique<Impl>()) {}
FieldProfiler::~FieldProfiler() = default;

void FieldProfiler::ask(const FieldSource& source, const FieldLine& line) {
  if (source.lendable && is_mapped(source.values)) {
    throw_failed("a profile was asked for while its buffers are lent to a kernel");
  }
  Impl& impl = *impl_;
  if (source.values == 0 || source.shape.width < 1 || source.shape.height < 1 || impl.readback.busy()) return;
  const double cells = cells_along(line);
  const int count = count_for(cells);
  impl.asked.line = line;
  impl.asked.length = length_of(line, source.shape);
  impl.asked.values.assign(static_cast<std::size_t>(count), 0);
  glUseProgram(impl.program_for(source.shape.value_bytes));
  glUniform1i(0, count);
  glUniform2i(1, static_cast<GLint>(source.shape.width), static_cast<GLint>(source.shape.height));
  glUniform1i(2, static_cast<GLint>(source.shape.pitch));
  glUniform4d(4, line.from.x, line.from.y, line.to.x, line.to.y);
  glUniform1d(5, cells / count);
  bind_storage(1, impl.values.get());
  for_bands(source, [&](int first, int behind) {
    glUniform2i(3, first, behind);
    glDispatchCompute((static_cast<GLuint>(count) + kGroup - 1) / kGroup, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  });
  impl.readback.ask(impl.values.get());
}

bool FieldProfiler::busy() const { return impl_->readback.busy(); }

std::optional<FieldProfile> FieldProfiler::take(bool wait) {
  Impl& impl = *impl_;
  std::array<float, kMost> values;
  if (!(wait ? impl.readback.wait(values.data()) : impl.readback.take(values.data()))) return std::nullopt;
  std::copy_n(values.begin(), impl.asked.values.size(), impl.asked.values.begin());
  return impl.asked;
}

}  // namespace warplight::render
