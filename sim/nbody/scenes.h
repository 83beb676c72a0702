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

// Two disc galaxies, each in equilibrium by itself, on their way to a close passage.
Recipe galaxy_collision(std::int64_t n, std::int64_t seed);

// One galaxy of that kind alone: how well it keeps its shape says how good the equilibrium is.
Recipe lone_galaxy(std::int64_t n, std::int64_t seed);

inline constexpr double kGalaxyTimeStep = 0.01;
inline constexpr double kGalaxySoftening = 0.03;

}  // namespace warplight::nbody
