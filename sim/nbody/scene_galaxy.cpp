#include <algorithm>
#include <cmath>

#include "sim/nbody/galaxy.h"

namespace warplight::nbody {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSphereEdge = 6;  // in scale radii

double cube_of_root(double squared) { return squared * std::sqrt(squared); }

// Plummer's density at a radius, but for a constant factor.
double plummer_density(double radius, double scale) {
  const double spread = 1 + radius * radius / (scale * scale);
  return 1 / (spread * spread * std::sqrt(spread));
}

}  // namespace

Galaxy::Galaxy(const GalaxyShape& shape, double softening) : shape_(shape), softening_(softening) {
  disc_whole_ = shape.disc_mass / kept_share_of_disc();
  for (int k = 0; k < kNodes; ++k) {
    const double s = kLastS * k / (kNodes - 1);
    radius_[static_cast<std::size_t>(k)] = s / (1 - s);
  }
  fill_potential();
  fill_dispersion(shape.bulge_scale, bulge_variance_);
  fill_dispersion(shape.halo_scale, halo_variance_);
  fill_disc();
}

double Galaxy::disc_radius(double within) const {
  return shape_.disc_scale * std::sqrt(1 / ((1 - within) * (1 - within)) - 1);
}

double Galaxy::disc_thinning(double radius) const {
  const double part = radius / shape_.disc_edge;
  const double squared = part * part;
  return 1 - squared * squared * squared;
}

double Galaxy::disc_within_edge() const {
  const double edge = shape_.disc_edge / shape_.disc_scale;
  return 1 - 1 / std::sqrt(1 + edge * edge);
}

double Galaxy::kept_share_of_disc() const {
  constexpr int kSteps = 1000;
  double share = 0;
  for (int k = 0; k < kSteps; ++k) share += disc_thinning(disc_radius(disc_within_edge() * (k + 0.5) / kSteps));
  return share * disc_within_edge() / kSteps;
}

double Galaxy::look_up(const Table& table, double radius) {
  const double place = radius / (1 + radius) / kLastS * (kNodes - 1);
  const int k = std::clamp(static_cast<int>(place), 0, kNodes - 2);
  const double part = std::clamp(place - k, 0.0, 1.0);
  const auto low = static_cast<std::size_t>(k);
  return table[low] + part * (table[low + 1] - table[low]);
}

double Galaxy::spheres_within(double radius) const {
  const auto within = [&](double mass, double scale) {
    const double edge = 1 / (1 + 1 / (kSphereEdge * kSphereEdge));
    const double r = std::min(radius, kSphereEdge * scale);
    const double spread = r * r + scale * scale + softening_ * softening_;
    return mass / cube_of_root(edge) * r * r * r / cube_of_root(spread);
  };
  return within(shape_.bulge_mass, shape_.bulge_scale) + within(shape_.halo_mass, shape_.halo_scale);
}

double Galaxy::disc_within(double radius) const {
  const double r = std::min(radius, shape_.disc_edge) / shape_.disc_scale;
  return disc_whole_ * (1 - 1 / std::sqrt(1 + r * r));
}

double Galaxy::circular_squared(double radius) const {
  const double scale = shape_.disc_scale + 0.5 * softening_;
  const double squared = radius * radius;
  const double disc = disc_whole_ * squared / cube_of_root(squared + scale * scale);
  return disc + (radius > 0 ? spheres_within(radius) / radius : 0);
}

double Galaxy::surface_density(double radius) const {
  const double scale = shape_.disc_scale;
  return disc_whole_ * scale / (2 * kPi * cube_of_root(radius * radius + scale * scale));
}

void Galaxy::fill_potential() {
  const auto pull = [&](double r) { return r > 0 ? (spheres_within(r) + disc_within(r)) / (r * r) : 0; };
  double depth = (spheres_within(radius_.back()) + disc_within(radius_.back())) / radius_.back();
  escape_squared_.back() = 2 * depth;
  for (std::size_t k = kNodes - 1; k-- > 0;) {
    depth += 0.5 * (pull(radius_[k]) + pull(radius_[k + 1])) * (radius_[k + 1] - radius_[k]);
    escape_squared_[k] = 2 * depth;
  }
}

