// Walks a field's buffer in stretches that shader storage can take.
#pragma once

#include <algorithm>
#include <cstdint>

#include "render/field.h"
#include "render/gl_objects.h"

namespace warplight::render {

// Binds the values to shader storage 0 in bands of rows and calls work(first row, the row behind the last) for each.
template <class Work>
void for_bands(const FieldSource& source, Work work) {
  constexpr std::int64_t kBandBytes = 64 << 20;  // shader storage may be as small as 128 MB
  const std::int64_t row_bytes = source.shape.pitch * static_cast<std::int64_t>(source.shape.value_bytes);
  // Bands begin where shader storage may: at multiples of 256 bytes.
  const std::int64_t rows = std::max<std::int64_t>(kBandBytes / row_bytes / 256 * 256, 256);
  for (std::int64_t first = 0; first < source.shape.height; first += rows) {
    const std::int64_t behind = std::min(first + rows, source.shape.height);
    bind_storage(0, source.values, first * row_bytes, (behind - first) * row_bytes);
    work(static_cast<int>(first), static_cast<int>(behind));
  }
}

}  // namespace warplight::render
