// Random numbers that are the same on every machine and in every order: each item has its own, by seed, stream and
// index. Only what IEEE rounds exactly is used (+ - * / and sqrt): the C library's sin, exp and log differ between
// machines.
#pragma once

#include <cmath>
#include <cstdint>

namespace warplight::nbody {

class Chance {
 public:
  Chance(std::int64_t seed, std::uint64_t stream, std::int64_t index)
      : state_(mixed(mixed(mixed(static_cast<std::uint64_t>(seed)) + stream) + static_cast<std::uint64_t>(index))) {}

  // In [0, 1).
  double uniform() {
    state_ += kGolden;
    return static_cast<double>(mixed(state_) >> 11) * 0x1p-53;
  }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Twelve uniforms: mean 0, variance 1, nothing beyond 6.
  double nearly_normal() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += uniform();
    return sum;
  }

  // The cube root of a uniform number.
  double largest_of_three() {
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
      const double u = uniform();
      if (u > largest) largest = u;
    }
    return largest;
  }

  // A point on the unit sphere, all places alike.
  void direction(double out[3]) { on_sphere(out, 3); }
  // A point on the unit circle.
  void direction_in_plane(double out[2]) { on_sphere(out, 2); }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

  // SplitMix64's finaliser (Steele, Lea and Flood 2014).
  static std::uint64_t mixed(std::uint64_t z) {
    z += kGolden;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  void on_sphere(double* out, int dimensions) {
    double squared = 0;
    do {
      squared = 0;
      for (int k = 0; k < dimensions; ++k) {
        out[k] = uniform(-1, 1);
        squared += out[k] * out[k];
      }
    } while (!(squared > 1e-6 && squared <= 1));
    const double length = std::sqrt(squared);
    for (int k = 0; k < dimensions; ++k) out[k] /= length;
  }

  std::uint64_t state_;
};

}  // namespace warplight::nbody
