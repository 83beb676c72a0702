// A copy of what is drawn, on OpenGL's side alone: the picture can be turned while a long step owns the buffers.
#pragma once

#include <array>
#include <cstdint>

#include "render/gl_objects.h"
#include "render/field.h"
#include "render/points.h"

namespace warplight::app {

class PictureCopy {
 public:
  // Empty where there is no memory for it: the picture stands still then.
  void take(const render::PointsSource& source);
  void take(const render::FieldSource& source);  // nothing where it is very large
  void drop();
  bool empty() const { return copy_.count == 0 && field_.values == 0; }
  const render::PointsSource& source() const { return copy_; }
  const render::FieldSource& field() const { return field_; }

 private:
  unsigned copy_buffer(std::size_t index, unsigned from);

  struct Copied {
    render::GlBuffer buffer;
    std::int64_t bytes = 0;
  };
  std::array<Copied, 3> buffers_;
  render::PointsSource copy_;
  render::FieldSource field_;
};

}  // namespace warplight::app
