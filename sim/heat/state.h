// The heat lab's states in host memory: empty ones, and values by cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/heat/heat2d.h"

namespace warplight::heat {

// All zero; materials of one kind where params ask for materials. Throws failed where memory is short.
HostState empty_state(const Heat2d::Params& params);

inline constexpr std::int64_t kMostSide = 65536;  // cells a row or column

inline std::int64_t pitch_of(const Heat2d::Params& params) {
  const std::int64_t line = 128 / value_bytes(params);  // rows begin at a cache line
  return (params.width + line - 1) / line * line;
}

inline double value_at(const Heat2d::Params& params, const void* values, std::int64_t x, std::int64_t y) {
  const std::int64_t i = y * pitch_of(params) + x;
  return params.precision == Heat2d::Precision::fp64 ? static_cast<const double*>(values)[i]
                                                     : double{static_cast<const float*>(values)[i]};
}

inline void set_value(const Heat2d::Params& params, void* values, std::int64_t x, std::int64_t y, double value) {
  const std::int64_t i = y * pitch_of(params) + x;
  if (params.precision == Heat2d::Precision::fp64) {
    static_cast<double*>(values)[i] = value;
  } else {
    static_cast<float*>(values)[i] = static_cast<float>(value);
  }
}

inline const void* current_values(const HostState& state) {
  return state.buffers[static_cast<std::size_t>(state.current)].data();
}

inline const Heat2d::Material* materials(const HostState& state) {
  return reinterpret_cast<const Heat2d::Material*>(state.buffers[Heat2d::kMaterial].data());
}
inline Heat2d::Material* materials(HostState& state) {
  return reinterpret_cast<Heat2d::Material*>(state.buffers[Heat2d::kMaterial].data());
}

// The disc in the middle that the scene hot-spot begins with.
inline bool in_hot_spot(const Heat2d::Params& params, std::int64_t x, std::int64_t y) {
  const double radius = 0.08 * static_cast<double>(std::min(params.width, params.height));
  const double from_x = static_cast<double>(x) + 0.5 - 0.5 * static_cast<double>(params.width);
  const double from_y = static_cast<double>(y) + 0.5 - 0.5 * static_cast<double>(params.height);
  return std::hypot(from_x, from_y) <= std::max(radius, 0.75);
}

// Fills in the faces between the cells from the cells' own diffusivity, and what the limit needs to know of them.
void finish_materials(Heat2d::Params& params, HostState& state);

}  // namespace warplight::heat
