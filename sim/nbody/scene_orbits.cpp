// Few bodies on orbits that are known exactly.
#include "sim/nbody/scenes.h"

namespace warplight::nbody {

Recipe kepler_pair(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    Body body;
    const double side = index == 0 ? -1 : 1;
    body.position[0] = 0.5 * side;
    body.velocity[1] = 0.70710678 * side;
    return body;
  };
  return {body_at, nullptr, 1};
}

// Three equal bodies chase each other along one figure-eight (Chenciner and Montgomery, Annals of Mathematics 152,
// 2000; the numbers are Simó's, printed there: period 6.32591398).
Recipe figure_eight(std::int64_t, std::int64_t) {
  const auto body_at = [](std::int64_t index) {
    constexpr double kX = 0.97000436, kY = -0.24308753, kVx = -0.93240737, kVy = -0.86473146;
    Body body;
    body.group = static_cast<int>(index);
    if (index == 2) {
      body.velocity[0] = kVx;
      body.velocity[1] = kVy;
      return body;
    }
    const double side = index == 0 ? 1 : -1;
    body.position[0] = side * kX;
    body.position[1] = side * kY;
    body.velocity[0] = -0.5 * kVx;
    body.velocity[1] = -0.5 * kVy;
    return body;
  };
  return {body_at, nullptr, 3};
}

}  // namespace warplight::nbody
