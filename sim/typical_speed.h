// How fast the bodies of a picture are: the speed that takes the middle of the colours.
#pragma once

#include "sim/lab.h"

namespace warplight {

// The root mean square of the drawn velocities; 1 where there are none or nothing moves.
float typical_speed(const Picture& picture, const HostState& state);

}  // namespace warplight
