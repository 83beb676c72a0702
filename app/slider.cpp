#include "app/slider.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "sim/error.h"

namespace warplight::app {
namespace {

// A log slider over a range that begins at 0 ends in a stretch this wide for 0 itself.
constexpr double kZeroStretch = 0.02, kDecadesToZero = 5;

double least_of(const Knob& knob) { return knob.min > 0 ? knob.min : knob.max * std::pow(10, -kDecadesToZero); }

// Whole numbers of a wide range move on a grid of powers of two and the quarters between.
double tidy_whole(double value) {
  if (value < 16) return std::round(value);
  const double unit = std::exp2(std::floor(std::log2(value))) / 8;
  return std::round(value / unit) * unit;
}

double tidy_real(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::fabs(value))) - 2);
  const double tidy = std::round(value / unit) * unit;
  char text[32];  // so that 0.02 is 0.02 and not 0.020000000000000004
  std::snprintf(text, sizeof text, "%.3g", tidy);
  return std::stod(text);
}

std::string shown_value(const Knob& knob, double value) {
  std::string text = format_knob(knob, value);
  if (!knob.unit.empty()) text += " " + std::string(knob.unit);
  return text;
}

void begin_edit(Ui& ui, ImGuiID id, const Knob& knob, double value) {
  ui.edited = id;
  ui.edit_focus = true;
  ui.edit_done = false;
  std::string text = format_knob(knob, value);
  std::erase(text, ' ');  // between thousands: what is read back has none
  std::snprintf(ui.edit_text, sizeof ui.edit_text, "%s", text.c_str());
}

std::optional<double> edit(Ui& ui, const Rect& at, const Knob& knob, std::string& problem) {
  ImGui::SetCursorScreenPos({at.right() - ui.px(120), at.y - ui.px(3)});
  ImGui::SetNextItemWidth(ui.px(120));
  ImGui::PushFont(ui.fonts.mono);
  if (ui.edit_focus) ImGui::SetKeyboardFocusHere();
  bool entered = ImGui::InputText("##edit", ui.edit_text, sizeof ui.edit_text,
                                  ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  entered = std::exchange(ui.edit_done, false) || entered;
  const bool left = !ui.edit_focus && !ImGui::IsItemActive();
  ui.edit_focus = false;
  ImGui::PopFont();
  if (!entered && !left) return std::nullopt;
  ui.edited = 0;
  if (!entered) return std::nullopt;
  try {
    return parse_knob(knob, ui.edit_text);
  } catch (const Error& error) {
    problem = error.what();
    return std::nullopt;
  }
}

std::optional<double> draw_switch(Ui& ui, const Rect& at, const Knob& knob, double value) {
  const Rect box{at.right() - ui.px(36), at.y, ui.px(36), ui.px(20)};
  const bool clicked = hit("switch", box);
  help(ui, knob.label, knob.help);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool on = value != 0;
  list.AddRectFilled(box.min(), box.max(), on ? colour::kBar : colour::kTrack, box.height / 2);
  const float r = box.height / 2 - ui.px(3);
  list.AddCircleFilled({on ? box.right() - r - ui.px(3) : box.x + r + ui.px(3), box.y + box.height / 2}, r, colour::kText);
  if (clicked) return on ? 0 : 1;
  return std::nullopt;
}

// Words that do not fit beside each other in the narrowest column take two rows.
std::size_t choices_a_row(const Ui& ui, const Knob& knob) {
  constexpr float kColumn = 232, kBetween = 6;
  float wide = 0;
  for (const std::string_view name : knob.choices) wide += text_width(ui.fonts.label, name) + ui.px(kBetween);
  return wide <= ui.px(kColumn) ? knob.choices.size() : (knob.choices.size() + 1) / 2;
}

std::optional<double> draw_choice(Ui& ui, const Rect& at, const Knob& knob, double value) {
  const std::vector<std::string> names(knob.choices.begin(), knob.choices.end());
  std::vector<const char*> labels;
  for (const std::string& name : names) labels.push_back(name.c_str());
  const std::size_t a_row = std::max<std::size_t>(1, choices_a_row(ui, knob));
  std::optional<double> chosen;
  Rect row{at.x, at.y + ui.px(24), at.width, ui.px(26)};
  for (std::size_t first = 0; first < labels.size(); first += a_row) {
    const std::size_t count = std::min(a_row, labels.size() - first);
    const int clicked = segments(ui, labels[first], row, labels.data() + first, static_cast<int>(count), static_cast<int>(value) - static_cast<int>(first));
    if (clicked >= 0) chosen = static_cast<double>(first) + clicked;
    row.y += ui.px(28);
  }
  return chosen;
}

std::optional<double> draw_track(Ui& ui, const Rect& at, const Knob& knob, double value, double default_value) {
  const Rect row{at.x, at.y, at.width, ui.px(36)};
  const Rect track{at.x, at.y + ui.px(27), at.width, ui.px(4)};
  hit("track", row);
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  help(ui, knob.label, knob.help);
  copies(format_knob(knob, value));
  std::optional<double> chosen;
  const ImGuiIO& io = ImGui::GetIO();
  if (hovered && ui.double_click) {
    chosen = default_value;
  } else if (ImGui::IsItemActivated() && io.KeyCtrl) {
    begin_edit(ui, ImGui::GetID("edit"), knob, value);
  } else if (active && !io.KeyCtrl && ui.edited != ImGui::GetID("edit") &&
             (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1) || (ImGui::IsItemActivated() && io.MousePos.y > at.y + ui.px(20)))) {
    const double position = (io.MousePos.x - track.x) / std::max(track.width, 1.0f);
    const double moved = knob_at(knob, std::clamp(position, 0.0, 1.0));
    if (moved != value) chosen = moved;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = track.x + static_cast<float>(knob_position(knob, value)) * track.width;
  const float y = track.y + track.height / 2, r = ui.px(hovered || active ? 7.5f : 6.5f);
  list.AddRectFilled(track.min(), track.max(), colour::kTrack, track.height / 2);
  list.AddRectFilled(track.min(), {x, track.bottom()}, colour::kBar, track.height / 2);
  list.AddCircleFilled({std::clamp(x, track.x + r, track.right() - r), y}, r, active ? colour::kLaneA : colour::kText);
  return chosen;
}

}  // namespace

