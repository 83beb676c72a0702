#include "sim/lens/region.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight::lens {
namespace {

constexpr std::size_t kMargin = 64 * 1024;

}  // namespace

Pages::Pages(std::size_t bytes, const char* what) : bytes_(bytes) {
  if (bytes == 0) return;
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    throw_failed("out of memory: the lens asked for " + bytes_text(static_cast<double>(bytes)) + " for " + what +
                 "; take a smaller size");
  }
  data_ = static_cast<std::byte*>(mapped);
}
Pages::~Pages() {
  if (data_ != nullptr) munmap(data_, bytes_);
}
Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Region::Region(std::string name_, Space space_, std::size_t bytes_, std::size_t item_bytes_)
    : name(std::move(name_)),
      space(space_),
      bytes(bytes_),
      item_bytes(item_bytes_),
      storage(bytes_ + 2 * kMargin, "a buffer") {
  start = reinterpret_cast<std::uintptr_t>(storage.data()) + kMargin;
  make_cells();
}

void Region::make_cells() { cells = Pages((bytes + 3) / 4 * sizeof(Cell), "its record of accesses"); }

void Region::mark_written(bool written) {
  for (std::size_t i = 0; i < (bytes + 3) / 4; ++i) {
    reinterpret_cast<Cell*>(cells.data())[i].written.store(written ? 0xf : 0, std::memory_order_relaxed);
  }
}

void Region::forget() {
  if (cells.data() != nullptr) std::memset(static_cast<void*>(cells.data()), 0, (bytes + 3) / 4 * sizeof(Cell));
}

void Region::forget_accesses() const {
  for (std::size_t i = 0; i < (bytes + 3) / 4; ++i) {
    Cell& cell = reinterpret_cast<Cell*>(cells.data())[i];
    cell.write.store(0, std::memory_order_relaxed);
    cell.read.store(0, std::memory_order_relaxed);
  }
}

}  // namespace warplight::lens
