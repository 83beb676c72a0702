// The launcher of the blur's last rung, and the shape of tiles that hold whole columns.
#pragma once

#include <algorithm>

#include "sim/image/gaussian.h"
#include "sim/image/launchers.h"

namespace warplight::image {

// A tile of rows + 2r rows within 48 KB of shared memory, as wide as that allows.
struct ColumnTile {
  int width, rows;
  std::size_t shared_bytes;
  gpu::Shape shape(const View& view) const {
    return {.grid = {gpu::blocks_for(view.width, width), gpu::blocks_for(view.height, rows)},
            .block = {static_cast<unsigned>(width), 256u / static_cast<unsigned>(width)},
            .shared_bytes = shared_bytes};
  }
};
inline ColumnTile column_tile(int radius, std::size_t pixel_bytes) {
  constexpr std::size_t kMost = 48 * 1024;
  int width = 32;
  const auto fitting = [&] { return static_cast<int>(kMost / (static_cast<std::size_t>(width) * pixel_bytes)); };
  while (width > 1 && fitting() < 2 * radius + 16) width /= 2;
  const int rows = std::min(64, fitting() - 2 * radius);
  return {width, rows, static_cast<std::size_t>(width * (rows + 2 * radius)) * pixel_bytes};
}

inline constexpr std::array<std::string_view, 5> kStripRows{"32", "64", "128", "256", "512"};
inline constexpr std::array<std::string_view, 3> kStripWarps{"1", "2", "4"};
inline constexpr std::array<Knob, 2> kFusedKnobs{{
    {.name = "rows",
     .label = "Rows a strip",
     .unit = "rows",
     .help = "How many rows a warp makes: more read fewer rows twice, fewer make more warps.",
     .min = 0,
     .max = kStripRows.size() - 1,
     .default_value = 2,
     .choices = kStripRows,
     .kind = KnobKind::choice},
    {.name = "warps",
     .label = "Warps a block",
     .unit = "warps",
     .help = "How many strips of a block lie beside each other.",
     .min = 0,
     .max = kStripWarps.size() - 1,
     .default_value = 2,
     .choices = kStripWarps,
     .kind = KnobKind::choice},
}};

Progress advance_gaussian_fused(const Params&, View&, Call&, int steps);

}  // namespace warplight::image
