// The Sun and its eight planets as they stood at noon of 1 January 2000 (J2000), in the plane of the Earth's orbit.
//
// Lengths in astronomical units, masses in that of the Sun, and time such that G = 1: a year is 2 pi of it (one unit is
// 58.13244 days, the inverse of Gauss's constant 0.01720209895).
#include <array>
#include <cmath>
#include <cstddef>

#include "sim/nbody/scene_maths.h"
#include "sim/nbody/scenes.h"

namespace warplight::nbody {
namespace {

// An ellipse in space and the place on it: lengths in AU, angles in degrees.
struct Elements {
  double half_axis, eccentricity, inclination, mean_longitude, perihelion, node;
  double sun_to_planet;  // mass ratio
  int group;
};

// E. M. Standish, "Keplerian Elements for Approximate Positions of the Major Planets" (JPL), table 1, at J2000.
// Mass ratios: the IAU's of 2009 (Luzum et al., Celestial Mechanics and Dynamical Astronomy 110, 2011). The Earth comes
// with its Moon.
constexpr std::array<Elements, 8> kPlanets{{
    {0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593, 6023600, 0},
    {0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255, 408523.719, 3},
    {1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0, 328900.5596, 1},
    {1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891, 3098703.59, 0},
    {5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909, 1047.348644, 3},
    {9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448, 3497.9018, 0},
    {19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503, 22902.98, 2},
    {30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574, 19412.26, 1},
}};

double radians(double degrees) { return degrees * (kPi / 180); }

// Kepler's equation M = E - e sin E, by Newton.
double eccentric_anomaly(double mean_anomaly, double eccentricity) {
  double angle = mean_anomaly;
  for (int k = 0; k < 8; ++k) {
    angle -= (angle - eccentricity * sine(angle) - mean_anomaly) / (1 - eccentricity * cosine(angle));
  }
  return angle;
}

// Place and velocity relative to what is circled, whose mass and the planet's own add up to `mass`.
Body on_ellipse(const Elements& planet, double mass) {
  const double e = planet.eccentricity, a = planet.half_axis;
  const double anomaly = eccentric_anomaly(radians(planet.mean_longitude - planet.perihelion), e);
  const double c = cosine(anomaly), s = sine(anomaly), shape = std::sqrt(1 - e * e);
  const double rate = std::sqrt(mass / (a * a * a)) / (1 - e * c);
  // In the orbit's plane, the first axis towards the perihelion.
  const double place[2] = {a * (c - e), a * shape * s}, speed[2] = {-a * rate * s, a * shape * rate * c};

  const double turn = radians(planet.perihelion - planet.node), tilt = radians(planet.inclination);
  const double node = radians(planet.node);
  const double axes[2][3] = {
      {cosine(turn) * cosine(node) - sine(turn) * sine(node) * cosine(tilt),
       cosine(turn) * sine(node) + sine(turn) * cosine(node) * cosine(tilt), sine(turn) * sine(tilt)},
      {-sine(turn) * cosine(node) - cosine(turn) * sine(node) * cosine(tilt),
       -sine(turn) * sine(node) + cosine(turn) * cosine(node) * cosine(tilt), cosine(turn) * sine(tilt)}};
  Body body;
  for (int k = 0; k < 3; ++k) {
    body.position[k] = place[0] * axes[0][k] + place[1] * axes[1][k];
    body.velocity[k] = speed[0] * axes[0][k] + speed[1] * axes[1][k];
  }
  return body;
}

using Bodies = std::array<Body, kPlanets.size() + 1>;

// Each planet circles the centre of mass of all that is inside its orbit (Jacobi): its elements are means over many
// years, in which the Sun's own dance with Jupiter is no longer seen. Set upon the Sun instead, Neptune would get the
// 12 m/s at which the Sun happens to move, and its year would be wrong by more than half a percent.
Bodies sun_and_planets() {
  Bodies bodies;
  bodies[0].mass = 1;
  bodies[0].light = 2;
  Body inside = bodies[0];  // as one: its mass, and its centre of mass
  for (std::size_t k = 0; k < kPlanets.size(); ++k) {
    const double mass = 1 / kPlanets[k].sun_to_planet, all = inside.mass + mass;
    Body& planet = bodies[k + 1] = on_ellipse(kPlanets[k], all);
    planet.mass = mass;
    planet.group = kPlanets[k].group;
    for (int c = 0; c < 3; ++c) {
      planet.position[c] += inside.position[c];
      planet.velocity[c] += inside.velocity[c];
      inside.position[c] += mass / all * (planet.position[c] - inside.position[c]);
      inside.velocity[c] += mass / all * (planet.velocity[c] - inside.velocity[c]);
    }
    inside.mass = all;
  }
  for (Body& body : bodies) {
    for (int c = 0; c < 3; ++c) {
      body.position[c] -= inside.position[c];
      body.velocity[c] -= inside.velocity[c];
    }
  }
  return bodies;
}

}  // namespace

Recipe solar_system(std::int64_t, std::int64_t) {
  return {[bodies = sun_and_planets()](std::int64_t index) { return bodies[static_cast<std::size_t>(index)]; }, nullptr,
          4};
}

}  // namespace warplight::nbody
