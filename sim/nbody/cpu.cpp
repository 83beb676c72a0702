// All cores, vectorised: single precision pairs, and each row's sum gathered in double from tile to tile.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/host_threads.h"
#include "sim/nbody/nbody.h"

// The same loop compiled for 512-bit, 256-bit and 128-bit vectors; the loader picks what the machine has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WARPLIGHT_FOR_EACH_VECTOR_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WARPLIGHT_FOR_EACH_VECTOR_WIDTH
#endif

namespace warplight::nbody {
namespace {

// One array a coordinate, so that neighbours fill a vector.
struct Bodies {
  explicit Bodies(std::size_t n) : x(n), y(n), z(n), mass(n) {}
  std::vector<float> x, y, z, mass;
};

class PreparedCpu final : public Prepared {
 public:
  explicit PreparedCpu(std::int64_t n)
      : bodies(static_cast<std::size_t>(n)), half_kicked(bodies.x.size()), accelerations(bodies.x.size()) {}

  // Scratch: the lent buffers change only when a step is whole, so that a step that is stopped has changed nothing.
  Bodies bodies;
  std::vector<Float4> half_kicked;  // velocities
  std::vector<Float4> accelerations;
};

struct Sum {
  float x, y, z;
};

// The pull of `count` bodies on one place. A body at the very same place pulls with nothing:
// the reciprocal root of zero is never used.
WARPLIGHT_FOR_EACH_VECTOR_WIDTH
Sum pull_of_tile(const float* x, const float* y, const float* z, const float* mass, int count, float at_x, float at_y,
                 float at_z, float softening_squared) {
  float sum_x = 0, sum_y = 0, sum_z = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z)
  for (int j = 0; j < count; ++j) {
    const float dx = x[j] - at_x, dy = y[j] - at_y, dz = z[j] - at_z;
    const float squared = dx * dx + dy * dy + dz * dz;
    const float inverse = squared > 0 ? 1 / std::sqrt(squared + softening_squared) : 0;
    const float pull = mass[j] * inverse * (inverse * inverse);
    sum_x += pull * dx;
    sum_y += pull * dy;
    sum_z += pull * dz;
  }
  return {sum_x, sum_y, sum_z};
}

Float4 acceleration_at(const Bodies& bodies, std::size_t i, float softening_squared) {
  // Long sums in single precision lose digits; those of a tile don't, and a tile stays in the nearest cache.
  constexpr std::size_t kTile = 1024;
  const std::size_t n = bodies.x.size();
  double x = 0, y = 0, z = 0;
  for (std::size_t first = 0; first < n; first += kTile) {
    const int count = static_cast<int>(std::min(kTile, n - first));
    const Sum sum = pull_of_tile(&bodies.x[first], &bodies.y[first], &bodies.z[first], &bodies.mass[first], count,
                                 bodies.x[i], bodies.y[i], bodies.z[i], softening_squared);
    x += sum.x;
    y += sum.y;
    z += sum.z;
  }
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0};
}

// False when stopped.
bool compute_accelerations(PreparedCpu& kept, double softening, const std::stop_token& stop) {
  const auto softening_squared = static_cast<float>(softening * softening);
  const auto n = static_cast<std::int64_t>(kept.bodies.x.size());
  // Waking other threads takes longer than a few rows.
  constexpr std::int64_t kFewRows = 128;
#pragma omp parallel for schedule(dynamic, 16) if (n > kFewRows) num_threads(host_threads())
  for (std::int64_t i = 0; i < n; ++i) {
    if (stop.stop_requested()) continue;
    const auto row = static_cast<std::size_t>(i);
    kept.accelerations[row] = acceleration_at(kept.bodies, row, softening_squared);
  }
  return !stop.stop_requested();
}

void take_positions(PreparedCpu& kept, const NBody::View& view) {
  for (std::size_t i = 0; i < kept.bodies.x.size(); ++i) {
    const Float4& body = view.position[i];
    kept.bodies.x[i] = body.x;
    kept.bodies.y[i] = body.y;
    kept.bodies.z[i] = body.z;
    kept.bodies.mass[i] = body.w;
  }
}

void kick_and_drift(PreparedCpu& kept, const NBody::View& view, float half, float dt) {
  for (std::size_t i = 0; i < kept.bodies.x.size(); ++i) {
    const Float4 &x = view.position[i], &v = view.velocity[i], &a = view.acceleration[i];
    const Float4 kicked{v.x + a.x * half, v.y + a.y * half, v.z + a.z * half, v.w};
    kept.half_kicked[i] = kicked;
    kept.bodies.x[i] = x.x + kicked.x * dt;
    kept.bodies.y[i] = x.y + kicked.y * dt;
    kept.bodies.z[i] = x.z + kicked.z * dt;
    kept.bodies.mass[i] = x.w;
  }
}

void kick_and_commit(const PreparedCpu& kept, NBody::View& view, float half) {
  for (std::size_t i = 0; i < kept.bodies.x.size(); ++i) {
    const Float4 &v = kept.half_kicked[i], &a = kept.accelerations[i];
    view.position[i] = {kept.bodies.x[i], kept.bodies.y[i], kept.bodies.z[i], kept.bodies.mass[i]};
    view.velocity[i] = {v.x + a.x * half, v.y + a.y * half, v.z + a.z * half, v.w};
    view.acceleration[i] = a;
  }
}

}  // namespace

std::unique_ptr<Prepared> prepare_cpu(const NBody::Params&, const NBody::View& view, const LaunchValues&) {
  return std::make_unique<PreparedCpu>(view.n);
}

Progress evaluate_cpu(const NBody::Params& params, NBody::View& view, Call& call) {
  auto& kept = static_cast<PreparedCpu&>(*call.prepared);
  take_positions(kept, view);
  if (!compute_accelerations(kept, params.softening, call.stop)) return {};
  std::copy(kept.accelerations.begin(), kept.accelerations.end(), view.acceleration);
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
