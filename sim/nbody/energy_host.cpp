// The energy of a state in host memory.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "sim/host_threads.h"
#include "sim/nbody/chance.h"
#include "sim/nbody/energy_meter.h"

// The same loop compiled for 512-bit, 256-bit and 128-bit vectors; the loader picks what the machine has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WARPLIGHT_FOR_EACH_VECTOR_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WARPLIGHT_FOR_EACH_VECTOR_WIDTH
#endif

namespace warplight::nbody {
namespace {

template <class Real>
struct Partners {
  const Real *x, *y, *z, *weight;
  std::int64_t count;
};

template <class Real>
[[gnu::always_inline]] inline Real part_of_field(const Partners<Real>& of, std::int64_t j, Real at_x, Real at_y,
                                                 Real at_z, Real softening2) {
  const Real dx = of.x[j] - at_x, dy = of.y[j] - at_y, dz = of.z[j] - at_z;
  const Real softened2 = dx * dx + dy * dy + dz * dz + softening2;
  const Real inverse = 1 / std::sqrt(softened2);
  return of.weight[j] * (softened2 > 0 ? inverse : 0);
}

// The sum of weight / sqrt(r^2 + softening^2) at one place. Neighbours have sums of their own, so that they fill a vector.
template <class Real>
[[gnu::always_inline]] inline Real field_of_tile(const Partners<Real>& of, Real at_x, Real at_y, Real at_z,
                                                 Real softening2) {
  constexpr int kLanes = 16;
  Real sums[kLanes] = {};
  std::int64_t j = 0;
  for (; j + kLanes <= of.count; j += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) sums[lane] += part_of_field(of, j + lane, at_x, at_y, at_z, softening2);
  }
  for (; j < of.count; ++j) sums[0] += part_of_field(of, j, at_x, at_y, at_z, softening2);
  Real sum = 0;
  for (const Real one : sums) sum += one;
  return sum;
}

WARPLIGHT_FOR_EACH_VECTOR_WIDTH
double field_of(const Partners<double>& of, double x, double y, double z, double softening2) {
  return field_of_tile(of, x, y, z, softening2);
}
WARPLIGHT_FOR_EACH_VECTOR_WIDTH
float field_of(const Partners<float>& of, float x, float y, float z, float softening2) {
  return field_of_tile(of, x, y, z, softening2);
}

}  // namespace

void Motion::add(const double velocity[3], double body_mass) {
  const double speed2 = velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2];
  kinetic += 0.5 * body_mass * speed2;
  for (int k = 0; k < 3; ++k) momentum[k] += body_mass * velocity[k];
  momentum_scale += std::fabs(body_mass) * std::sqrt(speed2);
  mass += std::fabs(body_mass);
}

template <class Real>
void EnergyOnHost::Places<Real>::add(double at_x, double at_y, double at_z, double its_weight) {
  x.push_back(static_cast<Real>(at_x));
  y.push_back(static_cast<Real>(at_y));
  z.push_back(static_cast<Real>(at_z));
  weight.push_back(static_cast<Real>(its_weight));
}

template <class Real>
void EnergyOnHost::Places<Real>::clear() {
  for (std::vector<Real>* values : {&x, &y, &z, &weight}) values->clear();
}

void EnergyOnHost::begin(const NBody::Params& params, const NBody::View& view, const Prepared* prepared) {
  softening_ = params.softening;
  samples_ = plan_.samples(view.n);
  motion_ = {};
  next_ = 0;
  exact_.clear();
  bodies_.clear();
  const std::span<const double> in_double = prepared ? prepared->state_in_double() : std::span<const double>();
  std::vector<double> mass_up_to;
  for (std::int64_t i = 0; i < view.n; ++i) {
    const Float4 x = view.position[i], v = view.velocity[i];
    double body[7] = {x.x, x.y, x.z, v.x, v.y, v.z, x.w};
    if (!in_double.empty()) std::copy_n(in_double.data() + 7 * i, 7, body);
    motion_.add(body + 3, body[6]);
    if (samples_) {
      bodies_.add(body[0], body[1], body[2], body[6]);
      mass_up_to.push_back(motion_.mass);
    } else {
      exact_.add(body[0], body[1], body[2], body[6]);
    }
  }
  if (samples_) draw(mass_up_to);
  field_.assign(static_cast<std::size_t>(rows()), 0.0);
  on_group_.assign(samples_ ? field_.size() * kSampleGroups : 0, 0.0);
}