double knob_position(const Knob& knob, double value) {
  if (knob.max <= knob.min) return 0;
  if (knob.scale == KnobScale::linear) return std::clamp((value - knob.min) / (knob.max - knob.min), 0.0, 1.0);
  const double least = least_of(knob), start = knob.min > 0 ? 0 : kZeroStretch;
  if (value < least) return 0;
  return start + (1 - start) * std::clamp(std::log(value / least) / std::log(knob.max / least), 0.0, 1.0);
}

double knob_at(const Knob& knob, double position) {
  double value = knob.min + position * (knob.max - knob.min);
  if (knob.scale == KnobScale::log) {
    const double least = least_of(knob), start = knob.min > 0 ? 0 : kZeroStretch;
    value = position <= start && start > 0 ? knob.min
                                           : least * std::pow(knob.max / least, (position - start) / (1 - start));
  }
  if (position > 0 && position < 1) {
    if (knob.kind == KnobKind::integer) {
      value = knob.scale == KnobScale::log ? tidy_whole(value) : std::round(value);
    } else {
      value = tidy_real(value);
    }
  }
  return snap_knob(knob, value);
}

float knob_height(const Ui& ui, const Knob& knob) {
  const bool two_rows = knob.kind == KnobKind::choice && choices_a_row(ui, knob) < knob.choices.size();
  return ui.px(knob.kind == KnobKind::toggle ? 32 : two_rows ? 86 : knob.kind == KnobKind::choice ? 58 : 45);
}

std::optional<double> draw_knob(Ui& ui, const Rect& at, const Knob& knob, double value, double default_value,
                                std::string& problem) {
  ImGui::PushID(knob.name.data());
  const bool editing = ui.edited != 0 && ui.edited == ImGui::GetID("edit");
  std::optional<double> chosen;
  if (editing) {
    chosen = edit(ui, at, knob, problem);
  } else if (knob.kind == KnobKind::toggle) {
    chosen = draw_switch(ui, at, knob, value);
  } else if (knob.kind == KnobKind::choice) {
    chosen = draw_choice(ui, at, knob, value);
  } else {
    chosen = draw_track(ui, at, knob, value, default_value);
  }
  const float label = draw_text({at.x, at.y}, ui.fonts.body, colour::kText, knob.label);
  if (value != default_value) {
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + label + ui.px(10), at.y + ui.px(10)}, ui.px(2.5f), colour::kLaneA);
  }
  if (!editing && knob.kind != KnobKind::toggle) {
    draw_text_right({at.right(), at.y + ui.px(2)}, ui.fonts.mono, colour::kText, shown_value(knob, value));
  }
  ImGui::PopID();
  return chosen;
}

}  // namespace warplight::app
