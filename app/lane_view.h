// A lane as the panels see it: what runs, under which letter, in which colour. The window has one or two of them.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/session/session.h"

namespace warplight::app {

struct LaneView {
  Session* session = nullptr;
  std::string_view letter;  // "A" or "B", always shown beside the colour; empty where there is one lane
  ImU32 colour = 0;
};

}  // namespace warplight::app