// Jeans for an isotropic sphere: density times variance is the weight of what lies above.
void Galaxy::fill_dispersion(double scale, Table& variance) const {
  const auto weight = [&](double r) {
    if (!(r > 0) || r > kSphereEdge * scale) return 0.0;
    return plummer_density(r, scale) * (spheres_within(r) + disc_within(r)) / (r * r);
  };
  double above = 0;
  variance.back() = 0;
  for (std::size_t k = kNodes - 1; k-- > 0;) {
    above += 0.5 * (weight(radius_[k]) + weight(radius_[k + 1])) * (radius_[k + 1] - radius_[k]);
    variance[k] = above / plummer_density(radius_[k], scale);
  }
}

void Galaxy::fill_disc() {
  Table pressure;  // surface density times radial variance
  Table turning;   // kappa^2 / (4 Omega^2)
  for (std::size_t k = 0; k < kNodes; ++k) {
    const double r = std::max(radius_[k], radius_[1]);
    const double step = 0.01 * r;
    const auto omega_squared = [&](double at) { return circular_squared(at) / (at * at); };
    const double omega2 = omega_squared(r);
    const double kappa2 = 4 * omega2 + r * (omega_squared(r + step) - omega_squared(r - step)) / (2 * step);
    const double density = surface_density(r);
    const double q = shape_.toomre_q * 3.36 * density;
    radial_variance_[k] = q * q / kappa2;
    turning[k] = kappa2 / (4 * omega2);
    around_variance_[k] = radial_variance_[k] * turning[k];
    pressure[k] = density * radial_variance_[k];
    // An even layer of this height, held by itself and by the spheres.
    const double height = shape_.disc_height;
    vertical_variance_[k] = 3.46 * density * height + height * height * spheres_within(r) / (r * r * r);
  }
  around_mean_[0] = 0;
  for (std::size_t k = 1; k < kNodes; ++k) {
    const std::size_t next = std::min<std::size_t>(k + 1, kNodes - 1);
    const double slope =
        radius_[k] * (pressure[next] - pressure[k - 1]) / (radius_[next] - radius_[k - 1]) / pressure[k];
    const double mean2 = circular_squared(radius_[k]) + radial_variance_[k] * (1 - turning[k] + slope);
    around_mean_[k] = mean2 > 0 ? std::sqrt(mean2) : 0;
  }
}

void Galaxy::throw_disc_body(Chance& chance, double position[3], double velocity[3]) const {
  double radius = 0;
  do {
    radius = disc_radius(chance.uniform(0, disc_within_edge()));
  } while (chance.uniform() > disc_thinning(radius));
  double outward[2];
  chance.direction_in_plane(outward);
  position[0] = radius * outward[0];
  position[1] = radius * outward[1];
  position[2] = shape_.disc_height * chance.nearly_normal();
  const double out = std::sqrt(look_up(radial_variance_, radius)) * chance.nearly_normal();
  const double around =
      look_up(around_mean_, radius) + std::sqrt(look_up(around_variance_, radius)) * chance.nearly_normal();
  velocity[0] = out * outward[0] - around * outward[1];
  velocity[1] = out * outward[1] + around * outward[0];
  velocity[2] = std::sqrt(look_up(vertical_variance_, radius)) * chance.nearly_normal();
}

void Galaxy::throw_bulge_body(Chance& chance, double position[3], double velocity[3]) const {
  throw_sphere_body(chance, shape_.bulge_scale, bulge_variance_, position, velocity);
}

void Galaxy::throw_halo_body(Chance& chance, double position[3], double velocity[3]) const {
  throw_sphere_body(chance, shape_.halo_scale, halo_variance_, position, velocity);
}

void Galaxy::throw_sphere_body(Chance& chance, double scale, const Table& variance, double position[3],
                               double velocity[3]) const {
  double t = 0;
  do {
    t = chance.largest_of_three();
  } while (t * t > 1 / (1 + 1 / (kSphereEdge * kSphereEdge)));
  const double radius = scale * t / std::sqrt(1 - t * t);
  chance.direction(position);
  for (int k = 0; k < 3; ++k) position[k] *= radius;
  // Nobody near the speed of escape: a galaxy by itself loses no bodies.
  const double fastest_squared = 0.9 * look_up(escape_squared_, radius);
  const double spread = std::sqrt(look_up(variance, radius));
  double squared = 0;
  do {
    squared = 0;
    for (int k = 0; k < 3; ++k) {
      velocity[k] = spread * chance.nearly_normal();
      squared += velocity[k] * velocity[k];
    }
  } while (squared > fastest_squared);
}

}  // namespace warplight::nbody
