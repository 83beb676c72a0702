// The field along a line: the curve with its axes, and the line over the picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/look.h"
#include "app/panels.h"
#include "app/profile_line.h"
#include "render/ticks.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

using render::FieldProfile;
using render::FieldSpot;
using render::Tick;

std::string with_unit(std::string number, std::string_view unit) {
  return unit.empty() ? number : number + " " + std::string(unit);
}

// From a tick to a tick, so that the axis stands still while values move a little.
struct Axis {
  double low = 0, high = 1;
  std::vector<Tick> ticks;
  float share(double value) const { return static_cast<float>((value - low) / (high - low)); }
};

Axis value_axis(const FieldProfile& profile, int most) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : profile.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(low <= high)) return {0, 1, {}};
  const double least = 1e-6 * std::max(std::fabs(low), std::fabs(high));  // below it, float's rounding would be plotted
  if (high - low <= least) {
    const double half = low == 0 ? 1 : 0.5 * std::fabs(low);
    low -= half;
    high += half;
  }
  const std::vector<Tick> within = render::ticks_between(low, high, most);
  if (within.size() < 2) return {low, high, within};
  const double step = within[1].value - within[0].value;
  Axis axis{step * std::floor(low / step + 1e-6), step * std::ceil(high / step - 1e-6), {}};
  axis.ticks = render::ticks_between(axis.low, axis.high, most + 2);
  return axis;
}

struct Plot {
  Rect area;
  Axis value, distance;
  ImVec2 at(double x, double y) const {
    return {area.x + distance.share(x) * area.width, area.bottom() - std::clamp(value.share(y), 0.0f, 1.0f) * area.height};
  }
};

Plot lay_out_plot(const Ui& ui, const Rect& content, const FieldProfile& profile) {
  Plot plot;
  const float line = ui.fonts.small_mono->FontSize;
  const float high = std::max(0.0f, content.height - line - ui.px(4));
  plot.value = value_axis(profile, std::clamp(static_cast<int>(high / (2.2f * line)), 2, 6));
  float gutter = ui.px(20);
  for (const Tick& tick : plot.value.ticks) gutter = std::max(gutter, text_width(ui.fonts.small_mono, tick.text));
  gutter += ui.px(8);
  plot.area = {content.x + gutter, content.y + ui.px(2), content.width - gutter - ui.px(10), high};
  plot.distance = {0, profile.length, render::ticks_between(0, profile.length, std::clamp(static_cast<int>(plot.area.width / ui.px(70)), 2, 12))};
  return plot;
}

void draw_axes(const Ui& ui, const Plot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect& area = plot.area;
  const float half = std::floor(ui.fonts.small_mono->FontSize / 2);
  for (const Tick& tick : plot.value.ticks) {
    const float y = std::round(plot.at(0, tick.value).y);
    list.AddRectFilled({area.x, y}, {area.right(), y + 1}, faded(colour::kHairline, 0.8f));
    draw_text_right({area.x - ui.px(8), y - half}, ui.fonts.small_mono, colour::kMuted, tick.text);
  }
  for (const Tick& tick : plot.distance.ticks) {
    const float x = std::round(plot.at(tick.value, plot.value.low).x), width = text_width(ui.fonts.small_mono, tick.text);
    list.AddRectFilled({x, area.bottom()}, {x + 1, area.bottom() + ui.px(4)}, colour::kMuted);
    draw_text({std::clamp(x - width / 2, area.x, area.right() + ui.px(10) - width), area.bottom() + ui.px(5)}, ui.fonts.small_mono, colour::kMuted, tick.text);
  }
}

double distance_of(const FieldProfile& profile, std::size_t i) {
  return profile.length * static_cast<double>(i) / static_cast<double>(profile.values.size() - 1);
}

void draw_curve(const Ui& ui, const Plot& plot, const FieldProfile& profile) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto stroke = [&] {
    list.PathStroke(colour::kLaneA, 0, std::max(1.0f, ui.px(1.6f)));
  };
  for (std::size_t i = 0; i < profile.values.size(); ++i) {
    if (std::isfinite(profile.values[i])) {
      list.PathLineTo(plot.at(distance_of(profile, i), profile.values[i]));
    } else {
      stroke();  // a gap
    }
  }
  stroke();
}

// What the curve is under the pointer; shown on the picture too.
void draw_pointed(Shell& shell, const Plot& plot, const FieldProfile& profile) {
  Ui& ui = shell.ui;
  shell.line.pointed = std::numeric_limits<double>::quiet_NaN();
  hit("curve", plot.area);
  if (!ImGui::IsItemHovered() || profile.values.size() < 2) return;
  const double share = std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - plot.area.x) / plot.area.width), 0.0, 1.0);
  const auto i = static_cast<std::size_t>(std::lround(share * static_cast<double>(profile.values.size() - 1)));
  shell.line.pointed = share;
  const Units units = units_of(*shell.session);
  const std::string text = fmt::format("{}   at {}", with_unit(significant(profile.values[i], 5), units.value),
                                       with_unit(significant(distance_of(profile, i), 4), units.length));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 spot = plot.at(distance_of(profile, i), std::isfinite(profile.values[i]) ? profile.values[i] : plot.value.low);
  list.AddRectFilled({spot.x, plot.area.y}, {spot.x + 1, plot.area.bottom()}, faded(colour::kMuted, 0.6f));
  list.AddCircleFilled(spot, ui.px(4), colour::kText);
  const float width = text_width(ui.fonts.small_mono, text) + ui.px(16);
  const bool left = spot.x + width + ui.px(10) > plot.area.right();
  const Rect patch{left ? spot.x - width - ui.px(8) : spot.x + ui.px(8), plot.area.y, width, ui.px(24)};
  list.AddRectFilled(patch.min(), patch.max(), faded(colour::kRaised, 0.94f), ui.px(space::kRowRadius));
  draw_text({patch.x + ui.px(8), patch.y + (patch.height - ui.fonts.small_mono->FontSize) / 2}, ui.fonts.small_mono, colour::kText, text);
}

