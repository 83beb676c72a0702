#include "app/panels.h"
#include "app/slider.h"

namespace warplight::app {
namespace {

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
  float y = content.y;
  std::string problem;
  for (const Knob& knob : session.lab().knobs()) {
    const Rect row{content.x, y, content.width, knob_height(ui, knob)};
    if (const auto value = draw_knob(ui, row, knob, session.knob(knob), session.default_of(knob), problem)) {
      session.set_knob(knob, *value);
    }
    y += row.height;
  }
  const auto launch = session.lab().launch_knobs(session.variant());
  if (!launch.empty()) {
    y += ui.px(2);
    ImGui::GetWindowDrawList()->AddLine({content.x, y}, {content.right(), y}, colour::kHairline);
    y += ui.px(14);
  }
  for (const Knob& knob : launch) {
    const Rect row{content.x, y, content.width, knob_height(ui, knob)};
    if (const auto value = draw_knob(ui, row, knob, session.launch(knob), knob.default_value, problem)) {
      session.set_launch(knob, *value);
    }
    y += row.height;
  }
  report(shell, problem);
  end_card(ui, y);
}

}  // namespace warplight::app
