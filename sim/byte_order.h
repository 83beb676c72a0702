// Numbers out of bytes of either byte order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warplight {

static_assert(std::endian::native == std::endian::little, "values are taken as they lie in memory, or turned round");

template <class T>
T value_at(const char* bytes, bool big_endian) {
  std::array<char, sizeof(T)> ordered;
  std::memcpy(ordered.data(), bytes, sizeof(T));
  if (big_endian) std::ranges::reverse(ordered);
  return std::bit_cast<T>(ordered);
}

}  // namespace warplight
