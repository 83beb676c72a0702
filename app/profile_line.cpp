#include "app/profile_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/field_look.h"
#include "app/look.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

using render::FieldLine;
using render::FieldMapping;
using render::FieldSpot;

constexpr float kReach = 9, kShortest = 5;  // pixels at scale 1

FieldSpot fraction_at(const Shell& shell, const FieldMapping& mapping, FieldSpot pixel) {
  const FieldShape& shape = shell.eye->field_source.shape;
  const FieldSpot cell = mapping.cell_at(pixel);
  return {std::clamp(cell.x / static_cast<double>(shape.width), 0.0, 1.0), std::clamp(cell.y / static_cast<double>(shape.height), 0.0, 1.0)};
}

double pixels_between(FieldSpot a, FieldSpot b) { return std::hypot(a.x - b.x, a.y - b.y); }

std::string headed(std::string_view name, std::string_view unit) {
  return unit.empty() ? std::string(name) : fmt::format("{} ({})", name, unit);
}

}  // namespace

bool has_profile(const Shell& shell) { return is_field(shell) && shell.line.fractions && shell.eye->field_source.values != 0; }

void remove_profile(Shell& shell) { shell.line = {}; }

FieldLine line_in_cells(const Shell& shell) {
  const FieldShape& shape = shell.eye->field_source.shape;
  const auto in_cells = [&](FieldSpot part) -> FieldSpot {
    return {part.x * static_cast<double>(shape.width), part.y * static_cast<double>(shape.height)};
  };
  return {in_cells(shell.line.fractions->from), in_cells(shell.line.fractions->to)};
}

int line_end_at(const Shell& shell, const FieldMapping& mapping, FieldSpot pixel) {
  if (!has_profile(shell)) return -1;
  const FieldLine line = line_in_cells(shell);
  const double from = pixels_between(mapping.pixel_at(line.from), pixel), to = pixels_between(mapping.pixel_at(line.to), pixel);
  if (std::min(from, to) > static_cast<double>(kReach * shell.ui.scale)) return -1;
  return from < to ? 0 : 1;
}

bool use_line_mouse(Shell& shell, const FieldMapping& mapping, FieldSpot pixel) {
  ProfileLine& line = shell.line;
  if (ImGui::IsItemActivated() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const bool draws = ImGui::GetIO().KeyShift;
    line.dragged = draws ? 1 : line_end_at(shell, mapping, pixel);
    if (draws) line.begun = fraction_at(shell, mapping, pixel);
    line.drawing = draws;
  }
  if (line.dragged < 0) return false;
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const FieldSpot here = fraction_at(shell, mapping, pixel);
    if (line.drawing) {
      line.fractions = FieldLine{line.begun, here};
    } else if (line.fractions) {
      (line.dragged == 0 ? line.fractions->from : line.fractions->to) = here;
    }
    return true;
  }
  line.dragged = -1;
  line.drawing = false;
  if (!has_profile(shell)) return false;
  // A click is no line.
  const FieldLine cells = line_in_cells(shell);
  const bool is_short = pixels_between(mapping.pixel_at(cells.from), mapping.pixel_at(cells.to)) < static_cast<double>(kShortest * shell.ui.scale);
  if (is_short) remove_profile(shell);
  return false;
}

void update_profile(Shell& shell, const render::FieldSource* source) {
  if (!has_profile(shell)) return;
  if (auto found = shell.profiler->take()) shell.line.profile = std::move(*found);
  if (source != nullptr && source->values != 0) shell.profiler->ask(*source, line_in_cells(shell));
}

std::string profile_as_csv(const Shell& shell) {
  const Units units = units_of(*shell.session);
  const render::FieldProfile& profile = *shell.line.profile;
  std::string text = headed("distance", units.length) + "," + headed(shell.session->lab().picture().quantity, units.value) + "\n";
  for (std::size_t i = 0; i < profile.values.size(); ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(profile.values.size() - 1);
    text += fmt::format("{:.9g},{:.9g}\n", share * profile.length, profile.values[i]);
  }
  return text;
}

}  // namespace warplight::app
