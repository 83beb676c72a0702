// The tools of a field: a slim row over the picture, what they take in a popup, and what is marked in the picture.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/field_look.h"
#include "app/look.h"
#include "app/panels.h"
#include "app/slider.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr float kMargin = 16, kPopupWide = 300;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr Knob kSize{.name = "brush",
                     .label = "Size",
                     .unit = "px",
                     .help = "How far the tool reaches around the pointer. Shift and wheel do the same.",
                     .min = 2,
                     .max = 300,
                     .scale = KnobScale::log,
                     .step = 1};

const ToolInfo& chosen_tool(const Shell& shell) {
  return shell.session->lab().tools()[static_cast<std::size_t>(tool_of(shell))];
}

// Sliders for values reach as far beyond the range in use as that is wide.
Knob shown_knob(const char* name, std::string_view label, const char* text, const render::FieldRange& range) {
  const double wide = range.high > range.low ? range.high - range.low : std::max(1.0, std::fabs(range.low));
  return {.name = name, .label = label, .unit = "", .help = text, .min = range.low - wide, .max = range.high + wide};
}

void draw_shown_knob(Shell& shell, Rect& row, bool cold, std::string_view label, const char* text, std::string& problem) {
  Ui& ui = shell.ui;
  double& chosen = cold ? shell.brush.cold : shell.brush.hot;
  const render::FieldRange range = shell.eye->field->range();
  const double now = brush_value(shell, cold), normal = std::isnan(chosen) ? now : cold ? range.low : range.high;
  const Knob knob = shown_knob(cold ? "cold" : "hot", label, text, range);
  if (const auto v = draw_knob(ui, row, knob, now, normal, problem)) chosen = *v == normal ? kNone : *v;
  row.y += ui.px(50);
}

void draw_values(Shell& shell, Rect& row, std::string& problem) {
  Ui& ui = shell.ui;
  const ToolInfo& tool = chosen_tool(shell);
  if (tool.takes == ToolInfo::Takes::shown && tool.other < 0) {
    draw_shown_knob(shell, row, false, "Hot paint", "What the left button paints. Double click: the high end of the range.", problem);
    draw_shown_knob(shell, row, true, "Cold paint", "What the right button paints. Double click: the low end of the range.", problem);
  } else if (tool.takes == ToolInfo::Takes::shown) {
    draw_shown_knob(shell, row, false, "Value", "What the cells are held at. Double click: the high end of the range.", problem);
  } else if (tool.takes == ToolInfo::Takes::own) {
    const double usual = usual_value(shell), most = 10 * std::max(std::fabs(usual), 1e-12);
    const Knob knob{.name = tool.name, .label = tool.value_label, .unit = tool.unit,
                    .help = "Double click: what suits the size of the brush and the range of the colours.", .min = -most, .max = most};
    const double now = own_value(shell);
    if (const auto v = draw_knob(ui, row, knob, now, std::isnan(shell.brush.own) ? now : usual, problem)) {
      shell.brush.own = *v == usual ? kNone : *v;
    }
    row.y += ui.px(50);
  }
}

void draw_popup(Shell& shell, const Rect& below) {
  Ui& ui = shell.ui;
  const float inside = ui.px(space::kInside), width = ui.px(kPopupWide);
  const ToolInfo& tool = chosen_tool(shell);
  const int values = tool.takes == ToolInfo::Takes::nothing ? 0 : tool.takes == ToolInfo::Takes::shown && tool.other < 0 ? 2 : 1;
  ImGui::SetNextWindowPos({below.x, below.bottom() + ui.px(8)});
  ImGui::SetNextWindowSize({width, ui.px(static_cast<float>(40 + 50 * values)) + 2 * inside});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(space::kRadius));
  ImGui::PushStyleColor(ImGuiCol_PopupBg, colour::kCard);
  if (ImGui::BeginPopup("tool", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 corner = ImGui::GetWindowPos();
    Rect row{corner.x + inside, corner.y + inside, width - 2 * inside, ui.px(45)};
    std::string problem;
    if (const auto v = draw_knob(ui, row, kSize, std::round(shell.brush.radius_px), 24, problem)) {
      shell.brush.radius_px = static_cast<float>(*v);
    }
    row.y += ui.px(50);
    draw_values(shell, row, problem);
    if (!problem.empty()) shell.session->note(Note::Kind::warn, problem);
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    ui.menu_open = true;
    ImGui::EndPopup();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

// "power q 0.13", "100", and how wide: what a drag does now.
std::string value_text(Shell& shell) {
  const ToolInfo& tool = chosen_tool(shell);
  const std::string size = fmt::format("{:.0f} px", shell.brush.radius_px);
  if (tool.takes == ToolInfo::Takes::own) {
    std::string label(tool.value_label);
    if (!label.empty()) label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
    return label + " " + significant(own_value(shell), 3) + "  ·  " + size;
  }
  if (tool.takes == ToolInfo::Takes::shown) return significant(brush_value(shell, false), 4) + "  ·  " + size;
  return size;
}

// As in the picture.
void draw_swatch(const Rect& at, int kind, float scale) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 a{std::floor(at.x), std::floor(at.y)}, b{a.x + std::floor(at.width), a.y + std::floor(at.height)};
  const ImU32 lines[] = {rgb(0x747C85), rgb(0xFFCC73), rgb(0x8CE6FF), rgb(0xEDF5FF)};
  if (kind == 0) {
    list.AddRectFilled(a, b, lines[0], 2 * scale);
    const float half = std::floor(at.width / 2);
    for (const float from : {0.0f, half}) {
      list.AddLine({a.x + from + half, a.y}, {a.x + from, a.y + half}, rgb(0x555C65), scale);
      list.AddLine({a.x + from + half, a.y + half}, {a.x + from, b.y}, rgb(0x555C65), scale);
    }
    return;
  }
  list.AddRectFilled(a, b, IM_COL32(0, 0, 0, 110), 2 * scale);
  list.AddRect(a, b, lines[kind], 2 * scale, 0, std::max(1.0f, 1.5f * scale));
  if (kind < 3) list.AddCircleFilled({(a.x + b.x) / 2, (a.y + b.y) / 2}, 2 * scale, lines[kind]);
}

struct Piece {
  float width, label;
};

std::vector<Piece> pieces_of(const Ui& ui, std::span<const ToolInfo> tools) {
  std::vector<Piece> pieces;
  for (const ToolInfo& tool : tools) {
    const float label = text_width(ui.fonts.label, tool.label), key = text_width(ui.fonts.small_mono, {&tool.key, 1});
    pieces.push_back({ui.px(10) + label + ui.px(6) + key + ui.px(10), label});
  }
  return pieces;
}

void draw_tool(Shell& shell, int index, const Rect& at, float label) {
  Ui& ui = shell.ui;
  const ToolInfo& tool = shell.session->lab().tools()[static_cast<std::size_t>(index)];
  const bool on = index == tool_of(shell);
  if (hit(tool.name.data(), at)) choose_tool(shell, index);
  const bool lit = on || ImGui::IsItemHovered();
  const std::string with_other = tool.other < 0 || tool.other == index ? "" : " The right button erases.";
  help(ui, {}, fmt::format("{}{} ({})", tool.does, with_other, tool.key));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (lit) list.AddRectFilled(at.min(), at.max(), on ? colour::kHairline : colour::kRaised, at.height / 2);
  const float x = at.x + ui.px(10);
  draw_text({x, at.y + (at.height - ui.fonts.label->FontSize) / 2}, ui.fonts.label, lit ? colour::kText : colour::kMuted, tool.label);
  draw_text({x + label + ui.px(6), at.y + (at.height - ui.fonts.small_mono->FontSize) / 2}, ui.fonts.small_mono,
            on ? colour::kLaneA : colour::kDim, {&tool.key, 1});
}

}  // namespace

