// The rung that all others are measured against: the definition, body by body, state and sums in double.
#include <array>
#include <cstddef>
#include <vector>

#include "sim/nbody/definition.h"
#include "sim/nbody/nbody.h"

namespace warplight::nbody {
namespace {

using Vector = std::array<double, 3>;

struct Body {
  Vector position, velocity;
  double mass;
};
// state_in_double() hands the bodies out as seven numbers each.
static_assert(sizeof(Body) == 7 * sizeof(double));

class PreparedReference final : public Prepared {
 public:
  explicit PreparedReference(std::int64_t n)
      : bodies(static_cast<std::size_t>(n)),
        accelerations(bodies.size()),
        next_bodies(bodies.size()),
        next_accelerations(bodies.size()) {}

  std::span<const double> state_in_double() const override {
    return {reinterpret_cast<const double*>(bodies.data()), 7 * bodies.size()};
  }

  std::vector<Body> bodies;
  std::vector<Vector> accelerations;
  // Written first, and swapped in when a step is whole: a step that is stopped has changed nothing.
  std::vector<Body> next_bodies;
  std::vector<Vector> next_accelerations;
};

void take_if_changed(double& kept, float lent) {
  if (static_cast<float>(kept) != lent) kept = lent;
}

// The lent buffers hold the state rounded to float. Where they still do, the double is the truth; where somebody else
// has moved a body since, the float is.
void take_lent(PreparedReference& kept, const NBody::View& view) {
  for (std::size_t i = 0; i < kept.bodies.size(); ++i) {
    const Float4 &x = view.position[i], &v = view.velocity[i], &a = view.acceleration[i];
    Body& body = kept.bodies[i];
    take_if_changed(body.mass, x.w);
    const float position[3] = {x.x, x.y, x.z}, velocity[3] = {v.x, v.y, v.z}, acceleration[3] = {a.x, a.y, a.z};
    for (std::size_t k = 0; k < 3; ++k) {
      take_if_changed(body.position[k], position[k]);
      take_if_changed(body.velocity[k], velocity[k]);
      take_if_changed(kept.accelerations[i][k], acceleration[k]);
    }
  }
}

// False when stopped.
bool compute_accelerations(const std::vector<Body>& bodies, double softening, std::vector<Vector>& out,
                           const std::stop_token& stop) {
  const auto body_at = [&bodies](std::int64_t j) {
    const Body& body = bodies[static_cast<std::size_t>(j)];
    return Mass{body.position[0], body.position[1], body.position[2], body.mass};
  };
  const auto n = static_cast<std::int64_t>(bodies.size());
  for (std::int64_t i = 0; i < n; ++i) {
    if (stop.stop_requested()) return false;
    acceleration_by_definition(body_at, n, i, softening, out[static_cast<std::size_t>(i)].data());
  }
  return true;
}

void commit_accelerations(PreparedReference& kept, NBody::View& view) {
  kept.accelerations.swap(kept.next_accelerations);
  for (std::size_t i = 0; i < kept.accelerations.size(); ++i) {
    const Vector& a = kept.accelerations[i];
    view.acceleration[i] = {static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2]), 0};
  }
}

void commit_bodies(PreparedReference& kept, NBody::View& view) {
  kept.bodies.swap(kept.next_bodies);
  for (std::size_t i = 0; i < kept.bodies.size(); ++i) {
    const Body& body = kept.bodies[i];
    Float4 &x = view.position[i], &v = view.velocity[i];
    x = {static_cast<float>(body.position[0]), static_cast<float>(body.position[1]),
         static_cast<float>(body.position[2]), x.w};
    v = {static_cast<float>(body.velocity[0]), static_cast<float>(body.velocity[1]),
         static_cast<float>(body.velocity[2]), v.w};
  }
}

// Kick, drift, kick. False when stopped, with nothing changed.
bool step(PreparedReference& kept, const NBody::Params& params, NBody::View& view, const std::stop_token& stop) {
  const double half = 0.5 * params.dt;
  kept.next_bodies = kept.bodies;
  for (std::size_t i = 0; i < kept.bodies.size(); ++i) {
    Body& body = kept.next_bodies[i];
    for (std::size_t k = 0; k < 3; ++k) {
      body.velocity[k] += kept.accelerations[i][k] * half;
      body.position[k] += body.velocity[k] * params.dt;
    }
  }
  if (!compute_accelerations(kept.next_bodies, params.softening, kept.next_accelerations, stop)) return false;
  for (std::size_t i = 0; i < kept.bodies.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) kept.next_bodies[i].velocity[k] += kept.next_accelerations[i][k] * half;
  }
  commit_bodies(kept, view);
  commit_accelerations(kept, view);
  return true;
}

}  // namespace

std::unique_ptr<Prepared> prepare_reference(const NBody::Params&, const NBody::View& view, const LaunchValues&,
                                            gpu::Stream&) {
  auto kept = std::make_unique<PreparedReference>(view.n);
  take_lent(*kept, view);
  return kept;
}

Progress evaluate_reference(const NBody::Params& params, NBody::View& view, Call& call) {
  auto& kept = static_cast<PreparedReference&>(*call.prepared);
  take_lent(kept, view);
  if (!compute_accelerations(kept.bodies, params.softening, kept.next_accelerations, call.stop)) return {};
  commit_accelerations(kept, view);
  return {};
}

Progress advance_reference(const NBody::Params& params, NBody::View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedReference&>(*call.prepared);
  take_lent(kept, view);
  int done = 0;
  while (done < steps && step(kept, params, view, call.stop)) ++done;
  return {done};
}

}  // namespace warplight::nbody
