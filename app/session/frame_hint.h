// Where a frame's time goes that no kernel takes, said where it hides the difference between two lanes.
#pragma once

#include <string>

#include "app/session/lanes.h"

namespace warplight::app {

// "drawing takes 14 ms of 15: …", "vsync waits 7.5 ms of each frame: …"; empty where the kernels take most of the frame.
std::string frame_hint(const Lanes& lanes, bool vsync);

}  // namespace warplight::app
