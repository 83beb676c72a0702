// Looks through device memory for values that are not finite, without anybody waiting for it.
#pragma once

#include <cstdint>

#include "sim/gpu/stream.h"

namespace warplight::gpu {

inline constexpr std::uint64_t kNothingFound = ~std::uint64_t{0};
inline constexpr std::int64_t kMostWatchedItems = std::int64_t{1} << 30;
inline constexpr unsigned kMostWatchedParts = 4;

// A find as one number that grows with the step, then the part (which buffer it was), then the item.
struct Found {
  std::uint32_t step;
  std::int64_t item;
  unsigned part;
};
inline Found found_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 32), static_cast<std::int64_t>(key & (kMostWatchedItems - 1)),
          static_cast<unsigned>(key >> 30 & 3)};
}

// Queues a look through `count` floats and lowers *first (device memory) to the key of the first one that is not finite.
void launch_watch(const void* floats, std::int64_t count, std::int64_t floats_an_item, std::uint32_t step, unsigned part,
                  std::uint64_t* first, const Stream& stream);

}  // namespace warplight::gpu
