// Owners of OpenGL's names: buffers, textures, queries and compute programs. All need the context they were made in.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace warplight::render {

// A name and the function that deletes it. Move-only.
template <void (*Delete)(unsigned)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(unsigned name) : name_(name) {}
  ~GlName() { reset(); }
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  unsigned get() const { return name_; }
  void reset() {
    if (name_ != 0) Delete(std::exchange(name_, 0));
  }

 private:
  unsigned name_ = 0;
};

void delete_gl_buffer(unsigned name);
void delete_gl_texture(unsigned name);
void delete_gl_query(unsigned name);
void delete_gl_program(unsigned name);

using GlBuffer = GlName<delete_gl_buffer>;
using GlTexture = GlName<delete_gl_texture>;
using GlQuery = GlName<delete_gl_query>;
using GlProgram = GlName<delete_gl_program>;

// Zeroed memory of at least 16 bytes. Throws failed, naming `what` and what was asked, when memory is short.
GlBuffer make_gl_buffer(std::int64_t bytes, std::string_view what);
// Immutable, one level, linear, clamped at the edge. Throws as above.
GlTexture make_gl_texture(unsigned format, int width, int height, std::string_view what);
GlQuery make_timestamp_query();
// Shader storage for the next dispatch; nothing for buffer 0.
void bind_storage(unsigned binding, unsigned buffer);
void bind_storage(unsigned binding, unsigned buffer, std::int64_t offset, std::int64_t bytes);
// `common` stands before the source. Throws failed with the first line of the compiler's log.
GlProgram make_compute_program(std::string_view name, std::string_view source, std::string_view common = {});

}  // namespace warplight::render
