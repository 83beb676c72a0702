#include "app/field_look.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/look.h"
#include "app/panels.h"
#include "app/profile_line.h"

namespace warplight::app {
namespace {

using render::FieldMapping;
using render::FieldSpot;

constexpr float kLeastBrush = 2, kMostBrush = 300;  // pixels at scale 1
constexpr float kBarFrom = 480;

// What can be drawn now: the buffer, or its copy while a long step has it. Null: nothing.
const render::FieldSource* drawable(Shell& shell) {
  if (shell.session->picture() == nullptr) return nullptr;
  if (shell.session->picture_is_ready()) return &shell.eye->field_source;
  return shell.eye->copy.field().values == 0 ? nullptr : &shell.eye->copy.field();
}

double radius_of(const Shell& shell, const FieldMapping& mapping) {
  return static_cast<double>(shell.brush.radius_px * shell.ui.scale) / mapping.cell_size().x * shell.eye->field_source.shape.cell_width;
}

void use_tool(Shell& shell, const FieldMapping& mapping, FieldSpot pixel, bool other) {
  Brush& brush = shell.brush;
  const auto tools = shell.session->lab().tools();
  if (tools.empty()) return;
  int tool = tool_of(shell);
  const int swapped = tools[static_cast<std::size_t>(tool)].other;
  if (other && swapped >= 0) tool = swapped;
  brush.radius = radius_of(shell, mapping);
  const FieldSpot to = mapping.cell_at(pixel);
  const FieldSpot from = brush.painting ? brush.last : to;
  const bool own = tools[static_cast<std::size_t>(tool)].takes == ToolInfo::Takes::own;
  shell.lanes->use(tool, {.from_x = from.x,
                            .from_y = from.y,
                            .to_x = to.x,
                            .to_y = to.y,
                            .radius = brush.radius,
                            .value = own ? own_value(shell) : brush_value(shell, other && swapped < 0)});
  brush.last = to;
  brush.painting = true;
}

void take_wheel(Shell& shell, const FieldMapping& mapping, FieldSpot pixel) {
  const ImGuiIO& io = ImGui::GetIO();
  const float turned = io.MouseWheel != 0 ? io.MouseWheel : io.MouseWheelH;  // with shift some systems turn it sideways
  if (turned == 0) return;
  if (io.KeyShift) {
    shell.brush.radius_px = std::clamp(shell.brush.radius_px * std::pow(1.15f, turned), kLeastBrush, kMostBrush);
  } else {
    shell.field_view = mapping.zoomed(pixel, std::pow(1.2, turned));
    shell.redraw();
  }
}

void ask_probe(Shell& shell, const FieldMapping& mapping, FieldSpot pixel) {
  const FieldSpot cell = mapping.cell_at(pixel);
  const auto x = static_cast<std::int64_t>(std::floor(cell.x)), y = static_cast<std::int64_t>(std::floor(cell.y));
  const FieldShape& shape = shell.eye->field_source.shape;
  shell.probe_is_on = x >= 0 && y >= 0 && x < shape.width && y < shape.height;
  shell.probe_x = x;
  shell.probe_y = y;
}

}  // namespace

bool is_field(const Shell& shell) { return shell.session->lab().picture().kind == Picture::Kind::field; }

void set_range(Shell& shell, render::FieldRange range) {
  if (!(range.low < range.high)) return;
  shell.field_style.automatic_range = false;
  shell.field_style.range = range;
  shell.redraw();
}

void toggle_automatic_range(Shell& shell) {
  if (shell.field_style.automatic_range) shell.field_style.range = shell.eye->field->range();
  shell.field_style.automatic_range = !shell.field_style.automatic_range;
  shell.redraw();
}

void set_isotherms(Shell& shell, int count) {
  shell.field_style.isotherms = std::clamp(count, 0, 50);
  if (count > 0) shell.last_isotherms = count;
  shell.redraw();
}

void toggle_isotherms(Shell& shell) { set_isotherms(shell, shell.field_style.isotherms > 0 ? 0 : shell.last_isotherms); }

int tool_of(const Shell& shell) {
  const auto count = static_cast<int>(shell.session->lab().tools().size());
  return shell.brush.tool < count ? shell.brush.tool : 0;
}

void choose_tool(Shell& shell, int tool) {
  if (tool >= 0 && tool < static_cast<int>(shell.session->lab().tools().size())) shell.brush.tool = tool;
}

bool choose_tool_by_key(Shell& shell, int key) {
  const auto tools = shell.session->lab().tools();
  const auto found = std::ranges::find(tools, static_cast<char>(key), &ToolInfo::key);
  if (key < 'A' || key > 'Z' || found == tools.end()) return false;
  choose_tool(shell, static_cast<int>(found - tools.begin()));
  return true;
}

double usual_value(Shell& shell) {
  const auto tools = shell.session->lab().tools();
  const auto usual = tools.empty() ? nullptr : tools[static_cast<std::size_t>(tool_of(shell))].usual;
  if (usual == nullptr) return 0;
  if (!shell.brush.painting) shell.brush.ends = shell.eye->field->range();
  // Two digits: what is shown is what is placed.
  const double value = usual(shell.session->loaded_params(), shell.brush.radius, shell.brush.ends.high - shell.brush.ends.low);
  const double unit = value != 0 ? std::pow(10, std::floor(std::log10(std::fabs(value))) - 1) : 1;
  return std::round(value / unit) * unit;
}

double own_value(Shell& shell) { return std::isnan(shell.brush.own) ? usual_value(shell) : shell.brush.own; }

double brush_value(Shell& shell, bool cold) {
  const double chosen = cold ? shell.brush.cold : shell.brush.hot;
  if (!std::isnan(chosen)) return chosen;
  // Held while a stroke lasts: what it paints would widen an automatic range.
  if (!shell.brush.painting) shell.brush.ends = shell.eye->field->range();
  const render::FieldRange ends = shell.brush.ends;
  if (cold) return ends.low;
  return ends.high > ends.low ? ends.high : ends.low + std::max(1.0, std::fabs(ends.low));
}

// Both lanes in the colours of A, so that they can be compared; the difference about zero, in colours of its own.
render::FieldStyle style_in_hand(Shell& shell) {
  render::FieldStyle style = shell.field_style;
  if (is_difference(shell)) {
    const double most = shell.apart.empty() ? 0 : shell.apart.last().most;
    style.automatic_range = false;
    style.range = {most > 0 ? -most : -1, most > 0 ? most : 1};
    style.diverging = true;
    style.isotherms = 0;
  } else if (!is_lane_a(shell) && style.automatic_range) {
    style.automatic_range = false;
    style.range = shell.eye_of(0).field->range();
  }
  return style;
}

void use_field_mouse(Shell& shell, const Rect& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const FieldMapping mapping(shell.field_view, shell.eye->field_source.shape, static_cast<int>(picture.width),
                             static_cast<int>(picture.height), shell.field_style.reserved_px);
  const FieldSpot pixel{io.MousePos.x - picture.x, io.MousePos.y - picture.y};
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left), right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  const bool active = ImGui::IsItemActive();
  if (use_line_mouse(shell, mapping, pixel)) {
    shell.brush.painting = false;
  } else if (active && (left || right) && !io.KeyShift) {
    use_tool(shell, mapping, pixel, right || io.KeyCtrl);
  } else {
    shell.brush.painting = false;
    if (active && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
      shell.field_view = mapping.panned(io.MouseDelta.x, io.MouseDelta.y);
      shell.redraw();
    }
  }
  shell.pointer_on_field = ImGui::IsItemHovered() || active;
  shell.probe_is_on = false;
  shell.brush.radius = radius_of(shell, mapping);
  if (!shell.pointer_on_field) return;
  take_wheel(shell, mapping, pixel);
  ask_probe(shell, mapping, pixel);
  // Where the line has the mouse there is no brush.
  const bool on_end = shell.line.dragged >= 0 || line_end_at(shell, mapping, pixel) >= 0;
  if (on_end && !shell.brush.painting) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if ((on_end || io.KeyShift) && !shell.brush.painting) shell.pointer_on_field = false;
}

