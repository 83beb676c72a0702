// What stands around and over a field's picture: its controls, the colour bar, the brush's rim, the value under the pointer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "app/field_look.h"
#include "app/look.h"
#include "app/panels.h"
#include "app/slider.h"
#include "render/colour_map.h"
#include "render/ticks.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr float kMargin = 16, kWidth = 336;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr Knob kIsotherms{.name = "isotherms",
                          .label = "Isotherms",
                          .unit = "lines",
                          .help = "Lines of equal value, at even distances within the range. I shows and hides them.",
                          .min = 0,
                          .max = 30,
                          .kind = KnobKind::integer};
// Sliders for values reach as far beyond the range in use as that is wide.
Knob value_knob(const Shell& shell, const char* name, const char* label, const char* text, const render::FieldRange& range) {
  const double wide = range.high > range.low ? range.high - range.low : std::max(1.0, std::fabs(range.low));
  const std::string_view unit = units_of(*shell.session).value;
  return {.name = name, .label = label, .unit = unit, .help = text, .min = range.low - wide, .max = range.high + wide};
}

std::string title_of(const Shell& shell) {
  const Units units = units_of(*shell.session);
  const std::string quantity(shell.session->lab().picture().quantity);
  return units.value.empty() ? quantity : quantity + ", " + std::string(units.value);
}

float bar_width(const Shell& shell) {
  return std::max(shell.ui.px(76), text_width(shell.ui.fonts.label, title_of(shell)));
}

void draw_range(Shell& shell, Rect& row, std::string& problem) {
  Ui& ui = shell.ui;
  const bool automatic = shell.field_style.automatic_range;
  const render::FieldRange now = automatic ? shell.eye->field->range() : shell.field_style.range;
  const float label = draw_text({row.x, row.y}, ui.fonts.body, colour::kText, "Range");
  const Rect word{row.x + label + ui.px(12), row.y - ui.px(4), ui.px(58), ui.px(24)};
  if (word_button(ui, "automatic", word, "auto", automatic, "Automatic: from the coldest to the hottest cell in view (E).")) {
    toggle_automatic_range(shell);
  }
  row.y += ui.px(30);
  // Without a default: where it is not automatic a dot says so.
  const double low_default = automatic ? now.low : kNone, high_default = automatic ? now.high : kNone;
  const Knob low = value_knob(shell, "low", "from", "The value at the dark end of the colours.", now);
  if (const auto v = draw_knob(ui, row, low, now.low, low_default, problem); v && *v != now.low) set_range(shell, {*v, now.high});
  row.y += ui.px(48);
  const Knob high = value_knob(shell, "high", "to", "The value at the bright end of the colours.", now);
  if (const auto v = draw_knob(ui, row, high, now.high, high_default, problem); v && *v != now.high) set_range(shell, {now.low, *v});
  row.y += ui.px(52);
}

void draw_popup(Shell& shell, const Rect& below) {
  Ui& ui = shell.ui;
  const float inside = ui.px(space::kInside), width = ui.px(kWidth);
  ImGui::SetNextWindowPos({std::max(0.0f, below.right() - width), below.bottom() + ui.px(6)});
  ImGui::SetNextWindowSize({width, ui.px(174) + 2 * inside});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(space::kRadius));
  ImGui::PushStyleColor(ImGuiCol_PopupBg, colour::kCard);
  if (ImGui::BeginPopup("look", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 corner = ImGui::GetWindowPos();
    Rect row{corner.x + inside, corner.y + inside, width - 2 * inside, ui.px(45)};
    std::string problem;
    draw_range(shell, row, problem);
    if (const auto n = draw_knob(ui, row, kIsotherms, shell.field_style.isotherms, 0, problem)) set_isotherms(shell, static_cast<int>(*n));
    if (!problem.empty()) shell.session->note(Note::Kind::warn, problem);
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    ui.menu_open = true;
    ImGui::EndPopup();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

void draw_patch(Ui& ui, const Rect& at) {
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), faded(colour::kGround, 0.62f), ui.px(space::kRowRadius));
}

ImU32 shade(float t, bool diverging) {
  const glm::vec3 c = diverging ? render::difference_colour_at(t) : render::field_colour_at(t);
  return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1});
}

void draw_colours(const Rect& bar, bool all_alike, bool diverging) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (all_alike) {
    list.AddRectFilled(bar.min(), bar.max(), shade(0.5f, diverging));
    return;
  }
  constexpr int kPieces = render::kFieldStops - 1;
  for (int i = 0; i < kPieces; ++i) {
    const auto edge = [&](int stop) { return std::floor(bar.bottom() - bar.height * static_cast<float>(stop) / kPieces); };
    const ImU32 below = shade(static_cast<float>(i) / kPieces, diverging), above = shade(static_cast<float>(i + 1) / kPieces, diverging);
    list.AddRectFilledMultiColor({bar.x, edge(i + 1)}, {bar.right(), edge(i)}, above, above, below, below);
  }
}

