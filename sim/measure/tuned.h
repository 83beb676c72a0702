// Launch knobs that were found to be fastest on this machine, kept from one start to the next.
#pragma once

#include <optional>
#include <string>

#include "sim/lab.h"

namespace warplight::measure {

struct Tuned {
  LaunchValues launch;
  std::string problem;  // what they were tuned for: "n = 65 536, dt = 0.005"
  std::string date;     // ISO 8601, UTC
};

// What is kept for a lab's variant and this machine (its GPU and driver, or its processor); nothing where there is
// none, it is damaged, or names knobs or values that the variant does not have (any more).
std::optional<Tuned> find_tuned(const Lab& lab, int variant);

// Returns why it could not be kept, in one line; "" if it was. keep: in place of what was kept before; forget: the
// defaults are used again.
std::string keep_tuned(const Lab& lab, int variant, const Tuned& tuned);
std::string forget_tuned(const Lab& lab, int variant);

}  // namespace warplight::measure
