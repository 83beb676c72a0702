// Device memory of rungs that run under the lens: lent by its session. Takes the place of sim/gpu/buffer.cpp in the
// lens's module.
#include "sim/gpu/buffer.h"

#include <cstring>
#include <utility>

#include "sim/lens/session.h"

namespace warplight::gpu {

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}
Buffer::Buffer(std::int64_t bytes) : bytes_(bytes) {
  if (bytes > 0) data_ = lens::Session::current().lend("scratch", static_cast<std::size_t>(bytes), 1, false);
}
Buffer::~Buffer() {
  if (data_ != nullptr) lens::Session::current().give_back(data_);
}

void copy_to_device(void* device, const void* host, std::int64_t bytes, const Stream&) {
  std::memcpy(device, host, static_cast<std::size_t>(bytes));
  lens::Session::current().mark_part_written(device, static_cast<std::size_t>(bytes));
}
void copy_to_host(void* host, const void* device, std::int64_t bytes, const Stream&) {
  std::memcpy(host, device, static_cast<std::size_t>(bytes));
}
void copy_on_device(void* to, const void* from, std::int64_t bytes, const Stream&) {
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
  lens::Session::current().mark_part_written(to, static_cast<std::size_t>(bytes));
}
void fill_device(void* device, int byte, std::int64_t bytes, const Stream&) {
  std::memset(device, byte, static_cast<std::size_t>(bytes));
  lens::Session::current().mark_part_written(device, static_cast<std::size_t>(bytes));
}

}  // namespace warplight::gpu
