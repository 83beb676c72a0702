#include <algorithm>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "app/look.h"
#include "app/panels.h"
#include "app/slider.h"

namespace warplight::app {
namespace {

// What is left of the card's height goes between the knobs, up to a comfortable distance.
float air_below(const Ui& ui, const Rect& content, const std::vector<Knob>& knobs, std::span<const Knob> launch) {
  float needed = launch.empty() ? 0 : ui.px(16);
  for (const Knob& knob : knobs) needed += knob_height(ui, knob);
  for (const Knob& knob : launch) needed += knob_height(ui, knob);
  const auto count = static_cast<float>(std::max<std::size_t>(1, knobs.size() + launch.size()));
  return std::clamp((content.height + ui.px(space::kInside) - needed) / count, 0.0f, ui.px(7));
}

// Those that matter now, their units those of the scene; what the texts lie in is kept in `units`.
std::vector<Knob> knobs_of(const Session& session, std::deque<std::string>& units) {
  std::vector<Knob> shown;
  for (const Knob& knob : session.lab().knobs()) {
    if (knob.of_files && session.file().empty()) continue;
    shown.push_back(knob);
    shown.back().unit = units.emplace_back(unit_text(knob.unit, units_of(session)));
  }
  return shown;
}

void report(Shell& shell, const std::string& problem) {
  if (!problem.empty()) shell.session->note(Note::Kind::warn, problem);
}

}  // namespace

void draw_knobs(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  Rect content = begin_card(ui, "knobs", at, "KNOBS");
  if (title_button(ui, "copy", content, "copy command", "Copies the command line for what is on screen (Ctrl C).")) {
    copy_command(shell);
  }
  std::deque<std::string> units;
  const std::vector<Knob> knobs = knobs_of(session, units);
  const auto launch = session.lab().launch_knobs(session.variant());
  const float air = air_below(ui, content, knobs, launch);
  float y = content.y;
  std::string problem;
  for (const Knob& knob : knobs) {
    const Rect row{content.x, y, content.width, knob_height(ui, knob)};
    if (const auto value = draw_knob(ui, row, knob, session.knob(knob), session.default_of(knob), problem)) {
      shell.lanes->set_knob(0, knob, *value);
    }
    y += row.height + air;
  }
  if (!launch.empty()) {
    y += ui.px(2);
    ImGui::GetWindowDrawList()->AddLine({content.x, y}, {content.right(), y}, colour::kHairline);
    y += ui.px(14);
  }
  for (const Knob& knob : launch) {
    const Rect row{content.x, y, content.width, knob_height(ui, knob)};
    if (const auto value = draw_knob(ui, row, knob, session.launch(knob), knob.default_value, problem)) {
      shell.lanes->set_launch(0, knob, *value);
    }
    y += row.height + air;
  }
  report(shell, problem);
  end_card(ui, y - air - ui.px(8));
}

}  // namespace warplight::app
