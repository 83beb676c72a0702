// The fonts: found beside the program or on the system, else ImGui's own.
#pragma once

#include <imgui.h>

namespace warplight::app {

struct Fonts {
  ImFont* body = nullptr;     // 17 px
  ImFont* label = nullptr;    // 14.5 px
  ImFont* title = nullptr;    // 18 px, semibold
  ImFont* verdict = nullptr;  // 25 px, semibold
  ImFont* mono = nullptr;     // 14.5 px, for every number
  ImFont* small_mono = nullptr;  // 12.5 px
};

// Loads all into ImGui's atlas for a scale of the user interface, in place of what was there. The caller has the backend
// upload the atlas anew.
Fonts load_fonts(float scale);

}  // namespace warplight::app
