#include "app/picture_copy.h"

#include <glad/gl.h>

#include "sim/error.h"

namespace warplight::app {

void PictureCopy::drop() {
  buffers_ = {};
  copy_ = {};
  field_ = {};
}

void PictureCopy::take(const render::PointsSource& source) {
  try {
    copy_.position = copy_buffer(0, source.position);
    copy_.velocity = copy_buffer(1, source.velocity);
    copy_.appearance = copy_buffer(2, source.appearance);
    copy_.count = source.count;
    copy_.lendable = false;
  } catch (const Error&) {
    drop();
  }
}

void PictureCopy::take(const render::FieldSource& source) {
  constexpr GLint64 kMost = 512 << 20;
  GLint64 bytes = 0;
  if (source.values != 0) glGetNamedBufferParameteri64v(source.values, GL_BUFFER_SIZE, &bytes);
  GLint64 material_bytes = 0;
  if (source.material != 0) glGetNamedBufferParameteri64v(source.material, GL_BUFFER_SIZE, &material_bytes);
  if (bytes + material_bytes > kMost) return drop();
  // What no step writes is copied where it has changed.
  const bool has_material = field_.material != 0 && field_.material_revision == source.material_revision;
  try {
    field_ = {.values = copy_buffer(0, source.values),
              .shape = source.shape,
              .material = has_material ? field_.material : copy_buffer(1, source.material),
              .material_revision = source.material_revision,
              .lendable = false};
  } catch (const Error&) {
    drop();
  }
}

unsigned PictureCopy::copy_buffer(std::size_t index, unsigned from) {
  Copied& to = buffers_[index];
  GLint64 wanted = 0;
  if (from != 0) glGetNamedBufferParameteri64v(from, GL_BUFFER_SIZE, &wanted);
  if (wanted != to.bytes) {
    to = {};
    if (wanted > 0) to.buffer = render::make_gl_buffer(wanted, "a copy of the picture");
    to.bytes = wanted;
  }
  if (wanted > 0) glCopyNamedBufferSubData(from, to.buffer.get(), 0, 0, wanted);
  return to.buffer.get();
}

}  // namespace warplight::app
