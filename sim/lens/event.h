// What the compiler's instrumentation hands over: one event for each access and each basic block of a fiber.
#pragma once

#include <cstdint>

namespace warplight::lens {

class Runner;
struct Region;

// Volatile accesses order nothing, but don't race with each other: flags that one block waits for another sets. Atomics
// on vectors exist in global memory alone.
enum class Access : std::uint8_t { block, read, write, atomic, vector_atomic, volatile_read, volatile_write };

inline bool reads_only(Access access) { return access == Access::read || access == Access::volatile_read; }
inline Access plain(Access access) {
  return access == Access::volatile_read    ? Access::read
         : access == Access::volatile_write ? Access::write
         : access == Access::vector_atomic  ? Access::atomic
                                            : access;
}
inline const char* verb(Access access) {  // "reads 4 bytes"
  return reads_only(access) ? "reads " : plain(access) == Access::atomic ? "updates " : "writes ";
}

// The key orders what a warp's lanes do next: deeper calls first, then lower addresses, so that lanes which parted meet
// again as early as the code's layout allows. Its low bits are where in the program's text the access is.
struct Event {
  static constexpr int kPlaceBits = 27;
  static constexpr std::uint32_t kPlaceMask = (1u << kPlaceBits) - 1;
  static constexpr int kDeepest = 30;

  std::uintptr_t address;
  std::uint32_t key;
  std::uint8_t bytes;
  Access access;
  std::uint16_t region;

  std::uint32_t place() const { return key & kPlaceMask; }
};

// The part of a runner that every hook touches; one a thread of the CPU. While no kernel runs there, `ignored` covers
// every address, so that instrumented code of launchers costs two instructions a hook.
struct Hot {
  static constexpr int kRecent = 2;

  std::uintptr_t ignored_start = 0;
  std::uintptr_t ignored_bytes = ~std::uintptr_t{0};
  Event* next = nullptr;
  Event* end = nullptr;
  std::uintptr_t text_start = 0;
  int depth = 0;
  bool active = false;
  struct Recent {
    std::uintptr_t start = 0;
    std::uintptr_t bytes = 0;
    std::uint16_t region = 0;
  } recent[kRecent];
  Runner* runner = nullptr;
};

extern __thread Hot hot;

}  // namespace warplight::lens
