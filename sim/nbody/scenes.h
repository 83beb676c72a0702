// Building scenes: each is a function from a body's index to that body, so that bodies can be made in any order.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

struct Body {
  double position[3] = {0, 0, 0};
  double velocity[3] = {0, 0, 0};
  double mass = 1;
  int group = 0;
  float light = 1;
};

// Where a group's centre of mass goes, and how fast.
struct Placement {
  double position[3] = {0, 0, 0};
  double velocity[3] = {0, 0, 0};
};

struct Recipe {
  std::function<Body(std::int64_t index)> body_at;
  // From each group's mass to its placement; null: bodies stay where body_at puts them.
  std::function<std::vector<Placement>(std::span<const double> masses)> place;
  int groups = 1;
};

// Each group's centre of mass at rest at the origin: a `place`.
std::vector<Placement> at_rest_at_origin(std::span<const double> masses);

// n and seed are the knobs' values; what is fixed by the scene ignores them.
Recipe plummer_sphere(std::int64_t n, std::int64_t seed);
Recipe cold_collapse(std::int64_t n, std::int64_t seed);
Recipe uniform_cube(std::int64_t n, std::int64_t seed);
Recipe kepler_pair(std::int64_t n, std::int64_t seed);
Recipe figure_eight(std::int64_t n, std::int64_t seed);
Recipe solar_system(std::int64_t n, std::int64_t seed);

// Two disc galaxies, each in equilibrium by itself, on their way to a close passage.
Recipe galaxy_collision(std::int64_t n, std::int64_t seed);

// One galaxy of that kind alone: how well it keeps its shape says how good the equilibrium is.
Recipe lone_galaxy(std::int64_t n, std::int64_t seed);

// A disc that carries most of the mass, and turns in order: it makes itself a bar.
Recipe barred_disc(std::int64_t n, std::int64_t seed);

// The same disc, warmer and within a heavy halo: it stays round.
Recipe steady_disc(std::int64_t n, std::int64_t seed);

inline constexpr double kGalaxyTimeStep = 0.01;
inline constexpr double kGalaxySoftening = 0.03;
inline constexpr double kDiscSoftening = 0.02;

}  // namespace warplight::nbody
