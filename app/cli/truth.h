// Measures a lane's truth meters at once, for programs that have the time to wait.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/lane.h"

namespace warplight::cli {

class TruthGauge {
 public:
  explicit TruthGauge(Lane& lane) : lane_(lane), meter_(lane.lab().make_truth_meter()) {}

  // In the order of Lab::meters, relative to the first measurement. Empty: stopped, or the lab has none.
  std::vector<double> measure(std::stop_token stop);
  // What the last value of a meter rests on, where that isn't everything: see TruthMeter::basis.
  std::string basis(std::size_t meter) const { return meter_->basis(meter); }

 private:
  Lane& lane_;
  std::unique_ptr<TruthMeter> meter_;
};

}  // namespace warplight::cli
