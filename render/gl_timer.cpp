#include "render/gl_timer.h"

#include <glad/gl.h>

#include <limits>

namespace warplight::render {

GlTimer::GlTimer() : latest_ms_(std::numeric_limits<double>::quiet_NaN()) {
  for (Slot& slot : slots_) slot = {make_timestamp_query(), make_timestamp_query()};
}

void GlTimer::begin() {
  latest_ms();
  open_ = next_ - oldest_ < slots_.size();
  if (open_) glQueryCounter(slots_[next_ % slots_.size()].start.get(), GL_TIMESTAMP);
}

void GlTimer::end() {
  if (!open_) return;
  glQueryCounter(slots_[next_++ % slots_.size()].stop.get(), GL_TIMESTAMP);
  open_ = false;
}

double GlTimer::latest_ms() {
  for (; oldest_ != next_; ++oldest_) {
    const Slot& slot = slots_[oldest_ % slots_.size()];
    GLint done = 0;
    glGetQueryObjectiv(slot.stop.get(), GL_QUERY_RESULT_AVAILABLE, &done);
    if (!done) break;
    GLuint64 start = 0, stop = 0;
    glGetQueryObjectui64v(slot.start.get(), GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(slot.stop.get(), GL_QUERY_RESULT, &stop);
    latest_ms_ = static_cast<double>(stop - start) * 1e-6;
  }
  return latest_ms_;
}

}  // namespace warplight::render
