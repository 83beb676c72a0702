// A host rung of the heat lab on a state of its own.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "sim/heat/state.h"
#include "sim/lab_adapter.h"
#include "sim/lane.h"

namespace warplight {

using HeatKnobs = std::vector<std::pair<std::string_view, double>>;

inline const Lab& heat_lab() {
  static const LabAdapter<Heat2d> kLab;
  return kLab;
}

class HeatRun {
 public:
  HeatRun(std::string_view variant, std::string_view scene, const HeatKnobs& knobs) : lane_(heat_lab(), stream_) {
    ParamBytes params = heat_lab().defaults(Place::host);
    for (const auto& [name, value] : knobs) find_knob(heat_lab().knobs(), name).set(params.data(), value);
    const HostState state = heat_lab().build(scene, params);
    lane_.load(heat_lab().find_variant(variant), params, state);
  }

  void advance(int steps) { lane_.advance(steps); }
  Lane& lane() { return lane_; }
  Heat2d::Params params() const { return lane_.params().as<Heat2d::Params>(); }

  // In double where the rung keeps it so.
  std::vector<double> field() {
    if (lane_.prepared() != nullptr && !lane_.prepared()->state_in_double().empty()) {
      return {lane_.prepared()->state_in_double().begin(), lane_.prepared()->state_in_double().end()};
    }
    const HostState state = lane_.download();
    std::vector<double> all;
    for (std::int64_t y = 0; y < params().height; ++y) {
      for (std::int64_t x = 0; x < params().width; ++x) {
        all.push_back(heat::value_at(params(), heat::current_values(state), x, y));
      }
    }
    return all;
  }

 private:
  gpu::Stream stream_;
  Lane lane_;
};

}  // namespace warplight
