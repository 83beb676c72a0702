// Memory that a kernel may touch, and what the lens knows of each four bytes of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/lens/stamp.h"

namespace warplight::lens {

enum class Space : std::uint8_t { global, shared, constant };  // constant: checked, not counted

// Four bytes. Blocks on other cores may look at the same ones, so each part is whole by itself.
struct Cell {
  std::atomic<std::uint64_t> write{0}, read{0};  // Stamps
  std::atomic<std::uint32_t> write_place{0}, read_place{0};
  std::atomic<std::uint32_t> written{0};  // a bit a byte
};

// Zeroed memory straight from the system: pages that nobody touches cost nothing.
class Pages {
 public:
  Pages() = default;
  // Throws failed, naming `what`, if the system has no more.
  Pages(std::size_t bytes, const char* what);
  ~Pages();
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;
  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

struct Region {
  std::string name;
  Space space = Space::global;
  std::uintptr_t start = 0, bytes = 0;
  std::size_t item_bytes = 1;
  Pages storage;  // empty where somebody else owns the memory
  Pages cells;

  Region() = default;
  // Memory of the lens's own, with untouched bytes before and behind it.
  Region(std::string name, Space space, std::size_t bytes, std::size_t item_bytes);

  bool holds(std::uintptr_t address, std::size_t size) const {
    return address - start < bytes && size <= bytes - (address - start);
  }
  Cell& cell(std::uintptr_t address) const {
    return reinterpret_cast<Cell*>(cells.data())[(address - start) / 4];
  }
  void* data() const { return reinterpret_cast<void*>(start); }
  void make_cells();
  void mark_written(bool written);
  void forget();           // neither written nor read by anybody
  void forget_accesses() const;  // what is written stays so
};

}  // namespace warplight::lens
