// A copy of what is drawn, on OpenGL's side alone: the picture can be turned while a long step owns the buffers.
#pragma once

#include <array>
#include <cstdint>

#include "render/gl_objects.h"
#include "render/points.h"

namespace warplight::app {

class PictureCopy {
 public:
  // Empty where there is no memory for it: the picture stands still then.
  void take(const render::PointsSource& source);
  void drop();
  bool empty() const { return copy_.count == 0; }
  const render::PointsSource& source() const { return copy_; }

 private:
  unsigned copy_buffer(std::size_t index, unsigned from);

  struct Copied {
    render::GlBuffer buffer;
    std::int64_t bytes = 0;
  };
  std::array<Copied, 3> buffers_;
  render::PointsSource copy_;
};

}  // namespace warplight::app
