// Sine and cosine for scenes: by their series, which are the same on every machine (see chance.h).
#pragma once

#include <cmath>

namespace warplight::nbody {

inline constexpr double kPi = 3.14159265358979323846;

// Good to about 1e-15 for angles of a few turns.
inline double sine(double angle) {
  const double x = angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5);  // within half a turn
  double term = x, sum = x;
  for (int k = 1; k <= 15; ++k) {
    term *= -x * x / (2 * k * (2 * k + 1));
    sum += term;
  }
  return sum;
}

inline double cosine(double angle) { return sine(angle + 0.5 * kPi); }

}  // namespace warplight::nbody
