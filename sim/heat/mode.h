// Fourier modes: the starts whose answer is known for all times.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "sim/heat/heat2d.h"

namespace warplight::heat {

// One axis of a mode. Between two insulated sides half waves with their crests at the sides, between two fixed ones with
// their zeros on the edge cells, and where the axis is a ring whole waves.
struct ModeAxis {
  std::vector<double> values;  // at the cells
  double wave_number = 0;      // the mode fades as exp(-alpha (kx² + ky²) t)
};

inline bool has_modes(Heat2d::Boundary low, Heat2d::Boundary high) {
  return low == high && low != Heat2d::Boundary::convective;
}

inline ModeAxis mode_axis(std::int64_t n, double d, std::int64_t mode, Heat2d::Boundary sides) {
  const double pi = std::numbers::pi, m = static_cast<double>(mode), cells = static_cast<double>(n);
  ModeAxis axis;
  const double half_waves = sides == Heat2d::Boundary::periodic ? 2 * m : m;
  const double length = sides == Heat2d::Boundary::fixed ? cells - 1 : cells;
  if (length > 0) axis.wave_number = pi * half_waves / (length * d);
  for (std::int64_t i = 0; i < n; ++i) {
    const double at = static_cast<double>(i);
    axis.values.push_back(sides == Heat2d::Boundary::fixed ? (n > 1 ? std::sin(pi * m * at / length) : 0)
                                                           : std::cos(pi * half_waves * (at + 0.5) / length));
  }
  return axis;
}

}  // namespace warplight::heat
