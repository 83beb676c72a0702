#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panels.h"
#include "sim/catalog.h"

namespace warplight::app {
namespace {

std::string_view first_sentence(std::string_view text) {
  const std::size_t end = text.find(". ");
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

// A popup of rows; the index of the one that was clicked, or -1.
template <class Name, class Note>
int menu(Ui& ui, const char* id, const Rect& below, int count, int chosen, Name name, Note note) {
  int clicked = -1;
  ImGui::SetNextWindowPos({below.x, below.bottom() + ui.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  if (ImGui::BeginPopup(id)) {
    const float room = ImGui::GetIO().DisplaySize.x - below.x - ui.px(28);
    const float width = std::max(below.width, std::min(ui.px(600), room)), height = ui.px(50);
    for (int i = 0; i < count; ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const Rect row{at.x, at.y, width, height};
      ImGui::PushID(i);
      if (hit("row", row)) {
        clicked = i;
        ImGui::CloseCurrentPopup();
      }
      if (ImGui::IsItemHovered()) {
        ImGui::GetWindowDrawList()->AddRectFilled(row.min(), row.max(), colour::kHairline, ui.px(space::kRowRadius));
      }
      ImGui::PopID();
      draw_text({row.x + ui.px(12), row.y + ui.px(5)}, ui.fonts.body, i == chosen ? colour::kLaneA : colour::kText, name(i));
      draw_text_in({row.x + ui.px(12), row.y + ui.px(25), width - ui.px(24), ui.px(20)}, ui.fonts.label, colour::kMuted,
                   first_sentence(note(i)));
      ImGui::SetCursorScreenPos({at.x, row.bottom()});
    }
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    ui.menu_open = true;
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return clicked;
}

void draw_scene_menu(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  const auto scenes = session.lab().scenes();
  int chosen = -1;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (session.file().empty() && scenes[i].name == session.scene()) chosen = static_cast<int>(i);
  }
  const std::string title =
      chosen >= 0 ? std::string(scenes[static_cast<std::size_t>(chosen)].title) : session.file().filename().string();
  if (hit("scene", at)) ImGui::OpenPopup("scenes");
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kCard, ui.px(space::kRowRadius));
  }
  help(ui, title, chosen >= 0 ? scenes[static_cast<std::size_t>(chosen)].look : "a state file");
  draw_text_in({at.x + ui.px(8), at.y, at.width - ui.px(34), at.height}, ui.fonts.body, colour::kText, title);
  draw_icon({at.right() - ui.px(26), at.y, ui.px(20), at.height}, Icon::down, colour::kMuted, ui.scale * 0.9f);
  const auto name = [&](int i) { return scenes[static_cast<std::size_t>(i)].title; };
  const auto look = [&](int i) { return scenes[static_cast<std::size_t>(i)].look; };
  const int clicked = menu(ui, "scenes", at, static_cast<int>(scenes.size()), chosen, name, look);
  if (clicked >= 0 && clicked != chosen) shell.lanes->set_scene(scenes[static_cast<std::size_t>(clicked)].name);
}

// Returns the width that it took.
float draw_lab_menu(Shell& shell, ImVec2 at, float height) {
  Ui& ui = shell.ui;
  const LabInfo& lab = shell.session->lab().info();
  const Rect name{at.x, at.y, text_width(ui.fonts.body, lab.title) + ui.px(12), height};
  if (hit("lab", name)) ImGui::OpenPopup("labs");
  const bool hovered = ImGui::IsItemHovered();
  help(ui, lab.title, lab.what);
  if (hovered) ImGui::GetWindowDrawList()->AddRectFilled(name.min(), name.max(), colour::kCard, ui.px(space::kRowRadius));
  draw_text_in({at.x + ui.px(6), at.y, name.width, height}, ui.fonts.body, hovered ? colour::kText : colour::kMuted, lab.title);
  const float arrow = draw_text_in({name.right(), at.y, ui.px(20), height}, ui.fonts.body, colour::kMuted, "›");
  const auto labs = catalog();
  const auto chosen = std::ranges::find(labs, &shell.session->lab()) - labs.begin();
  const auto title = [&](int i) { return labs[static_cast<std::size_t>(i)]->info().title; };
  const auto what = [&](int i) { return labs[static_cast<std::size_t>(i)]->info().what; };
  const int clicked = menu(ui, "labs", name, static_cast<int>(labs.size()), static_cast<int>(chosen), title, what);
  if (clicked >= 0 && clicked != chosen) shell.wants_lab = labs[static_cast<std::size_t>(clicked)];
  return name.width + arrow + ui.px(2);
}

void draw_transport(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kRaised, at.height / 2);
  Rect button{at.x + ui.px(12), at.y + ui.px(2), ui.px(40), at.height - ui.px(4)};
  const bool playing = shell.lanes->playing();
  if (icon_button(ui, "play", button, playing ? Icon::pause : Icon::play, playing ? "Pause (space)" : "Play (space)")) {
    toggle_play(shell);
  }
  button.x += ui.px(42);
  if (icon_button(ui, "step", button, Icon::step, "One step (.)")) shell.lanes->step_once();
  button.x += ui.px(42);
  if (icon_button(ui, "reset", button, Icon::reset, "The scene from its start (R)")) shell.lanes->reset();
  button.x += ui.px(46);
  button.width = ui.px(26);
  if (icon_button(ui, "fewer", button, Icon::minus, "Fewer steps a frame ([)")) change_steps(shell, -1);
  const Rect count{button.right(), at.y, ui.px(46), at.height};
  draw_text_centred(count, ui.fonts.mono, colour::kText, fmt::format("{}×", session.steps_a_frame()));
  hit("steps", count);
  help(ui, "Steps a frame", "More of them show how fast a rung really is: one step may be too short to see.");
  button.x = count.right();
  if (icon_button(ui, "more", button, Icon::plus, "More steps a frame (])")) change_steps(shell, +1);
}

void draw_machine(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  const Facts& facts = shell.facts;
  const bool there = !facts.gpu.empty();
  const std::string name = there ? facts.gpu : "no GPU in use";
  const std::string rest = there ? (facts.interop.works ? "OpenGL interop" : "copies through the host") : "host rungs";
  const float rest_width = text_width(ui.fonts.label, rest), name_width = text_width(ui.fonts.label, name);
  const float width = rest_width + name_width + ui.px(40);
  if (width > at.width) return;
  const Rect whole{at.right() - width, at.y, width, at.height};
  const float y = at.y + (at.height - ui.fonts.label->FontSize) / 2;
  hit("machine", whole);
  help(ui, name, (there ? facts.interop.summary : facts.no_gpu) +
                     (facts.interop.advice.empty() ? "" : "\n\n" + facts.interop.advice));
  ImGui::GetWindowDrawList()->AddCircleFilled({whole.x + ui.px(6), at.y + at.height / 2}, ui.px(4.5f),
                                              shell.lanes->lost()      ? colour::kBad
                                              : there                  ? colour::kGood
                                                                       : colour::kDim);
  draw_text({whole.x + ui.px(20), y}, ui.fonts.label, colour::kText, name);
  draw_text({whole.x + ui.px(36) + name_width, y}, ui.fonts.label, colour::kMuted, rest);
}

}  // namespace

void draw_top_bar(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  ui.menu_open = false;
  const float text_y = at.y + (at.height - ui.fonts.title->FontSize) / 2;
  float x = at.x + ui.px(20);
  x += draw_text({x, text_y}, ui.fonts.title, colour::kText, "Warplight") + ui.px(24);
  if (at.width >= ui.px(640)) {
    ImGui::GetWindowDrawList()->AddLine({x, at.y + ui.px(14)}, {x, at.bottom() - ui.px(14)}, colour::kHairline);
    x += ui.px(20);
    x += draw_lab_menu(shell, {x - ui.px(6), at.y + ui.px(9)}, at.height - ui.px(18));
    const float width = ui.px(at.width >= ui.px(1100) ? 230 : 180);
    draw_scene_menu(shell, {x, at.y + ui.px(9), width, at.height - ui.px(18)});
    x += width + ui.px(12);
  }
  const float pill = ui.px(246);
  const float centre = std::max(x, at.x + (at.width - pill) / 2);
  if (centre + pill <= at.right()) draw_transport(shell, {centre, at.y + ui.px(9), pill, at.height - ui.px(18)});
  const float machine = centre + pill + ui.px(16);
  ui.close_menus = false;
  draw_machine(shell, {machine, at.y, at.right() - ui.px(20) - machine, at.height});
}

}  // namespace warplight::app