// Each draw is a body, as likely as it has mass.
void EnergyOnHost::draw(const std::vector<double>& mass_up_to) {
  sample_.clear();
  ids_.clear();
  for (std::int64_t k = 0; k < plan_.draws; ++k) {
    Chance chance(static_cast<std::int64_t>(plan_.seed), 8, k);
    const double wanted = chance.uniform() * mass_up_to.back();
    const auto found = std::ranges::upper_bound(mass_up_to, wanted);
    const auto last = static_cast<std::ptrdiff_t>(mass_up_to.size()) - 1;
    const std::ptrdiff_t id = std::min(found - mass_up_to.begin(), last);
    const auto at = static_cast<std::size_t>(id);
    const double mass = bodies_.weight[at];
    sample_.add(bodies_.x[at], bodies_.y[at], bodies_.z[at], mass > 0 ? 1 : mass < 0 ? -1 : mass);
    ids_.push_back(static_cast<std::int32_t>(id));
  }
}

std::int64_t EnergyOnHost::rows() const {
  return samples_ ? plan_.draws : static_cast<std::int64_t>(exact_.x.size());
}

// Sums in fp32 are of a tile at most, so that they keep their digits.
void EnergyOnHost::measure_row(std::int64_t row) {
  const auto at = static_cast<std::size_t>(row);
  if (!samples_) {
    const auto& b = exact_;
    const std::size_t first = at + 1;  // each pair once
    const Partners<double> partners{b.x.data() + first, b.y.data() + first, b.z.data() + first, b.weight.data() + first,
                                    static_cast<std::int64_t>(b.x.size() - first)};
    field_[at] = field_of(partners, b.x[at], b.y[at], b.z[at], softening_ * softening_);
    return;
  }
  constexpr std::int64_t kTile = 1024;
  const auto softening2 = static_cast<float>(softening_ * softening_);
  const float x = sample_.x[at], y = sample_.y[at], z = sample_.z[at];
  const auto field_in = [&](const Places<float>& places, std::int64_t first, std::int64_t last) {
    const Partners<float> partners{places.x.data() + first, places.y.data() + first, places.z.data() + first,
                                   places.weight.data() + first, last - first};
    return static_cast<double>(field_of(partners, x, y, z, softening2));
  };
  const std::int64_t me = ids_[at];
  double sum = 0;
  for (const auto& [begin, end] : {std::pair<std::int64_t, std::int64_t>{0, me},
                                   {me + 1, static_cast<std::int64_t>(bodies_.x.size())}}) {
    for (std::int64_t first = begin; first < end; first += kTile) sum += field_in(bodies_, first, std::min(first + kTile, end));
  }
  field_[at] = sum;
  const std::int64_t size = plan_.draws / kSampleGroups;
  for (std::int64_t group = 0; group < kSampleGroups; ++group) {
    double& on_group = on_group_[at * kSampleGroups + static_cast<std::size_t>(group)];
    on_group = 0;
    std::int64_t first = group * size;  // the same body again makes no field: the draws between those are taken
    for (std::int64_t k = first; k <= (group + 1) * size; ++k) {
      if (k < (group + 1) * size && ids_[static_cast<std::size_t>(k)] != me) continue;
      if (k > first) on_group += field_in(sample_, first, k);
      first = k + 1;
    }
  }
}

bool EnergyOnHost::slice(double budget_ms, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::milli>(budget_ms);
  const std::int64_t count = rows();
  const auto partners = static_cast<std::int64_t>(samples_ ? bodies_.x.size() : exact_.x.size());
  constexpr std::int64_t kPairsAtOnce = 100'000;  // a thread's, before it looks at the clock: some 0.05 ms
  const std::int64_t share = std::max<std::int64_t>(kPairsAtOnce / std::max<std::int64_t>(partners, 1), 1);
  while (next_ < count && !stop.stop_requested() && Clock::now() < end) {
    const std::int64_t first = next_, last = std::min(first + share * host_threads(), count);
    for_each_on_host_threads((last - first + share - 1) / share, [&](std::int64_t part) {
      const std::int64_t begin = first + part * share;
      for (std::int64_t row = begin; row < std::min(begin + share, last); ++row) measure_row(row);
    });
    next_ = last;
  }
  return next_ == count;
}

Energies EnergyOnHost::result() const {
  if (!samples_) {
    double potential = 0;
    for (std::size_t i = 0; i < field_.size(); ++i) potential -= exact_.weight[i] * field_[i];
    return {.motion = motion_, .potential = {potential, {}}};
  }
  SampleSums sums{.mass = motion_.mass,
                  .draws = plan_.draws,
                  .on_all = std::vector<double>(kSampleGroups),
                  .on_group = std::vector<double>(kSampleGroups * kSampleGroups)};
  const std::size_t size = field_.size() / kSampleGroups;
  for (std::size_t row = 0; row < field_.size(); ++row) {
    const std::size_t group = row / size;
    const double sign = sample_.weight[row];
    sums.on_all[group] += sign * field_[row];
    for (std::size_t other = 0; other < kSampleGroups; ++other) {
      sums.on_group[group * kSampleGroups + other] += sign * on_group_[row * kSampleGroups + other];
    }
  }
  return {.motion = motion_, .potential = potential_of_sample(sums), .draws = plan_.draws};
}

}  // namespace warplight::nbody