void draw_tools(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const auto tools = shell.session->lab().tools();
  if (tools.empty() || picture.height < ui.px(200)) return;
  const std::vector<Piece> pieces = pieces_of(ui, tools);
  float wide = ui.px(4);
  for (const Piece& piece : pieces) wide += piece.width;
  const float room = picture.width - 2 * ui.px(kMargin), high = ui.px(26);
  if (wide + ui.px(4) > room) return;  // the keys still choose
  const float value = ui.px(172);
  const bool with_value = wide + ui.px(12) + value <= room;
  const Rect row{picture.x + ui.px(kMargin), picture.y + ui.px(12), wide + ui.px(4) + (with_value ? ui.px(8) + value : 0), high + ui.px(8)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(row.min(), row.max(), faded(colour::kGround, 0.9f), row.height / 2);
  float x = row.x + ui.px(4);
  for (std::size_t i = 0; i < tools.size(); ++i) {
    draw_tool(shell, static_cast<int>(i), {x, row.y + ui.px(4), pieces[i].width, high}, pieces[i].label);
    x += pieces[i].width;
  }
  if (!with_value) {
    hit("tools", row);  // its gaps are no picture
    return;
  }
  list.AddRectFilled({x + ui.px(3), row.y + ui.px(9)}, {x + ui.px(4), row.bottom() - ui.px(9)}, colour::kHairline);
  const Rect word{x + ui.px(8), row.y + ui.px(4), value, high};
  if (word_button(ui, "tool", word, value_text(shell), ImGui::IsPopupOpen("tool"), "What the tool places, and how large: click to change.")) {
    ImGui::OpenPopup("tool");
  }
  draw_popup(shell, word);
  hit("tools", row);  // its gaps are no picture
}

void draw_field_legend(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const std::uint32_t kinds = shell.eye->field->kinds();
  if (kinds == 0) return;
  const float side = ui.px(13), line = ui.px(20);
  float wide = 0;
  for (std::size_t k = 0; k < render::kFieldKindWords.size(); ++k) {
    if ((kinds >> k & 1u) != 0) wide += side + ui.px(7) + text_width(ui.fonts.label, render::kFieldKindWords[k]) + ui.px(16);
  }
  wide -= ui.px(16);
  float x = picture.right() - ui.px(kMargin) - wide;
  const float y = picture.bottom() - ui.px(kMargin) - line;
  if (x < picture.x + ui.px(kMargin)) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x - ui.px(10), y - ui.px(5)}, {x + wide + ui.px(10), y + line + ui.px(5)},
                                            faded(colour::kGround, 0.8f), ui.px(space::kRowRadius));
  for (std::size_t k = 0; k < render::kFieldKindWords.size(); ++k) {
    if ((kinds >> k & 1u) == 0) continue;
    draw_swatch({x, y + (line - side) / 2, side, side}, static_cast<int>(k), ui.scale);
    x += side + ui.px(7);
    x += draw_text({x, y + (line - ui.fonts.label->FontSize) / 2}, ui.fonts.label, colour::kText, render::kFieldKindWords[k]) + ui.px(16);
  }
}

}  // namespace warplight::app
