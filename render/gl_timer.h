// Times stretches of OpenGL work by timer queries in a ring: polled, never waited for.
#pragma once

#include <array>

#include "render/gl_objects.h"

namespace warplight::render {

class GlTimer {
 public:
  GlTimer();
  void begin();  // skips the stretch while the ring is full
  void end();
  double latest_ms();  // of the newest stretch that is done; NaN before the first

 private:
  struct Slot {
    GlQuery start, stop;
  };
  std::array<Slot, 8> slots_;
  unsigned oldest_ = 0, next_ = 0;
  bool open_ = false;
  double latest_ms_;
};

}  // namespace warplight::render