void draw_bar(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const render::FieldStyle style = style_in_hand(shell);
  const render::FieldRange range = style.automatic_range ? shell.eye->field->range() : style.range;
  const bool all_alike = !(range.high > range.low);
  const std::string title = style.diverging ? "B less A" : title_of(shell);
  const float high = std::min(ui.px(260), picture.height - ui.px(120));
  const float wide = bar_width(shell);
  const Rect bar{picture.right() - ui.px(kMargin) - wide, picture.y + (picture.height - high) / 2, ui.px(10), high};
  draw_patch(ui, {bar.x - ui.px(8), bar.y - ui.px(36), wide + ui.px(16), high + ui.px(48)});
  draw_text({bar.x, bar.y - ui.px(29)}, ui.fonts.label, colour::kText, title);
  draw_colours(bar, all_alike, style.diverging);
  const auto y_of = [&](double v) { return std::round(bar.bottom() - static_cast<float>(render::field_position(range, v)) * (high - 1)); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = ui.fonts.small_mono->FontSize / 2;
  for (int i = 1; i <= style.isotherms; ++i) {
    const double share = static_cast<double>(i) / (style.isotherms + 1);
    const float y = y_of(range.low + share * (range.high - range.low));
    list.AddRectFilled({bar.x, y}, {bar.right(), y + 1}, share > 0.6 ? IM_COL32(0, 0, 0, 150) : IM_COL32(255, 255, 255, 150));
  }
  if (all_alike) draw_text({bar.right() + ui.px(8), y_of(range.low) - half}, ui.fonts.small_mono, colour::kMuted, significant(range.low));
  for (const render::Tick& tick : render::ticks_between(range.low, range.high, 7)) {
    const float y = y_of(tick.value);
    list.AddRectFilled({bar.right(), y}, {bar.right() + ui.px(4), y + 1}, colour::kMuted);
    draw_text({bar.right() + ui.px(8), y - half}, ui.fonts.small_mono, colour::kText, tick.text);
  }
}

void draw_brush(Shell& shell, const Rect& picture) {
  if (!shell.pointer_on_field) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (at.x < picture.x || at.y < picture.y || at.x >= picture.right() || at.y >= picture.bottom()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float radius = shell.brush.radius_px * shell.ui.scale, thick = std::max(1.0f, shell.ui.px(1.5f));
  list.PushClipRect(picture.min(), picture.max(), true);
  list.AddCircle(at, radius + 1, IM_COL32(0, 0, 0, 120), 0, thick + 1);
  list.AddCircle(at, radius, IM_COL32(255, 255, 255, shell.brush.painting ? 255 : 190), 0, thick);
  list.PopClipRect();
}

// In a corner and of a fixed width, so that nothing follows the pointer about.
void draw_probe(Shell& shell, const Rect& picture) {
  if (!shell.probe_is_on || !shell.eye->probe) return;
  Ui& ui = shell.ui;
  const render::FieldProbe& probe = *shell.eye->probe;
  const FieldShape& shape = shell.eye->field_source.shape;
  const Units units = units_of(*shell.session);
  const auto with = [](std::string number, std::string_view unit) { return unit.empty() ? number : number + " " + std::string(unit); };
  const std::string place = fmt::format("{}  {}", significant((static_cast<double>(probe.x) + 0.5) * shape.cell_width, 5),
                                        significant((static_cast<double>(probe.y) + 0.5) * shape.cell_height, 5));
  const std::array<std::array<std::string, 2>, 3> rows = {
      {{std::string(shell.session->lab().picture().quantity), with(significant(probe.value, 5), units.value)},
       {std::string(shell.session->lab().info().item), fmt::format("{}  {}", probe.x, probe.y)},
       {"at", with(place, units.length)}}};
  const float line = ui.px(20), x = picture.x + ui.px(kMargin);
  float y = picture.bottom() - ui.px(kMargin) - 3 * line;
  draw_patch(ui, {x - ui.px(8), y - ui.px(7), ui.px(236), 3 * line + ui.px(12)});
  for (const auto& [label, value] : rows) {
    draw_text({x, y - ui.px(1)}, ui.fonts.label, colour::kMuted, label);
    draw_text({x + ui.px(96), y}, ui.fonts.small_mono, colour::kText, value);
    y += line;
  }
}

}  // namespace

float room_for_bar(const Shell& shell) { return bar_width(shell) + shell.ui.px(kMargin + 16); }

float draw_field_look(Shell& shell, const Rect& header) {
  Ui& ui = shell.ui;
  const float height = ui.px(26), y = header.y + (header.height - height) / 2;
  const Rect word{header.right() - ui.px(58), y, ui.px(58), height};
  if (word_button(ui, "look", word, "look", ImGui::IsPopupOpen("look"), "Range and isotherms.")) ImGui::OpenPopup("look");
  draw_popup(shell, word);
  if (header.width < ui.px(560)) return word.x;
  const Rect lines{word.x - ui.px(92), y, ui.px(84), height};
  if (word_button(ui, "isotherms", lines, "isotherms", shell.field_style.isotherms > 0, "Lines of equal value (I).")) toggle_isotherms(shell);
  return lines.x;
}

void draw_field_overlay(Shell& shell, const Rect& picture) {
  const Ui& ui = shell.ui;
  if (!shell.eye->field || shell.eye->field->texture() == 0 || picture.width < ui.px(240) || picture.height < ui.px(160)) return;
  if (picture.width >= ui.px(480) && picture.height >= ui.px(260)) draw_bar(shell, picture);
  draw_probe(shell, picture);
  draw_field_legend(shell, picture);
  draw_brush(shell, picture);
}

}  // namespace warplight::app
