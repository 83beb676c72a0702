// The only code that sees OpenGL and CUDA: buffers that a kernel writes and a shader reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/storage.h"

namespace warplight::render {

enum class InteropWish { automatic, on, off };

// What the probe found: one small buffer registered, mapped, written by CUDA, unmapped and read back by OpenGL.
struct Interop {
  bool works = false;
  std::string summary;  // "CUDA writes OpenGL's buffers", "copies through the host: OpenGL runs on X, CUDA on Y"
  std::string advice;   // what to set or install; empty: nothing
};

// Needs a current context. `context_cuda_device`: the EGL device's ordinal, or -1 to ask cudaGLGetDevices. With
// InteropWish::on throws missing (exit 3) where it does not work; with off it does not try. Leaves no stale CUDA error.
Interop probe_interop(InteropWish wish, int context_cuda_device = -1);

// Host-clock and copy times of the last frame, in milliseconds; NaN where there is none.
struct TransferTimes {
  double map_ms, unmap_ms;  // CPU time of the calls
  double copy_ms;           // host copies, both ways, where interop is off
};

// Storage whose drawn buffers are OpenGL buffers too. Three kinds behind one face:
//  shared  device variants with interop: drawn buffers are registered OpenGL buffers, lend() maps all with one call
//  copied  device variants without: gpu::Buffers; publish() queues a copy to pinned memory, a later one uploads it
//  host    host variants: host memory; publish() uploads it
// Made, published and destroyed on the thread of the context; `host` may be lent and given back on another one.
class DrawnStorage : public Storage {
 public:
  // Brings what draws up to date with what was computed (nothing to do for `shared`). Call once a frame, nothing lent.
  // Never blocks; true when the picture changed. Of buffers that take turns only the one of `current` is copied.
  virtual bool publish(gpu::Stream& stream, int current = 0) = 0;
  // Whose turn it is in OpenGL's buffers, which may be a state behind.
  virtual int drawn_current() const = 0;
  // The OpenGL name of buffer i (0 if not drawn). Throws failed while anything is lent.
  virtual unsigned gl_buffer(int i) const = 0;
  // Another number, of any storage, where what no step writes (BufferSpec::steady) has changed in OpenGL's buffers.
  virtual std::int64_t placed_revision() const = 0;
  virtual TransferTimes transfer_times() const = 0;
  virtual const char* path() const = 0;  // "shared", "copied", "host"
};

// Throws failed, with what was asked for and what was free, when memory is short; nothing is kept then.
std::unique_ptr<DrawnStorage> make_drawn_storage(Place place, std::vector<BufferSpec> specs, const Interop& interop);

// How many sets of OpenGL buffers are mapped into CUDA at this moment.
int open_mappings();
// Whether this buffer is among them: whoever draws from it then makes a mistake. Another lane's may be, in a long step.
bool is_mapped(unsigned buffer);

std::int64_t next_revision();  // each call another number

}  // namespace warplight::render
