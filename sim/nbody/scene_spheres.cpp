// Clusters of stars: one in balance, one that collapses; and a cube.
#include <cmath>

#include "sim/nbody/chance.h"
#include "sim/nbody/scene_maths.h"
#include "sim/nbody/scenes.h"

namespace warplight::nbody {

// Plummer's sphere in Hénon's units: mass 1, energy -1/4. Speeds by von Neumann's rejection (Aarseth, Hénon and Wielen
// 1974). What would lie beyond 20 scale radii (0.4 % of the mass) is thrown again.
Recipe plummer_sphere(std::int64_t n, std::int64_t seed) {
  constexpr double kScale = 3 * kPi / 16;
  const auto body_at = [n, seed](std::int64_t index) {
    Chance chance(seed, 1, index);
    Body body;
    body.mass = 1.0 / static_cast<double>(n);
    double t = 0;
    do {
      t = chance.largest_of_three();
    } while (t * t > 400.0 / 401.0);
    const double radius = kScale * t / std::sqrt(1 - t * t);
    double q = 0, density = 0;
    do {
      q = chance.uniform();
      const double w = 1 - q * q;
      density = q * q * w * w * w * std::sqrt(w);
    } while (chance.uniform(0, 0.1) > density);
    const double escape = std::sqrt(2 / std::sqrt(kScale * kScale + radius * radius));
    double towards[3], moving[3];
    chance.direction(towards);
    chance.direction(moving);
    for (int k = 0; k < 3; ++k) {
      body.position[k] = radius * towards[k];
      body.velocity[k] = q * escape * moving[k];
    }
    return body;
  };
  return {body_at, at_rest_at_origin, 1};
}

// A sphere of even density, mass 1 and radius 1, whose bodies move far too slowly to hold it up: twice its kinetic
// energy is a tenth of its potential energy, where balance needs all of it (the experiment of van Albada 1982). The
// inner half of the mass is one group, the outer half the other.
Recipe cold_collapse(std::int64_t n, std::int64_t seed) {
  constexpr double kVirialRatio = 0.1, kPotential = -0.6;  // -3/5 G M^2 / R
  const double spread = std::sqrt(kVirialRatio * -kPotential / 3);
  const auto body_at = [=](std::int64_t index) {
    Chance chance(seed, 8, index);
    Body body;
    body.mass = 1.0 / static_cast<double>(n);
    const double radius = chance.largest_of_three();
    chance.direction(body.position);
    for (int k = 0; k < 3; ++k) {
      body.position[k] *= radius;
      body.velocity[k] = spread * chance.nearly_normal();
    }
    body.group = radius * radius * radius < 0.5 ? 0 : 1;
    return body;
  };
  return {body_at, at_rest_at_origin, 2};
}

Recipe uniform_cube(std::int64_t n, std::int64_t seed) {
  const auto body_at = [n, seed](std::int64_t index) {
    Chance chance(seed, 2, index);
    Body body;
    for (double& x : body.position) x = chance.uniform(-1, 1);
    body.mass = chance.uniform(0.5, 1.5) / static_cast<double>(n);
    return body;
  };
  return {body_at, nullptr, 1};
}

}  // namespace warplight::nbody
