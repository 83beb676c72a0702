// A host rung of the n-body lab on a state of its own, without a lane about it.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "sim/nbody/nbody.h"

namespace warplight {

struct HostRung {
  const char* name;
  std::unique_ptr<Prepared> (*prepare)(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
  Progress (*evaluate)(const NBody::Params&, NBody::View&, Call&);
  Progress (*advance)(const NBody::Params&, NBody::View&, Call&, int);
};

inline constexpr std::array<HostRung, 2> kHostRungs{{
    {"reference", nbody::prepare_reference, nbody::evaluate_reference, nbody::advance_reference},
    {"cpu", nbody::prepare_cpu, nbody::evaluate_cpu, nbody::advance_cpu},
}};

inline HostState built(std::string_view scene, NBody::Params& params) { return NBody::build(scene, params, {}); }

class HostRun {
 public:
  HostRun(const HostRung& rung, const NBody::Params& start, HostState from)
      : params(start), state(std::move(from)), rung_(rung), lent_(state.lend()), view_(NBody::view(params, lent_)) {
    prepared_ = rung.prepare(params, view_, launch_, stream_);
  }

  void evaluate(std::stop_token stop = {}) {
    Call call{prepared_.get(), launch_, stream_, stop};
    rung_.evaluate(params, view_, call);
  }
  int advance(int steps, std::stop_token stop = {}) {
    Call call{prepared_.get(), launch_, stream_, stop};
    return rung_.advance(params, view_, call, steps).steps;
  }
  const Prepared* prepared() const { return prepared_.get(); }
  NBody::View& view() { return view_; }

  // Seven numbers a body, in double where the rung keeps them so.
  std::vector<double> numbers() const {
    const auto kept = prepared_->state_in_double();
    if (!kept.empty()) return {kept.begin(), kept.end()};
    std::vector<double> all;
    for (std::int64_t i = 0; i < params.n; ++i) {
      const Float4 &x = view_.position[i], &v = view_.velocity[i];
      all.insert(all.end(), {x.x, x.y, x.z, v.x, v.y, v.z, x.w});
    }
    return all;
  }

  NBody::Params params;
  HostState state;

 private:
  const HostRung& rung_;
  Lent lent_;
  NBody::View view_;
  LaunchValues launch_;
  gpu::Stream stream_;
  std::unique_ptr<Prepared> prepared_;
};

struct Energy {
  double kinetic = 0, potential = 0;
  double total() const { return kinetic + potential; }
};

inline Energy energy_of(const std::vector<double>& numbers, double softening) {
  Energy energy;
  for (std::size_t i = 0; i < numbers.size(); i += 7) {
    const double* a = &numbers[i];
    energy.kinetic += 0.5 * a[6] * (a[3] * a[3] + a[4] * a[4] + a[5] * a[5]);
    for (std::size_t j = i + 7; j < numbers.size(); j += 7) {
      const double* b = &numbers[j];
      const double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
      energy.potential -= a[6] * b[6] / std::sqrt(x * x + y * y + z * z + softening * softening);
    }
  }
  return energy;
}

}  // namespace warplight
