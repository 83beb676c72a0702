// A few bytes on their way from an OpenGL buffer to the host: asked for in one frame, there in a later one, never waited
// for unless one wants to.
#pragma once

#include <cstdint>
#include <utility>

#include "render/gl_objects.h"

namespace warplight::render {

class Readback {
 public:
  Readback(std::int64_t bytes, std::string_view what);  // throws failed when memory is short
  ~Readback();
  Readback(const Readback&) = delete;
  Readback& operator=(const Readback&) = delete;

  bool busy() const { return fence_ != nullptr; }
  void ask(unsigned buffer, std::int64_t offset = 0);  // nothing while busy
  void forget();         // what was asked for
  bool take(void* to);   // true once, when the bytes are there
  bool wait(void* to);   // likewise, after waiting; false if nothing was asked for

 private:
  bool take_within(void* to, std::uint64_t nanoseconds);

  GlBuffer buffer_;
  std::int64_t bytes_;
  const void* mapped_ = nullptr;
  void* fence_ = nullptr;
};

}  // namespace warplight::render
