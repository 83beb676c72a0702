#include "render/readback.h"

#include <glad/gl.h>

#include <cstring>
#include <string>

#include "sim/error.h"

namespace warplight::render {

Readback::Readback(std::int64_t bytes, std::string_view what) : bytes_(bytes) {
  constexpr GLbitfield kAccess = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  unsigned name = 0;
  glCreateBuffers(1, &name);
  buffer_ = GlBuffer(name);
  glNamedBufferStorage(name, bytes, nullptr, kAccess);
  mapped_ = glMapNamedBufferRange(name, 0, bytes, kAccess);
  if (mapped_ == nullptr) throw_failed("OpenGL has no memory for " + std::string(what));
}

Readback::~Readback() { forget(); }

void Readback::forget() {
  if (fence_ != nullptr) glDeleteSync(static_cast<GLsync>(std::exchange(fence_, nullptr)));
}

void Readback::ask(unsigned buffer, std::int64_t offset) {
  if (busy()) return;
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glCopyNamedBufferSubData(buffer, buffer_.get(), offset, 0, bytes_);
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

bool Readback::take(void* to) { return take_within(to, 0); }
bool Readback::wait(void* to) { return take_within(to, ~std::uint64_t{0}); }

bool Readback::take_within(void* to, std::uint64_t nanoseconds) {
  if (!busy()) return false;
  const GLenum state = glClientWaitSync(static_cast<GLsync>(fence_), GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
  if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return false;
  forget();
  std::memcpy(to, mapped_, static_cast<std::size_t>(bytes_));
  return true;
}

}  // namespace warplight::render
