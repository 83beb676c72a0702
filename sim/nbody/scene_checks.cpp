#include "sim/nbody/scene_checks.h"

#include "sim/nbody/chance.h"

namespace warplight::nbody {
namespace {

Body in_cube(Chance& chance) {
  Body body;
  for (double& x : body.position) x = chance.uniform(-1, 1);
  for (double& v : body.velocity) v = chance.uniform(-0.5, 0.5);
  body.mass = chance.uniform(0.5, 1.5);
  return body;
}

// 1e-12 for the first pair, a hundred times as much for each that follows.
double scale_of(std::int64_t index) {
  double scale = 1e-12;
  for (std::int64_t k = 0; k < index / 2; ++k) scale *= 100;
  return scale;
}

Body on_its_scale(std::int64_t index) {
  constexpr double kDirections[3][3] = {{0.6, 0.8, 0}, {0, 0.6, 0.8}, {0.8, 0, 0.6}};
  // The second of a pair is nearer, so that the two don't cancel in the middle.
  const double distance = scale_of(index) * (index % 2 == 0 ? 1 : -0.5);
  Body body;
  for (int k = 0; k < 3; ++k) body.position[k] = distance * kDirections[index / 2 % 3][k];
  return body;
}

}  // namespace

Recipe crowded_places(std::int64_t, std::int64_t seed) {
  const auto body_at = [seed](std::int64_t index) {
    Chance place(seed, 3, index % 5), chance(seed, 4, index);
    Body body = in_cube(place);
    body.mass = index % 3 == 0 ? 0 : chance.uniform(0.5, 1.5);
    return body;
  };
  return {body_at, nullptr, 1};
}

Recipe every_other_massless(std::int64_t, std::int64_t seed) {
  const auto body_at = [seed](std::int64_t index) {
    Chance chance(seed, 5, index);
    Body body = in_cube(chance);
    if (index % 2 == 1) body.mass = 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

Recipe all_massless(std::int64_t, std::int64_t seed) {
  const auto body_at = [seed](std::int64_t index) {
    Chance chance(seed, 6, index);
    Body body = in_cube(chance);
    body.mass = 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

Recipe both_signs(std::int64_t, std::int64_t seed) {
  const auto body_at = [seed](std::int64_t index) {
    Chance chance(seed, 7, index);
    Body body = in_cube(chance);
    if (index % 2 == 1) body.mass = -body.mass;
    return body;
  };
  return {body_at, nullptr, 1};
}

Recipe all_scales_equal_masses(std::int64_t, std::int64_t) { return {on_its_scale, nullptr, 1}; }

Recipe all_scales_own_masses(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body = on_its_scale(index);
    body.mass = scale_of(index);
    return body;
  };
  return {body_at, nullptr, 1};
}

// Two bodies at the very same place and a third: without a guard, a division of zero by zero.
Recipe three_two_coincident(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    body.position[0] = index == 2 ? 1 : 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

// A kernel that forgets the last body of the last block sees no mass at all.
Recipe one_heavy_last(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    body.mass = index == 256 ? 1 : 0;
    body.position[0] = index == 256 ? 10 : 0;
    return body;
  };
  return {body_at, nullptr, 1};
}

}  // namespace warplight::nbody
