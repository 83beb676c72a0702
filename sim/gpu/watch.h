// Looks through device memory for values that are not finite, without anybody waiting for it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/gpu/stream.h"

namespace warplight::gpu {

inline constexpr std::uint64_t kNothingFound = ~std::uint64_t{0};
inline constexpr unsigned kItemBits = 34, kPartBits = 2, kStepBits = 28;
inline constexpr std::int64_t kMostWatchedItems = std::int64_t{1} << kItemBits;
inline constexpr unsigned kMostWatchedParts = 1u << kPartBits;

// A find as one number that grows with the step, then the part (which buffer it was), then the item.
struct Found {
  std::int64_t step;  // its last 28 bits
  std::int64_t item;
  unsigned part;
};
inline std::int64_t watched_step(std::int64_t step) { return step & ((std::int64_t{1} << kStepBits) - 1); }
inline Found found_of(std::uint64_t key) {
  return {static_cast<std::int64_t>(key >> (kItemBits + kPartBits)),
          static_cast<std::int64_t>(key & (static_cast<std::uint64_t>(kMostWatchedItems) - 1)),
          static_cast<unsigned>(key >> kItemBits & (kMostWatchedParts - 1))};
}

// `height` rows of `width` values, `pitch` values from a row to the next; values of `value_bytes`: 4 floats, 8 doubles.
struct Watched {
  const void* values = nullptr;
  std::size_t value_bytes = 4;
  std::int64_t width = 0, height = 1, pitch = 0;
  int values_an_item = 1;
};
// Queues a look and lowers *first (device memory) to the key of the first value that is not finite.
void launch_watch(const Watched& watched, std::int64_t step, unsigned part, std::uint64_t* first, const Stream& stream);

}  // namespace warplight::gpu
