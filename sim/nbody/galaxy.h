// A disc galaxy in balance by itself: where its bodies are and how they move.
#pragma once

#include <array>

#include "sim/nbody/chance.h"

namespace warplight::nbody {

struct GalaxyShape {
  double disc_mass, disc_scale, disc_edge, disc_height;  // height: root mean square of z
  double bulge_mass, bulge_scale;
  double halo_mass, halo_scale;
  double toomre_q;  // of the disc: 1 is just stable against clumping
};

// The disc is Kuzmin's, cut at its edge; bulge and halo are Plummer's spheres, cut at 6 scale radii. The spheres'
// velocities are isotropic, from the Jeans equation in the pull of everything; the disc turns with the speed of
// circular orbits less the asymmetric drift (Binney and Tremaine 2008, 4.8). All by tables over the radius.
class Galaxy {
 public:
  // `softening` is what the bodies will be moved with: it weakens the pull near the centre.
  Galaxy(const GalaxyShape& shape, double softening);

  const GalaxyShape& shape() const { return shape_; }
  // Each sets a body's place and velocity, the disc in the plane z = 0 and turning counterclockwise seen from above.
  void throw_disc_body(Chance& chance, double position[3], double velocity[3]) const;
  void throw_bulge_body(Chance& chance, double position[3], double velocity[3]) const;
  void throw_halo_body(Chance& chance, double position[3], double velocity[3]) const;

 private:
  // Nodes at r = s / (1 - s) for s from 0 on in equal steps: close together where the galaxy is dense.
  static constexpr int kNodes = 1024;
  static constexpr double kLastS = 0.96;  // r = 24
  using Table = std::array<double, kNodes>;

  static double look_up(const Table& table, double radius);
  double disc_radius(double within) const;       // that holds a share of the disc without an edge
  double disc_thinning(double radius) const;     // the share that is left there by the edge, which is soft
  double disc_within_edge() const;               // the share of the disc without an edge that lies within it
  double kept_share_of_disc() const;             // and what the thinning leaves of that
  double spheres_within(double radius) const;    // softened mass of bulge and halo that pulls at a radius
  double disc_within(double radius) const;       // the disc's mass, as if it were a sphere
  double circular_squared(double radius) const;  // in the disc's plane
  double surface_density(double radius) const;
  void fill_potential();
  void fill_dispersion(double scale, Table& variance) const;
  void fill_disc();
  void throw_sphere_body(Chance& chance, double scale, const Table& variance, double position[3],
                         double velocity[3]) const;

  GalaxyShape shape_;
  double softening_;
  double disc_whole_;  // the mass that the disc would have without an edge
  Table radius_, escape_squared_;
  Table bulge_variance_, halo_variance_;
  Table radial_variance_, around_variance_, around_mean_, vertical_variance_;
};

}  // namespace warplight::nbody
