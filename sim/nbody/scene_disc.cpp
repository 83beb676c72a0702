// One disc by itself, with so little around it that it does not stay round; and its twin that does.
#include <memory>

#include "sim/nbody/chance.h"
#include "sim/nbody/galaxy.h"
#include "sim/nbody/scenes.h"

namespace warplight::nbody {
namespace {

struct DiscScene {
  GalaxyShape shape;
  int halo_share;  // one body of so many is the halo's
};

// Ostriker and Peebles (1973): a disc whose turning holds more than some 0.14 of its potential energy makes a bar.
constexpr DiscScene kBarred{.shape = {.disc_mass = 0.65,
                                      .disc_scale = 0.3,
                                      .disc_edge = 1.5,
                                      .disc_height = 0.03,
                                      .bulge_mass = 0,
                                      .bulge_scale = 0.1,
                                      .halo_mass = 0.35,
                                      .halo_scale = 0.5,
                                      .toomre_q = 1.2},
                            .halo_share = 4};

constexpr DiscScene kSteady{.shape = {.disc_mass = 0.15,
                                      .disc_scale = 0.3,
                                      .disc_edge = 1.5,
                                      .disc_height = 0.03,
                                      .bulge_mass = 0,
                                      .bulge_scale = 0.1,
                                      .halo_mass = 0.85,
                                      .halo_scale = 0.5,
                                      .toomre_q = 1.5},
                            .halo_share = 2};  // many, so that none is heavy beside the disc's

// The disc's bodies first; the halo is dark.
Recipe disc_in_halo(const DiscScene& scene, std::int64_t n, std::int64_t seed) {
  const auto galaxy = std::make_shared<const Galaxy>(scene.shape, kDiscSoftening);
  const std::int64_t halo = n / scene.halo_share, disc = n - halo;
  const auto body_at = [=](std::int64_t index) {
    Body body;
    if (index < disc) {
      Chance chance(seed, 32, index);
      galaxy->throw_disc_body(chance, body.position, body.velocity);
      body.mass = galaxy->shape().disc_mass / static_cast<double>(disc);
      return body;
    }
    // Every other one is the mirror of the one before it, so that the halo's centre is the disc's.
    const bool mirror = (index - disc) % 2 == 1;
    Chance chance(seed, 33, mirror ? index - 1 : index);
    galaxy->throw_halo_body(chance, body.position, body.velocity);
    for (int k = 0; mirror && k < 3; ++k) {
      body.position[k] = -body.position[k];
      body.velocity[k] = -body.velocity[k];
    }
    body.mass = galaxy->shape().halo_mass / static_cast<double>(halo);
    body.group = 1;
    body.light = 0.05f;
    return body;
  };
  return {body_at, at_rest_at_origin, 2};
}

}  // namespace

Recipe barred_disc(std::int64_t n, std::int64_t seed) { return disc_in_halo(kBarred, n, seed); }
Recipe steady_disc(std::int64_t n, std::int64_t seed) { return disc_in_halo(kSteady, n, seed); }

}  // namespace warplight::nbody
