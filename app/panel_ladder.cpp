#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panels.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

// Bars compare rungs by orders of magnitude: the slowest known one is full, a thousandth of it is empty.
float bar_length(double ms, double slowest) {
  if (!(ms > 0) || !(slowest > 0)) return 0;
  return std::clamp(1.0f + static_cast<float>(std::log10(ms / slowest)) / 3, 0.04f, 1.0f);
}

double slowest_of(const std::vector<Rung>& rungs) {
  double slowest = 0;
  for (const Rung& rung : rungs) {
    if (rung.ms_a_step > slowest) slowest = rung.ms_a_step;
  }
  return slowest;
}

std::string right_text(const Rung& rung, bool selected) {
  switch (rung.status) {
    case RungStatus::unavailable: return "not here";
    case RungStatus::failed: return "off";
    case RungStatus::checking: return "checking";
    case RungStatus::unchecked: return "";
    case RungStatus::passed: break;
  }
  if (std::isnan(rung.ms_a_step)) return selected ? "…" : "";
  return significant(rung.ms_a_step);
}

std::string help_text(const VariantInfo& info, const Rung& rung, int index) {
  std::string text(info.idea);
  if (rung.status == RungStatus::unavailable) text += "\n\nCan't run here: " + rung.reason;
  if (rung.status == RungStatus::failed) text += "\n\nOff: " + rung.reason;
  if (rung.status == RungStatus::unchecked) text += "\n\nNot checked yet: choose it to check and time it.";
  if (index < 9) text += fmt::format("\n\nkey {0}; into lane B: shift {0}, or a click with shift", index + 1);
  return text;
}

// What is known of a rung: by the lane that has it, else by the one that has timed it.
const Rung& rung_of(const Lanes& lanes, int index) {
  const Rung& by_a = lanes[0].rungs()[static_cast<std::size_t>(index)];
  if (!lanes.has(1) || index == lanes[0].variant()) return by_a;
  const Rung& by_b = lanes[1].rungs()[static_cast<std::size_t>(index)];
  return index == lanes[1].variant() || std::isnan(by_a.ms_a_step) ? by_b : by_a;
}

void draw_rung(Shell& shell, const Rect& row, int index, double slowest) {
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  const VariantInfo& info = session.lab().variant(index);
  const Rung& rung = rung_of(*shell.lanes, index);
  const bool in_a = index == session.variant();
  const bool in_b = shell.lanes->has(1) && index == shell.lanes->b()->variant();
  const bool selected = in_a || in_b;
  const ImU32 lane_shade = in_a ? colour::kLaneA : colour::kLaneB;
  const bool dim = rung.status == RungStatus::unavailable || rung.status == RungStatus::failed;
  ImGui::PushID(index);
  if (hit("rung", row)) shell.lanes->select(ImGui::GetIO().KeyShift ? 1 : 0, index);
  const bool hovered = ImGui::IsItemHovered();
  help(ui, info.name, help_text(info, rung, index));
  copies(right_text(rung, selected));
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (selected || hovered) {
    list.AddRectFilled(row.min(), row.max(), selected ? colour::kRaised : faded(colour::kRaised, 0.6f),
                       ui.px(space::kRowRadius));
  }
  if (in_a) list.AddRectFilled({row.x - ui.px(4), row.y}, {row.x - ui.px(1), row.bottom()}, colour::kLaneA, ui.px(1.5f));
  if (in_b) {
    const float top = in_a ? row.y + row.height / 2 : row.y;  // both lanes: half each
    list.AddRectFilled({row.x - ui.px(4), top}, {row.x - ui.px(1), row.bottom()}, colour::kLaneB, ui.px(1.5f));
  }
  const Rect name{row.x + ui.px(12), row.y, ui.px(98), row.height};
  draw_text_in(name, ui.fonts.body, dim ? colour::kDim : colour::kText, info.name);
  const std::string text = right_text(rung, selected);
  const ImU32 shade = rung.status == RungStatus::failed     ? colour::kBad
                      : rung.status == RungStatus::checking ? colour::kWarn
                      : dim                                 ? colour::kDim
                      : selected                            ? colour::kText
                                                            : colour::kMuted;
  const bool number = rung.status == RungStatus::passed;
  ImFont* font = number ? ui.fonts.mono : ui.fonts.label;
  draw_text_right({row.right() - ui.px(10), row.y + (row.height - font->FontSize) / 2}, font, shade, text);
  const float bar_x = row.x + ui.px(112), bar_right = row.right() - ui.px(72);
  if (dim || rung.status == RungStatus::checking || bar_right <= bar_x) return;
  const float y = row.y + row.height / 2, half = ui.px(2.5f);
  list.AddRectFilled({bar_x, y - half}, {bar_right, y + half}, colour::kTrack, half);
  const float length = bar_length(rung.ms_a_step, slowest);
  if (length > 0) {
    list.AddRectFilled({bar_x, y - half}, {bar_x + length * (bar_right - bar_x), y + half},
                       selected ? lane_shade : colour::kBar, half);
  }
}

}  // namespace

void draw_ladder(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  const Session& session = *shell.session;
  Rect content = begin_card(ui, "ladder", at, "LADDER", "ms a step");
  double slowest = slowest_of(session.rungs());
  if (shell.lanes->has(1)) slowest = std::max(slowest, slowest_of(shell.lanes->b()->rungs()));
  float y = content.y;
  // A long ladder in a low window: the rungs move closer together before they scroll.
  const int count = session.lab().variant_count();
  const float room = (at.height - ui.px(kLadderWithoutRungs)) / static_cast<float>(std::max(count, 1));
  const float row = std::floor(std::clamp(room, ui.px(27), ui.px(kRungHeight)));
  for (int i = 0; i < count; ++i) {
    draw_rung(shell, {at.x + ui.px(10), y, at.width - ui.px(18), row - ui.px(2)}, i, slowest);
    y += row;
  }
  y += ui.px(6);
  ImGui::GetWindowDrawList()->AddLine({content.x, y}, {content.right(), y}, colour::kHairline);
  y += ui.px(10);
  y += draw_text_wrapped({content.x, y}, ui.fonts.label, colour::kMuted, session.info().idea, content.width);
  if (const std::string hint = session.hint(); !hint.empty()) {
    y += ui.px(6);
    y += draw_text_wrapped({content.x, y}, ui.fonts.label, colour::kWarn, hint + " (] takes more)", content.width);
  }
  end_card(ui, y);
}

}  // namespace warplight::app
