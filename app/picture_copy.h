// A copy of what is drawn, on OpenGL's side alone: the picture can be turned while a long step owns the buffers.
#pragma once

#include <array>
#include <cstdint>

#include "render/points.h"

namespace warplight::app {

class PictureCopy {
 public:
  PictureCopy() = default;
  ~PictureCopy();
  PictureCopy(const PictureCopy&) = delete;
  PictureCopy& operator=(const PictureCopy&) = delete;

  void take(const render::PointsSource& source);
  void drop();
  bool empty() const { return copy_.count == 0; }
  const render::PointsSource& source() const { return copy_; }

 private:
  void copy_buffer(unsigned from, unsigned& to, std::int64_t& bytes);

  render::PointsSource copy_;
  std::array<std::int64_t, 3> bytes_{};
};

}  // namespace warplight::app