void draw_heading(Shell& shell, const Rect& card, const Rect& content) {
  Ui& ui = shell.ui;
  const Units units = units_of(*shell.session);
  const std::string quantity = std::string(shell.session->lab().picture().quantity) + (units.value.empty() ? "" : fmt::format(", {},", units.value));
  const double length = render::length_of(line_in_cells(shell), shell.eye->field_source.shape);
  const std::string text = fmt::format("{} along the line: {} from dot to ring", quantity, with_unit(significant(length, 4), units.length));
  const float x = content.x + text_width(ui.fonts.label, "PROFILE") + ui.px(14), y = content.y - ui.px(29);
  draw_text_in({x, y, card.right() - ui.px(150) - x, ui.fonts.label->FontSize}, ui.fonts.label, colour::kText, text);
}

}  // namespace

Rect profile_place(const Ui& ui, const Layout& layout) {
  const float bottom = layout.clock.empty() ? layout.picture.bottom() : layout.clock.bottom();
  const float room = bottom - layout.picture.y;
  const float least = layout.clock.empty() ? 0 : layout.clock.height;
  const float height = std::max(least, std::min(std::clamp(0.28f * room, ui.px(168), ui.px(260)), 0.5f * room));
  return {layout.picture.x, bottom - std::floor(height), layout.picture.width, std::floor(height)};
}

float covered_by_profile(const Ui& ui, const Layout& layout) {
  return std::max(0.0f, layout.picture.bottom() - profile_place(ui, layout).y + ui.px(space::kGap));
}

void draw_profile(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  const float gap = ui.px(space::kGap);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y - gap}, at.max(), colour::kGround);
  Rect content = begin_card(ui, "profile", at, "PROFILE");
  const Rect title = content;
  const float close = text_width(ui.fonts.label, "close") + ui.px(24);
  const bool closes = title_button(ui, "close", title, "close", "Removes the line (Esc); the clock comes back.");
  const auto& profile = shell.line.profile;
  const Rect copy{title.x, title.y, title.width - close, title.height};
  if (title_button(ui, "copy", copy, "copy", "Copies the curve as CSV: distance and value, a row each.") && profile) {
    ImGui::SetClipboardText(profile_as_csv(shell).c_str());
    shell.session->note(Note::Kind::info, fmt::format("copied: {} values along the line, as CSV", grouped(static_cast<std::int64_t>(profile->values.size()))));
  }
  draw_heading(shell, at, content);
  content.y -= ui.px(2);
  content.height += ui.px(6);
  if (profile && profile->length > 0 && content.height > ui.px(40)) {
    const Plot plot = lay_out_plot(ui, content, *profile);
    draw_axes(ui, plot);
    draw_curve(ui, plot, *profile);
    draw_pointed(shell, plot, *profile);
  }
  end_card(ui, content.y);
  if (closes) remove_profile(shell);
}

void draw_profile_line(Shell& shell, const Rect& picture) {
  if (!has_profile(shell)) return;
  const Ui& ui = shell.ui;
  const render::FieldMapping mapping(shell.field_view, shell.eye->field_source.shape, static_cast<int>(picture.width),
                                     static_cast<int>(picture.height), shell.field_style.reserved_px);
  const render::FieldLine line = line_in_cells(shell);
  const auto on_screen = [&](FieldSpot cell) {
    const FieldSpot pixel = mapping.pixel_at(cell);
    return ImVec2(picture.x + static_cast<float>(pixel.x), picture.y + static_cast<float>(pixel.y));
  };
  const ImVec2 from = on_screen(line.from), to = on_screen(line.to);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(picture.min(), picture.max(), true);
  const ImU32 dark = IM_COL32(0, 0, 0, 170);
  list.AddLine(from, to, dark, ui.px(3.5f));
  list.AddLine(from, to, colour::kText, std::max(1.0f, ui.px(1.5f)));
  const float radius = ui.px(5);
  list.AddCircleFilled(from, radius + ui.px(1.5f), dark);
  list.AddCircleFilled(from, radius, colour::kText);
  list.AddCircleFilled(to, radius + ui.px(1.5f), dark);
  list.AddCircle(to, radius - ui.px(0.5f), colour::kText, 0, std::max(1.0f, ui.px(2)));
  if (const double p = shell.line.pointed; !std::isnan(p)) {
    const auto share = static_cast<float>(p);
    const ImVec2 spot(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
    list.AddCircleFilled(spot, radius, dark);
    list.AddCircleFilled(spot, radius - ui.px(1.5f), colour::kLaneA);
  }
  list.PopClipRect();
}

}  // namespace warplight::app
