#include "sim/storage.h"

#include <exception>
#include <string>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/host_memory.h"
#include "sim/text.h"

namespace warplight {
namespace {

std::int64_t total_bytes(std::span<const BufferSpec> specs) {
  std::int64_t bytes = 0;
  for (const BufferSpec& spec : specs) bytes += spec.bytes();
  return bytes;
}

[[noreturn]] void refuse(const char* what, std::int64_t needed, std::int64_t free) {
  throw_failed(std::string("not enough ") + what + " memory: " + bytes_text(static_cast<double>(needed)) +
               " needed, " + bytes_text(static_cast<double>(free)) + " free");
}

}  // namespace

void require_memory(Place place, std::span<const BufferSpec> specs) {
  // The state is built in host memory and copied from there, so that twice is needed where it also runs.
  const std::int64_t state = total_bytes(specs);
  const std::int64_t host = place == Place::host ? 2 * state : state;
  require_host_memory(host);
  if (place == Place::host) return;
  if (const std::int64_t free = gpu::memory_info().free_bytes; state > free) refuse("GPU", state, free);
}

Loan::Loan(Storage& storage, gpu::Stream& stream, int current)
    : storage_(storage), stream_(stream), lent_(storage.lend(stream)) {
  lent_.current = current;
}

Loan::~Loan() {
  try {
    storage_.give_back(stream_);
  } catch (const std::exception&) {
  }
}

void require_host_memory(std::int64_t bytes) {
  if (const std::int64_t free = free_host_bytes(); bytes > free) refuse("host", bytes, free);
}

HostStorage::HostStorage(std::vector<BufferSpec> specs) : specs_(std::move(specs)) {
  for (const BufferSpec& spec : specs_) buffers_.emplace_back(static_cast<std::size_t>(spec.bytes()));
}

Lent HostStorage::lend(gpu::Stream&) {
  Lent lent;
  for (auto& buffer : buffers_) lent.pointers.push_back(buffer.data());
  return lent;
}

DeviceStorage::DeviceStorage(std::vector<BufferSpec> specs) : specs_(std::move(specs)) {
  for (const BufferSpec& spec : specs_) buffers_.emplace_back(spec.bytes());
}

Lent DeviceStorage::lend(gpu::Stream&) {
  Lent lent;
  for (const gpu::Buffer& buffer : buffers_) lent.pointers.push_back(buffer.data());
  return lent;
}

std::unique_ptr<Storage> make_plain_storage(Place place, std::vector<BufferSpec> specs) {
  if (place == Place::host) return std::make_unique<HostStorage>(std::move(specs));
  return std::make_unique<DeviceStorage>(std::move(specs));
}

}  // namespace warplight