void draw_field(Shell& shell, int width, int height) {
  if (const auto probe = shell.eye->field->take_probe()) shell.eye->probe = probe;
  if (is_lane_a(shell)) update_profile(shell, drawable(shell));
  const render::FieldSource* source = drawable(shell);
  if (source != nullptr && shell.probe_is_on) shell.eye->field->probe(*source, shell.probe_x, shell.probe_y);
  const double reserved = static_cast<float>(width) >= shell.ui.px(kBarFrom) ? room_for_bar(shell) : 0;
  if (reserved != shell.field_style.reserved_px) shell.redraw();
  // What stands still is seen in its own range, however it came there.
  const bool stands = !shell.session->playing();
  if (stands && !shell.eye->stood) shell.redraw();
  const bool sized = shell.eye->field->width() == width && shell.eye->field->height() == height;
  if (!shell.eye->changed && sized) return;
  if (source == nullptr || source->values == 0) return;
  const auto now = std::chrono::steady_clock::now();
  double seconds = std::chrono::duration<double>(now - shell.eye->last_picture).count();
  if (stands) seconds = std::numeric_limits<double>::infinity();
  shell.eye->last_picture = now;
  shell.eye->stood = stands;
  shell.field_style.scale = shell.ui.scale;
  shell.field_style.reserved_px = reserved;
  shell.eye->field->draw(*source, shell.field_view, style_in_hand(shell), width, height, seconds);
  shell.session->record(Span::draw, shell.eye->field->draw_ms());
  shell.eye->changed = false;
}

}  // namespace warplight::app
