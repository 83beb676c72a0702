// Disc galaxies made of bodies: a disc, a bulge and a halo, each in balance with the pull of all three.
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "sim/nbody/chance.h"
#include "sim/nbody/galaxy.h"
#include "sim/nbody/scenes.h"

namespace warplight::nbody {
namespace {

// How many bodies each part has, one part after the other.
struct Counts {
  std::int64_t disc, bulge, halo;
};

// Most bodies are where the eye is; the halo, which is not seen, makes do with few heavy ones.
Counts counts_of(std::int64_t n) {
  const auto part = [n](double share) { return static_cast<std::int64_t>(share * static_cast<double>(n)); };
  const std::int64_t bulge = part(0.15), halo = part(0.20);
  return {n - bulge - halo, bulge, halo};
}

constexpr GalaxyShape kFirst{.disc_mass = 0.10,
                             .disc_scale = 0.24,
                             .disc_edge = 1.15,
                             .disc_height = 0.025,
                             .bulge_mass = 0.06,
                             .bulge_scale = 0.08,
                             .halo_mass = 0.44,
                             .halo_scale = 0.5,
                             .toomre_q = 1.4};

constexpr GalaxyShape scaled(GalaxyShape shape, double mass, double length) {
  shape.disc_mass *= mass, shape.bulge_mass *= mass, shape.halo_mass *= mass;
  shape.disc_scale *= length, shape.disc_edge *= length, shape.disc_height *= length;
  shape.bulge_scale *= length, shape.halo_scale *= length;
  return shape;
}

// Two thirds of the mass at the same surface density.
constexpr GalaxyShape kSecond = scaled(kFirst, 2.0 / 3.0, 0.816);

// A plane: tilted about the x axis, then turned about z.
struct Tilt {
  double cos_tilt, sin_tilt, cos_turn, sin_turn;

  void apply(double v[3]) const {
    const double y = cos_tilt * v[1] - sin_tilt * v[2], z = sin_tilt * v[1] + cos_tilt * v[2];
    const double x = v[0];
    v[0] = cos_turn * x - sin_turn * y;
    v[1] = sin_turn * x + cos_turn * y;
    v[2] = z;
  }
};

// The discs against the orbit: one nearly in its plane and turning with it, which draws the longest tail, the other
// not.
constexpr Tilt kFirstTilt{0.9396926208, 0.3420201433, 0.5, -0.8660254038};             // 20 and -60 degrees
constexpr Tilt kSecondTilt{0.7071067812, 0.7071067812, -0.7660444431, -0.6427876097};  // 45 and -140 degrees
// The orbit's plane leans 40 degrees towards where a camera starts, which sees it nearly face on.
constexpr Tilt kOrbitTilt{0.7660444431, 0.6427876097, -0.4794255386, 0.8775825619};

// A galaxy's bodies by index, centred nearly at the origin.
class GalaxyBodies {
 public:
  GalaxyBodies(const GalaxyShape& shape, std::vector<Tilt> tilts, int group, std::int64_t n, std::int64_t seed)
      : galaxy_(shape, kGalaxySoftening), tilts_(std::move(tilts)), counts_(counts_of(n)), group_(group), seed_(seed) {}

  Body at(std::int64_t index) const {
    const GalaxyShape& shape = galaxy_.shape();
    Body body;
    body.group = group_;
    if (index < counts_.disc) {
      Chance chance(seed_, stream(), index);
      galaxy_.throw_disc_body(chance, body.position, body.velocity);
      body.mass = shape.disc_mass / static_cast<double>(counts_.disc);
    } else if (index < counts_.disc + counts_.bulge) {
      throw_paired(&Galaxy::throw_bulge_body, counts_.disc, index, body);
      body.mass = shape.bulge_mass / static_cast<double>(counts_.bulge);
      body.light = 1.5f;
    } else {
      throw_paired(&Galaxy::throw_halo_body, counts_.disc + counts_.bulge, index, body);
      body.mass = shape.halo_mass / static_cast<double>(counts_.halo);
      body.light = 0.05f;
    }
    for (const Tilt& tilt : tilts_) {
      tilt.apply(body.position);
      tilt.apply(body.velocity);
    }
    return body;
  }

 private:
  std::uint64_t stream() const { return 16 + static_cast<std::uint64_t>(group_); }

  // Every other body is the mirror of the one before it: a few hundred heavy ones thrown freely would have their centre
  // beside the disc's, and the disc would slosh about it.
  void throw_paired(void (Galaxy::*thrown)(Chance&, double*, double*) const, std::int64_t first, std::int64_t index,
                    Body& body) const {
    const bool mirror = (index - first) % 2 == 1;
    Chance chance(seed_, stream(), mirror ? index - 1 : index);
    (galaxy_.*thrown)(chance, body.position, body.velocity);
    if (!mirror) return;
    for (double& x : body.position) x = -x;
    for (double& v : body.velocity) v = -v;
  }

  Galaxy galaxy_;
  std::vector<Tilt> tilts_;
  Counts counts_;
  int group_;
  std::int64_t seed_;
};

// Two point masses on a parabola, before their closest approach; the centre of mass rests at the origin.
std::vector<Placement> on_parabola(std::span<const double> masses) {
  constexpr double kDistance = 3.5, kClosest = 0.72;
  std::vector<Placement> places(2);
  const double mass = masses[0] + masses[1];
  // q (1 - D^2) along the axis and 2 q D across it (Barker); D < 0 comes in. The axis lies down, so that the two part
  // sideways.
  const double d = -std::sqrt(kDistance / kClosest - 1);
  const double rate = std::sqrt(mass / (2 * kClosest * kClosest * kClosest)) / (1 + d * d);
  double apart[3] = {2 * kClosest * d, -kClosest * (1 - d * d), 0};
  double speed[3] = {2 * kClosest * rate, 2 * kClosest * d * rate, 0};
  kOrbitTilt.apply(apart);
  kOrbitTilt.apply(speed);
  for (int k = 0; k < 3; ++k) {
    places[0].position[k] = -apart[k] * masses[1] / mass;
    places[0].velocity[k] = -speed[k] * masses[1] / mass;
    places[1].position[k] = apart[k] * masses[0] / mass;
    places[1].velocity[k] = speed[k] * masses[0] / mass;
  }
  return places;
}

}  // namespace

Recipe galaxy_collision(std::int64_t n, std::int64_t seed) {
  const auto in_first = static_cast<std::int64_t>(0.6 * static_cast<double>(n) + 0.5);
  const auto first =
      std::make_shared<const GalaxyBodies>(kFirst, std::vector{kFirstTilt, kOrbitTilt}, 0, in_first, seed);
  const auto second =
      std::make_shared<const GalaxyBodies>(kSecond, std::vector{kSecondTilt, kOrbitTilt}, 1, n - in_first, seed);
  const auto body_at = [=](std::int64_t index) {
    return index < in_first ? first->at(index) : second->at(index - in_first);
  };
  return {body_at, on_parabola, 2};
}

Recipe lone_galaxy(std::int64_t n, std::int64_t seed) {
  const auto galaxy = std::make_shared<const GalaxyBodies>(kFirst, std::vector<Tilt>{}, 0, n, seed);
  const auto rest = [](std::span<const double> masses) { return std::vector<Placement>(masses.size()); };
  return {[galaxy](std::int64_t index) { return galaxy->at(index); }, rest, 1};
}

}  // namespace warplight::nbody
