// Owners of device memory and of pinned host memory, and copies by name.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/gpu/stream.h"

namespace warplight::gpu {

// Device memory. Move-only. Throws failed with what was asked for and what was free.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::int64_t bytes);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;

  void* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

// Page-locked host memory, so that copies overlap with the program.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::int64_t bytes);
  ~PinnedBuffer();
  PinnedBuffer(PinnedBuffer&& other) noexcept;
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept;

  void* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

// All are queued on the stream and return at once (with unpinned host memory the driver may block for a while).
void copy_to_device(void* device, const void* host, std::int64_t bytes, const Stream& stream);
void copy_to_host(void* host, const void* device, std::int64_t bytes, const Stream& stream);
void copy_on_device(void* to, const void* from, std::int64_t bytes, const Stream& stream);
void fill_device(void* device, int byte, std::int64_t bytes, const Stream& stream);

}  // namespace warplight::gpu
