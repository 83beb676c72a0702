#include "app/layout.h"

#include <algorithm>

namespace warplight::app {

Layout lay_out(const Ui& ui, float width, float height, int rungs, int lanes) {
  const float gap = ui.px(space::kGap);
  Layout layout;
  layout.top = {0, 0, width, std::min(ui.px(52), height)};
  const bool has_status = height > ui.px(320);
  const float bottom = height - (has_status ? ui.px(44) : gap);
  if (has_status) layout.status = {gap, bottom, width - 2 * gap, ui.px(44)};
  const float y = layout.top.bottom() + ui.px(4), tall = std::max(0.0f, bottom - y);

  const float left_width = ui.px(width >= ui.px(1500) ? 294 : 264), right_width = ui.px(width >= ui.px(1500) ? 248 : 224);
  const bool has_left = width >= ui.px(760), has_right = width >= ui.px(1100);
  float x = gap, right = width - gap;
  if (has_left) {
    // The ladder takes what its rows need and somewhat more than half of the column at most; the knobs scroll.
    const float wanted = ui.px(kLadderWithoutRungs) + static_cast<float>(rungs) * ui.px(kRungHeight);
    const float ladder = std::min(wanted, std::max(tall * 0.55f, tall - ui.px(340)));
    layout.ladder = {x, y, left_width, ladder};
    layout.knobs = {x, y + ladder + gap, left_width, std::max(0.0f, tall - ladder - gap)};
    x += left_width + gap;
  }
  if (has_right) {
    right -= right_width;
    const float rate = ui.px(172), truth = std::clamp(tall * 0.4f, ui.px(180), ui.px(300));
    layout.rate = {right, y, right_width, std::min(rate, tall)};
    layout.truth = {right, y + rate + gap, right_width, std::clamp(tall - rate - gap, 0.0f, truth)};
    const float used = rate + truth + 2 * gap;
    layout.notes = {right, y + used, right_width, std::max(0.0f, tall - used)};
    right -= gap;
  }
  const float middle = std::max(0.0f, right - x);
  const float clock = ui.px(middle >= ui.px(640) ? 128 : 212);
  const float verdict = lanes == 2 && tall >= ui.px(300) ? ui.px(76) + gap : 0;
  const bool has_clock = tall >= clock + gap + verdict + ui.px(180);
  const float below = (has_clock ? clock + gap : 0) + verdict;
  layout.picture = {x, y, middle, tall - below};
  if (verdict > 0) layout.verdict = {x, layout.picture.bottom() + gap, middle, verdict - gap};
  if (has_clock) layout.clock = {x, bottom - clock, middle, clock};
  return layout;
}

}  // namespace warplight::app
