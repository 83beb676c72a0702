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

// Beside a knob's name where two lanes have it: one value for both, or one each.
void draw_link(Shell& shell, const Rect& row, const Knob& knob) {
  Ui& ui = shell.ui;
  const bool linked = shell.lanes->linked(knob);
  const Rect word{row.x + text_width(ui.fonts.body, knob.label) + ui.px(20), row.y - ui.px(3), ui.px(52), ui.px(22)};
  if (word.right() > row.right() - ui.px(70)) return;
  ImGui::PushID(knob.name.data(), knob.name.data() + knob.name.size());
  const char* const text = linked ? "One value for both lanes. Click: one for each." : "Each lane has its own. Click: both take A's.";
  if (word_button(ui, "link", word, linked ? "A = B" : "A, B", !linked, text)) shell.lanes->set_linked(knob, !linked);
  ImGui::PopID();
}

// A knob's rows: one for both lanes, or one each. `get`, `set` of a lane, and what it begins with there.
struct KnobRows {
  Shell& shell;
  const Rect& content;
  float air;
  float y;
  std::string problem;

  template <class Get, class Set, class Normal>
  void draw(const Knob& knob, bool of_both, int lane, Get get, Set set, Normal normal) {
    Ui& ui = shell.ui;
    const bool apart = of_both && !shell.lanes->linked(knob);
    for (int one = lane; one <= (apart ? 1 : lane); ++one) {
      Knob named = knob;
      const std::string label = (one == 0 ? "A  " : "B  ") + std::string(knob.label);
      if (apart || (shell.lanes->has(1) && !of_both)) named.label = label;
      const Rect row{content.x, y, content.width, knob_height(ui, named)};
      ImGui::PushID(one);
      if (const auto value = draw_knob(ui, row, named, get(one), normal(one), problem)) set(one, *value);
      ImGui::PopID();
      if (of_both && one == lane && shell.lanes->may_unlink(knob)) draw_link(shell, row, named);
      y += row.height + air;
    }
  }
};

}  // namespace

void draw_knobs(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  Lanes& lanes = *shell.lanes;
  Session& session = *shell.session;
  Rect content = begin_card(ui, "knobs", at, "KNOBS");
  if (title_button(ui, "copy", content, "copy command", "Copies the command line for what is on screen (Ctrl C).")) {
    copy_command(shell);
  }
  std::deque<std::string> units;
  const std::vector<Knob> knobs = knobs_of(session, units);
  const auto launch = session.lab().launch_knobs(session.variant());
  KnobRows rows{shell, content, air_below(ui, content, knobs, launch), content.y, {}};
  const bool two = lanes.has(1);
  for (const Knob& knob : knobs) {
    rows.draw(
        knob, two, 0, [&](int lane) { return lanes[lane].knob(knob); }, [&](int lane, double value) { lanes.set_knob(lane, knob, value); },
        [&](int lane) { return lanes[lane].default_of(knob); });
  }
  const auto launch_of_b = two ? session.lab().launch_knobs(lanes[1].variant()) : std::span<const Knob>{};
  if (!launch.empty() || !launch_of_b.empty()) {
    rows.y += ui.px(2);
    ImGui::GetWindowDrawList()->AddLine({content.x, rows.y}, {content.right(), rows.y}, colour::kHairline);
    rows.y += ui.px(14);
  }
  const auto draw_launch = [&](const Knob& knob, bool of_both, int lane) {
    rows.draw(
        knob, of_both, lane, [&](int one) { return lanes[one].launch(knob); },
        [&](int one, double value) { lanes.set_launch(one, knob, value); }, [&](int) { return knob.default_value; });
  };
  for (const Knob& knob : launch) draw_launch(knob, two && lanes.same_launch_knob(0, knob.name) != nullptr, 0);
  for (const Knob& knob : launch_of_b) {
    if (lanes.same_launch_knob(1, knob.name) == nullptr) draw_launch(knob, false, 1);
  }
  report(shell, rows.problem);
  end_card(ui, rows.y - rows.air - ui.px(8));
}

}  // namespace warplight::app
