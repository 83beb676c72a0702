// The n-body truth meter: energy error and momentum drift against the first measurement, on either side.
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "sim/nbody/energy_meter.h"
#include "sim/text.h"

namespace warplight {
namespace nbody {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// What an energy error is relative to: the energy, or where its parts cancel to nothing but rounding, the parts.
double scale_of(const Energies& first) {
  constexpr double kRoundingOfParts = 1e-6;
  const double parts = std::fabs(first.motion.kinetic) + std::fabs(first.potential.value);
  const double energy = std::fabs(first.energy());
  if (energy > kRoundingOfParts * parts) return energy;
  return parts > 0 ? parts : 1;  // no mass at all: nothing to be relative to
}

double momentum_drift(const Motion& first, const Motion& now) {
  double drift2 = 0;
  for (int k = 0; k < 3; ++k) drift2 += std::pow(now.momentum[k] - first.momentum[k], 2);
  const double scale = std::max(first.momentum_scale, now.momentum_scale);
  return scale == 0 ? std::sqrt(drift2) : std::sqrt(drift2) / scale;
}

class Meter final : public TruthMeter {
 public:
  Meter(const EnergyPlan& on_host, const EnergyPlan& on_device) : host_(on_host), device_(on_device) {}

  void begin(const ParamBytes& params, const Lent& lent, Place place, const Prepared* prepared,
             gpu::Stream& stream, double) override {
    const auto p = params.as<NBody::Params>();
    const NBody::View view = NBody::view(p, lent);
    place_ = place;
    n_ = p.n;
    if (place == Place::host) {
      host_.begin(p, view, prepared);
    } else {
      device_.begin(p, view, stream);
    }
  }

  bool slice(double budget_ms, gpu::Stream& stream, std::stop_token stop) override {
    const bool on_host = place_ == Place::host;
    if (!(on_host ? host_.slice(budget_ms, stop) : device_.slice(budget_ms, stream))) return false;
    compare_with_first(on_host ? host_.result() : device_.result());
    return true;
  }

  std::span<const double> values() const override { return values_; }
  std::string basis(std::size_t meter) const override { return meter == 0 ? energy_basis_ : std::string(); }
  void reset() override {
    have_first_ = false;
    values_.fill(kNone);
    energy_basis_.clear();
  }

 private:
  void compare_with_first(Energies now) {
    if (!have_first_) {
      first_ = now;
      first_place_ = place_;
    }
    have_first_ = true;
    values_[0] = std::fabs(now.energy() - first_.energy()) / scale_of(first_);
    values_[1] = momentum_drift(first_.motion, now.motion);
    energy_basis_.clear();
    if (now.draws == 0 && first_.draws == 0) return;
    energy_basis_ = "from " + grouped_plain(now.draws > 0 ? now.draws : first_.draws) + " of " + grouped_plain(n_) +
                    " bodies, ± " + significant(standard_error(now) / scale_of(first_), 2);
  }

  // Of the change in energy. What was drawn on one side alone shares nothing with what was measured on the other.
  double standard_error(const Energies& now) const {
    if (place_ == first_place_) return standard_error_of_change(first_.potential, now.potential);
    const auto alone = [](const Energies& e) { return e.draws > 0 ? e.potential.standard_error() : 0; };
    return std::hypot(alone(first_), alone(now));
  }

  EnergyOnHost host_;
  EnergyOnDevice device_;
  Place place_ = Place::host, first_place_ = Place::host;
  std::int64_t n_ = 0;
  Energies first_;
  bool have_first_ = false;
  std::array<double, 2> values_ = {kNone, kNone};
  std::string energy_basis_;
};

}  // namespace

std::unique_ptr<TruthMeter> make_energy_meter(const EnergyPlan& on_host, const EnergyPlan& on_device) {
  return std::make_unique<Meter>(on_host, on_device);
}

}  // namespace nbody

std::unique_ptr<TruthMeter> NBody::make_truth_meter() {
  return nbody::make_energy_meter(nbody::kHostPlan, nbody::kDevicePlan);
}

}  // namespace warplight
