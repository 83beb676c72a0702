// The acceleration of one body by the definition, in double: what the reference computes and what checks compare with.
#pragma once

#include <cmath>
#include <cstdint>

namespace warplight::nbody {

struct Mass {
  double x, y, z, mass;
};

// body_at(j) gives body j. Bodies at exactly the same place add nothing to each other: whatever the softening, the
// difference of their places is zero, and without softening the formula would divide zero by zero.
// each_pull(pull, squared): told what each difference of places is multiplied with, and its square.
template <class BodyAt, class EachPull>
void acceleration_by_definition(BodyAt body_at, std::int64_t n, std::int64_t i, double softening, double out[3],
                                EachPull each_pull) {
  const Mass self = body_at(i);
  double ax = 0, ay = 0, az = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const Mass other = body_at(j);
    const double dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const double squared = dx * dx + dy * dy + dz * dz;
    if (squared == 0) continue;
    const double softened = squared + softening * softening;
    const double pull = other.mass / (softened * std::sqrt(softened));
    ax += pull * dx;
    ay += pull * dy;
    az += pull * dz;
    each_pull(pull, squared);
  }
  out[0] = ax;
  out[1] = ay;
  out[2] = az;
}

template <class BodyAt>
void acceleration_by_definition(BodyAt body_at, std::int64_t n, std::int64_t i, double softening, double out[3]) {
  acceleration_by_definition(body_at, n, i, softening, out, [](double, double) {});
}

}  // namespace warplight::nbody
