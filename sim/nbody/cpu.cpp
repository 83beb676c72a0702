// All cores, vectorised: single precision pairs (cpu_loop.h), and each row's sum gathered in double from tile to tile.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/gpu/chosen_code.h"
#include "sim/host_threads.h"
#include "sim/nbody/cpu_vectors.h"

namespace warplight::nbody {
namespace {

// Aligned to the widest vector, so that no load straddles two cache lines.
struct alignas(kMostLanes * sizeof(float)) LaneGroup {
  float lanes[kMostLanes] = {};
};

// One array a coordinate, filled up with bodies of no mass at the origin.
class Bodies {
 public:
  explicit Bodies(std::size_t n) : groups_((n + kMostLanes - 1) / kMostLanes), values_(4 * groups_) {}

  float* x() { return values_.data()->lanes; }
  float* y() { return x() + padded(); }
  float* z() { return y() + padded(); }
  float* mass() { return z() + padded(); }
  std::size_t padded() const { return kMostLanes * groups_; }
  BodyArrays arrays() { return {x(), y(), z(), mass(), static_cast<std::int64_t>(padded())}; }

 private:
  std::size_t groups_;
  std::vector<LaneGroup> values_;
};

class PreparedCpu final : public Prepared {
 public:
  PreparedCpu(const CpuLoop& chosen, std::int64_t bodies_lent)
      : loop(chosen),
        n(static_cast<std::size_t>(bodies_lent)),
        bodies(n),
        half_kicked(n),
        accelerations(bodies.padded()) {}

  const CpuLoop& loop;
  // Scratch: the lent buffers change only when a step is whole, so that a step that is stopped has changed nothing.
  std::size_t n;
  Bodies bodies;
  std::vector<Float4> half_kicked;  // velocities
  std::vector<Float4> accelerations;
};

// Whether a pair may be too close for m / softening^3, or too far for a distance squared, to be held by a float: then
// pairs are guarded, which costs a few percent. (A softening of nothing needs the guard even where all masses are 0.)
bool needs_guard(const BodyArrays& bodies, float softening) {
  if (!(softening * softening >= std::numeric_limits<float>::min())) return true;
  float heaviest = 0, furthest = 0;
  for (std::int64_t i = 0; i < bodies.n; ++i) {
    heaviest = std::max(heaviest, std::fabs(bodies.mass[i]));
    furthest = std::max({furthest, std::fabs(bodies.x[i]), std::fabs(bodies.y[i]), std::fabs(bodies.z[i])});
  }
  const double softening_cubed = double{softening} * softening * softening;
  return !(heaviest <= 1e37 * softening_cubed) || !(furthest <= 1e18f);
}

// False when stopped.
bool compute_accelerations(PreparedCpu& kept, double softening, const std::stop_token& stop) {
  const auto softening_squared = static_cast<float>(softening * softening);
  const BodyArrays bodies = kept.bodies.arrays();
  const bool guard = needs_guard(bodies, static_cast<float>(softening));
  static constexpr char kLoops[2] = {};
  gpu::note_code(&kLoops[guard]);
  const auto groups = (static_cast<std::int64_t>(kept.n) + kRowsAtOnce - 1) / kRowsAtOnce;
  // Waking other threads takes longer than a few rows, and so does handing them out one by one.
  constexpr std::int64_t kFewPairs = 1'000'000, kPairsAtOnce = 200'000;
  const std::int64_t pairs = kRowsAtOnce * bodies.n;  // of a group
  const std::int64_t wanted = groups * pairs < kFewPairs ? groups : kPairsAtOnce / pairs;
  const std::int64_t share = std::max<std::int64_t>(wanted, 1);
  for_each_on_host_threads((groups + share - 1) / share, [&](std::int64_t part) {
    for (std::int64_t group = part * share; group < std::min(groups, (part + 1) * share); ++group) {
      if (stop.stop_requested()) return;
      const std::int64_t row = group * kRowsAtOnce;
      kept.loop.pull(bodies, row, softening_squared, guard, &kept.accelerations[static_cast<std::size_t>(row)]);
    }
  });
  return !stop.stop_requested();
}

void take_positions(PreparedCpu& kept, const NBody::View& view) {
  for (std::size_t i = 0; i < kept.n; ++i) {
    const Float4& body = view.position[i];
    kept.bodies.x()[i] = body.x;
    kept.bodies.y()[i] = body.y;
    kept.bodies.z()[i] = body.z;
    kept.bodies.mass()[i] = body.w;
  }
}

void kick_and_drift(PreparedCpu& kept, const NBody::View& view, float half, float dt) {
  for (std::size_t i = 0; i < kept.n; ++i) {
    const Float4 &x = view.position[i], &v = view.velocity[i], &a = view.acceleration[i];
    const Float4 kicked{v.x + a.x * half, v.y + a.y * half, v.z + a.z * half, v.w};
    kept.half_kicked[i] = kicked;
    kept.bodies.x()[i] = x.x + kicked.x * dt;
    kept.bodies.y()[i] = x.y + kicked.y * dt;
    kept.bodies.z()[i] = x.z + kicked.z * dt;
    kept.bodies.mass()[i] = x.w;
  }
}

void kick_and_commit(PreparedCpu& kept, NBody::View& view, float half) {
  for (std::size_t i = 0; i < kept.n; ++i) {
    const Float4 &v = kept.half_kicked[i], &a = kept.accelerations[i];
    view.position[i] = {kept.bodies.x()[i], kept.bodies.y()[i], kept.bodies.z()[i], kept.bodies.mass()[i]};
    view.velocity[i] = {v.x + a.x * half, v.y + a.y * half, v.z + a.z * half, v.w};
    view.acceleration[i] = a;
  }
}

const CpuLoop& widest_loop() {
  const CpuLoop* widest = nullptr;
  for (const CpuLoop& loop : cpu_loops()) {
    if (loop.vectors <= host_vectors()) widest = &loop;
  }
  return *widest;
}

}  // namespace

std::unique_ptr<Prepared> prepare_cpu(const NBody::Params&, const NBody::View& view, const LaunchValues&,
                                      gpu::Stream&) {
  return prepare_cpu_with(widest_loop(), view);
}

std::unique_ptr<Prepared> prepare_cpu_with(const CpuLoop& loop, const NBody::View& view) {
  return std::make_unique<PreparedCpu>(loop, view.n);
}

Progress evaluate_cpu(const NBody::Params& params, NBody::View& view, Call& call) {
  auto& kept = static_cast<PreparedCpu&>(*call.prepared);
  take_positions(kept, view);
  if (!compute_accelerations(kept, params.softening, call.stop)) return {};
  std::copy_n(kept.accelerations.begin(), kept.n, view.acceleration);
  return {};
}

Progress advance_cpu(const NBody::Params& params, NBody::View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedCpu&>(*call.prepared);
  const auto dt = static_cast<float>(params.dt), half = static_cast<float>(0.5 * params.dt);
  int done = 0;
  for (; done < steps; ++done) {
    kick_and_drift(kept, view, half, dt);
    if (!compute_accelerations(kept, params.softening, call.stop)) break;
    kick_and_commit(kept, view, half);
  }
  return {done};
}

}  // namespace warplight::nbody
