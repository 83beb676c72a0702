// The machine while it is timed: SM clock and throttling, watched around each batch by NVML, or by a fake in tests.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace warplight::measure {

// Why the GPU runs slower than it could. A clock that somebody has set is not among them: it is what was asked for.
enum Throttle : std::uint32_t {
  kPowerCap = 1,    // the board would draw more than it may
  kHeat = 2,        // the chip or the memory is too hot
  kPowerBrake = 4,  // the power supply asked for less
  kHardware = 8,    // a slow-down by the hardware that names no reason of its own
};

// "power cap, heat"; "" for none.
std::string throttle_text(std::uint32_t reasons);

struct Conditions {
  // NaN: not available.
  double sm_clock_mhz = std::numeric_limits<double>::quiet_NaN();
  std::uint32_t throttle = 0;   // Throttle's, joined by or
  bool throttle_known = false;  // false: not available, and `throttle` says nothing
};

// Of two looks, before and after: the lower clock, the reasons of both.
Conditions worse(const Conditions& before, const Conditions& after);

struct Heat {
  double temperature_c = std::numeric_limits<double>::quiet_NaN(), power_w = std::numeric_limits<double>::quiet_NaN();
};

struct Missing {
  std::string what, why;  // "SM clock", "the driver says Not Supported"
};

class MachineWatch {
 public:
  virtual ~MachineWatch() = default;
  virtual Conditions look() = 0;                            // between two batches: it should be quick
  virtual Heat heat() = 0;                                  // for the record, once a row
  virtual double most_sm_clock_mhz() const = 0;             // the highest that the GPU has; NaN: not available
  virtual const std::vector<Missing>& missing() const = 0;  // what is not available, and why
};

}  // namespace warplight::measure
