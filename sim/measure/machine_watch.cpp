#include "sim/measure/machine_watch.h"

#include <cmath>

namespace warplight::measure {

std::string throttle_text(std::uint32_t reasons) {
  static constexpr struct {
    Throttle reason;
    const char* text;
  } kTexts[] = {{kPowerCap, "power cap"}, {kHeat, "heat"}, {kPowerBrake, "power brake"}, {kHardware, "hardware"}};
  std::string joined;
  for (const auto& [reason, text] : kTexts) {
    if ((reasons & reason) == 0) continue;
    if (!joined.empty()) joined += ", ";
    joined += text;
  }
  return joined;
}

Conditions worse(const Conditions& before, const Conditions& after) {
  return {.sm_clock_mhz = std::fmin(before.sm_clock_mhz, after.sm_clock_mhz),
          .throttle = before.throttle | after.throttle,
          .throttle_known = before.throttle_known || after.throttle_known};
}

}  // namespace warplight::measure
