#include "app/picture_copy.h"

#include <glad/gl.h>

namespace warplight::app {

PictureCopy::~PictureCopy() { drop(); }

void PictureCopy::drop() {
  for (unsigned* name : {&copy_.position, &copy_.velocity, &copy_.appearance}) {
    if (*name != 0) glDeleteBuffers(1, name);
  }
  copy_ = {};
  bytes_ = {};
}

void PictureCopy::take(const render::PointsSource& source) {
  copy_buffer(source.position, copy_.position, bytes_[0]);
  copy_buffer(source.velocity, copy_.velocity, bytes_[1]);
  copy_buffer(source.appearance, copy_.appearance, bytes_[2]);
  copy_.count = source.count;
  copy_.lendable = false;
}

void PictureCopy::copy_buffer(unsigned from, unsigned& to, std::int64_t& bytes) {
  GLint64 wanted = 0;
  if (from != 0) glGetNamedBufferParameteri64v(from, GL_BUFFER_SIZE, &wanted);
  if (wanted != bytes) {
    if (to != 0) glDeleteBuffers(1, &to);
    to = 0;
    bytes = wanted;
    if (wanted > 0) {
      glCreateBuffers(1, &to);
      glNamedBufferStorage(to, wanted, nullptr, 0);
    }
  }
  if (wanted > 0) glCopyNamedBufferSubData(from, to, 0, 0, wanted);
}

}  // namespace warplight::app
