#include "app/cli/truth.h"

#include <chrono>
#include <thread>

namespace warplight::cli {

std::vector<double> TruthGauge::measure(std::stop_token stop) {
  if (!meter_) return {};
  {
    Loan loan(lane_.storage(), lane_.stream(), lane_.current());
    meter_->begin(lane_.params(), loan.lent(), lane_.place(), lane_.prepared(), lane_.stream(),
                  lane_.time());
  }
  constexpr double kSlice_ms = 50;
  while (!meter_->slice(kSlice_ms, lane_.stream(), stop)) {
    if (stop.stop_requested()) return {};
    // A device slice is only queued: leave the processor alone while the GPU works on it.
    if (lane_.place() == Place::device) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return {meter_->values().begin(), meter_->values().end()};
}

}  // namespace warplight::cli
