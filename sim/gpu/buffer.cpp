#include "sim/gpu/buffer.h"

#include <utility>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/text.h"

#if WARPLIGHT_HAS_CUDA
#include "sim/gpu/error.h"
#endif

namespace warplight::gpu {

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}
PinnedBuffer::PinnedBuffer(PinnedBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
PinnedBuffer& PinnedBuffer::operator=(PinnedBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

#if WARPLIGHT_HAS_CUDA

namespace {
cudaStream_t raw(const Stream& stream) { return static_cast<cudaStream_t>(stream.handle()); }
}  // namespace

Buffer::Buffer(std::int64_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const cudaError_t status = cudaMalloc(&data_, static_cast<std::size_t>(bytes));
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw_failed("out of GPU memory: " + bytes_text(static_cast<double>(bytes)) + " asked for, " +
                 bytes_text(static_cast<double>(memory_info().free_bytes)) + " free");
  }
  check(status);
}
Buffer::~Buffer() {
  if (data_) report(cudaFree(data_), "freeing GPU memory");
}

PinnedBuffer::PinnedBuffer(std::int64_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const cudaError_t status = cudaMallocHost(&data_, static_cast<std::size_t>(bytes));
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw_failed("out of page-locked memory: " + bytes_text(static_cast<double>(bytes)) + " asked for");
  }
  check(status);
}
PinnedBuffer::~PinnedBuffer() {
  if (data_) report(cudaFreeHost(data_), "freeing page-locked memory");
}

void copy_to_device(void* device, const void* host, std::int64_t bytes, const Stream& stream) {
  check(cudaMemcpyAsync(device, host, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, raw(stream)));
}
void copy_to_host(void* host, const void* device, std::int64_t bytes, const Stream& stream) {
  check(cudaMemcpyAsync(host, device, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost, raw(stream)));
}
void copy_on_device(void* to, const void* from, std::int64_t bytes, const Stream& stream) {
  check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, raw(stream)));
}
void fill_device(void* device, int byte, std::int64_t bytes, const Stream& stream) {
  check(cudaMemsetAsync(device, byte, static_cast<std::size_t>(bytes), raw(stream)));
}

#else

namespace {
[[noreturn]] void no_cuda() { throw_missing(machine().problem); }
}  // namespace

Buffer::Buffer(std::int64_t) { no_cuda(); }
Buffer::~Buffer() = default;
PinnedBuffer::PinnedBuffer(std::int64_t) { no_cuda(); }
PinnedBuffer::~PinnedBuffer() = default;
void copy_to_device(void*, const void*, std::int64_t, const Stream&) { no_cuda(); }
void copy_to_host(void*, const void*, std::int64_t, const Stream&) { no_cuda(); }
void copy_on_device(void*, const void*, std::int64_t, const Stream&) { no_cuda(); }
void fill_device(void*, int, std::int64_t, const Stream&) { no_cuda(); }

#endif

}  // namespace warplight::gpu
