// The n-body truth meter: energy error and momentum drift against the first measurement, on either side.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/host_threads.h"
#include "sim/nbody/energy_sums.h"
#include "sim/nbody/nbody.h"

namespace warplight {
namespace {

using nbody::EnergySums;

// A body in double: the reference's own state, or what the lent buffers hold.
struct Body {
  double x, y, z, vx, vy, vz, mass;
};

std::vector<Body> bodies_of(const NBody::View& view, const Prepared* prepared) {
  std::vector<Body> bodies(static_cast<std::size_t>(view.n));
  const std::span<const double> exact = prepared ? prepared->state_in_double() : std::span<const double>();
  for (std::int64_t i = 0; i < view.n; ++i) {
    const std::size_t at = static_cast<std::size_t>(i);
    if (!exact.empty()) {
      const double* s = exact.data() + 7 * at;
      bodies[at] = {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
    } else {
      const Float4 x = view.position[i], v = view.velocity[i];
      bodies[at] = {x.x, x.y, x.z, v.x, v.y, v.z, x.w};
    }
  }
  return bodies;
}

// -m_i times the sum over the later bodies of m_j / sqrt(r^2 + softening^2): each pair once over all i.
double potential_of(const std::vector<Body>& bodies, std::size_t i, double softening2) {
  const Body& me = bodies[i];
  double field = 0;
  for (std::size_t j = i + 1; j < bodies.size(); ++j) {
    const double dx = bodies[j].x - me.x, dy = bodies[j].y - me.y, dz = bodies[j].z - me.z;
    const double softened2 = dx * dx + dy * dy + dz * dz + softening2;
    if (softened2 > 0) field += bodies[j].mass / std::sqrt(softened2);
  }
  return -me.mass * field;
}

void add_motion(const Body& body, EnergySums& sums) {
  const double speed2 = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz;
  sums.kinetic += 0.5 * body.mass * speed2;
  sums.momentum[0] += body.mass * body.vx;
  sums.momentum[1] += body.mass * body.vy;
  sums.momentum[2] += body.mass * body.vz;
  sums.momentum_scale += body.mass * std::sqrt(speed2);
}

class Meter final : public TruthMeter {
 public:
  void begin(const ParamBytes& params, const Lent& lent, Place place, const Prepared* prepared,
             gpu::Stream& stream, double) override {
    params_ = params.as<NBody::Params>();
    place_ = place;
    next_ = 0;
    sums_ = {};
    const NBody::View view = NBody::view(params_, lent);
    if (place == Place::host) {
      bodies_ = bodies_of(view, prepared);
      for (const Body& body : bodies_) add_motion(body, sums_);
    } else {
      begin_on_device(view, stream);
    }
  }

  bool slice(double budget_ms, gpu::Stream& stream, std::stop_token stop) override {
    const bool done = place_ == Place::host ? slice_on_host(budget_ms, stop) : slice_on_device(budget_ms, stream);
    if (done) compare_with_first();
    return done;
  }

  std::span<const double> values() const override { return values_; }
  void reset() override {
    have_first_ = false;
    values_.fill(std::numeric_limits<double>::quiet_NaN());
  }

 private:
  void begin_on_device(const NBody::View& view, gpu::Stream& stream) {
    const std::int64_t bytes = view.n * static_cast<std::int64_t>(sizeof(Float4));
    if (!back_) {
      device_sums_ = gpu::Buffer(sizeof(EnergySums));
      host_sums_ = gpu::PinnedBuffer(sizeof(EnergySums));
      back_.emplace();
    }
    if (velocity_.bytes() != bytes) {
      velocity_ = {};  // both or none: the second may not fit
      position_ = {};
      position_ = gpu::Buffer(bytes);
      velocity_ = gpu::Buffer(bytes);
    }
    gpu::copy_on_device(position_.data(), view.position, bytes, stream);
    gpu::copy_on_device(velocity_.data(), view.velocity, bytes, stream);
    gpu::fill_device(device_sums_.data(), 0, sizeof(EnergySums), stream);
    copied_back_ = false;
  }

  // Queues as many units as fit the budget at the pace of the slices before.
  bool slice_on_device(double budget_ms, gpu::Stream& stream) {
    while (const auto sample = span_.poll()) {
      if (sample->ms > 0) units_a_ms_ = sample->tag / sample->ms;
    }
    const std::int64_t units = nbody::energy_units(params_.n);
    if (next_ < units) {
      constexpr std::int64_t kMostUnits = 1 << 30;  // a grid holds no more than 2^31 - 1 blocks in a row
      if (span_.pending()) return false;  // the pace is unknown, or the GPU is behind
      const double left = static_cast<double>(std::min<std::int64_t>(units - next_, kMostUnits));
      const int many = static_cast<int>(std::clamp(units_a_ms_ * budget_ms, 1.0, left));
      span_.begin(stream);
      nbody::launch_energy(static_cast<const Float4*>(position_.data()), static_cast<const Float4*>(velocity_.data()),
                           params_.n, params_.softening, next_, many, static_cast<EnergySums*>(device_sums_.data()),
                           stream);
      span_.end(stream, many);
      next_ += many;
      return false;
    }
    if (!copied_back_) {
      gpu::copy_to_host(host_sums_.data(), device_sums_.data(), sizeof(EnergySums), stream);
      back_->record(stream);
      copied_back_ = true;
    }
    if (!back_->reached()) return false;
    sums_ = *static_cast<const EnergySums*>(host_sums_.data());
    return true;
  }

  bool slice_on_host(double budget_ms, std::stop_token stop) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(budget_ms);
    const auto count = static_cast<std::int64_t>(bodies_.size());
    constexpr std::int64_t kRows = 64;  // between two looks at the clock
    while (next_ < count && !stop.stop_requested() && Clock::now() < end) {
      const std::int64_t last = std::min(next_ + kRows, count);
      double potential = 0;
      const double softening2 = params_.softening * params_.softening;
#pragma omp parallel for reduction(+ : potential) schedule(dynamic, 4) num_threads(host_threads())
      for (std::int64_t i = next_; i < last; ++i) potential += potential_of(bodies_, static_cast<std::size_t>(i), softening2);
      sums_.potential += potential;
      next_ = last;
    }
    return next_ == count;
  }

  void compare_with_first() {
    if (!have_first_) first_ = sums_;
    have_first_ = true;
    const double energy = first_.energy();
    values_[0] = energy == 0 ? std::abs(sums_.energy()) : std::abs((sums_.energy() - energy) / energy);
    double drift2 = 0;
    for (int k = 0; k < 3; ++k) drift2 += std::pow(sums_.momentum[k] - first_.momentum[k], 2);
    const double scale = std::max(first_.momentum_scale, sums_.momentum_scale);
    values_[1] = scale == 0 ? std::sqrt(drift2) : std::sqrt(drift2) / scale;
  }

  NBody::Params params_;
  Place place_ = Place::host;
  std::int64_t next_ = 0;  // the next unit (device) or body (host)
  EnergySums sums_{}, first_{};
  bool have_first_ = false;
  std::array<double, 2> values_ = {std::numeric_limits<double>::quiet_NaN(),
                                   std::numeric_limits<double>::quiet_NaN()};

  std::vector<Body> bodies_;

  gpu::Buffer position_, velocity_, device_sums_;
  gpu::PinnedBuffer host_sums_;
  gpu::TimedSpan span_{4};
  std::optional<gpu::Event> back_;  // the sums of the newest measurement are there; recorded anew by each
  double units_a_ms_ = 0;
  bool copied_back_ = false;
};

}  // namespace

std::unique_ptr<TruthMeter> NBody::make_truth_meter() { return std::make_unique<Meter>(); }

}  // namespace warplight
