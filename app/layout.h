// Where the cards lie, for any size of the window.
#pragma once

#include "app/ui.h"

namespace warplight::app {

inline constexpr float kRungHeight = 36, kLadderWithoutRungs = 158;  // of the ladder's card, at scale 1

struct Layout {
  Rect top, status;
  Rect ladder, knobs;         // empty where the window is too narrow
  Rect picture, clock;        // clock: empty where it is too low
  Rect verdict;               // between them where there are two lanes
  Rect rate, truth, notes;    // empty where the window is too narrow
};

Layout lay_out(const Ui& ui, float width, float height, int rungs, int lanes = 1);

}  // namespace warplight::app
