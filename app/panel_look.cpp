// The picture's controls: colours in its header, the rest behind the word "look".
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "app/look.h"
#include "app/panels.h"
#include "app/slider.h"

namespace warplight::app {
namespace {

using render::Follow;

constexpr const char* kColours[] = {"group", "speed", "mass"};
constexpr float kWidth = 336;

constexpr Knob kExposure{.name = "exposure",
                         .label = "Exposure",
                         .unit = "stops",
                         .help = "Each stop doubles the light. Automatic: as the picture needs it. Double-click: automatic.",
                         .min = -12,
                         .max = 12,
                         .step = 0.1};
constexpr Knob kTrails{.name = "trails",
                       .label = "Trails",
                       .unit = "steps",
                       .help = "After so many steps a trail has faded to a third. 0: no trails. T shows and hides them.",
                       .min = 0,
                       .max = 10000,
                       .scale = KnobScale::log,
                       .kind = KnobKind::integer};

void draw_colours(Shell& shell, const Rect& at) {
  const int clicked = segments(shell.ui, "colour", at, kColours, 3, static_cast<int>(shell.style.colour));
  if (clicked >= 0) set_colour(shell, static_cast<render::BodyColour>(clicked));
}

void draw_exposure(Shell& shell, const Rect& row, std::string& problem) {
  Ui& ui = shell.ui;
  const bool automatic = shell.style.automatic_exposure;
  const double now = std::round(10 * exposure_in_use(shell)) / 10;
  // Without a default of its own: where it is not automatic a dot says so, and a double click makes it automatic again.
  const double normal = automatic ? now : std::numeric_limits<double>::quiet_NaN();
  const auto chosen = draw_knob(ui, row, kExposure, now, normal, problem);
  if (chosen && !(automatic && *chosen == now)) set_exposure(shell, *chosen);
  const float label = text_width(ui.fonts.body, kExposure.label) + ui.px(22);
  const Rect word{row.x + label, row.y - ui.px(4), ui.px(58), ui.px(24)};
  if (word_button(ui, "automatic", word, "auto", automatic, "Automatic: the exposure follows the picture, slowly (E).")) {
    toggle_automatic_exposure(shell);
  }
}

void draw_follow(Shell& shell, Rect at) {
  Ui& ui = shell.ui;
  draw_text({at.x, at.y}, ui.fonts.body, colour::kText, "Follow");
  const Follow& now = shell.style.follow;
  const std::string body = now.what == Follow::What::body ? fmt::format("body {}", now.body) : "a body";
  const char* const names[] = {"nothing", "centre of mass", body.c_str()};
  at.y += ui.px(26);
  at.height = ui.px(26);
  const int clicked = segments(ui, "follow", at, names, 3, static_cast<int>(now.what));
  if (clicked >= 0 && clicked != static_cast<int>(Follow::What::body)) follow(shell, {.what = static_cast<Follow::What>(clicked)});
  draw_text({at.x, at.bottom() + ui.px(8)}, ui.fonts.label, colour::kMuted, "Click a body in the picture to follow it.");
}

void draw_popup(Shell& shell, const Rect& below, bool with_colours) {
  Ui& ui = shell.ui;
  const float inside = ui.px(space::kInside), width = ui.px(kWidth);
  const float height = ui.px(with_colours ? 260 : 196) + 2 * inside - ui.px(8);
  ImGui::SetNextWindowPos({std::max(0.0f, below.right() - width), below.bottom() + ui.px(6)});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(space::kRadius));
  ImGui::PushStyleColor(ImGuiCol_PopupBg, colour::kCard);
  if (ImGui::BeginPopup("look", ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar)) {
    const ImVec2 corner = ImGui::GetWindowPos();
    Rect row{corner.x + inside, corner.y + inside, width - 2 * inside, ui.px(45)};
    if (with_colours) {
      draw_text({row.x, row.y}, ui.fonts.body, colour::kText, "Colour by");
      draw_colours(shell, {row.x, row.y + ui.px(26), row.width, ui.px(26)});
      row.y += ui.px(68);
    }
    std::string problem;
    draw_exposure(shell, row, problem);
    row.y += ui.px(54);
    if (const auto steps = draw_knob(ui, row, kTrails, shell.style.trail_steps, 0, problem)) set_trails(shell, *steps);
    row.y += ui.px(58);
    draw_follow(shell, row);
    if (!problem.empty()) shell.session->note(Note::Kind::warn, problem);
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    ui.menu_open = true;
    ImGui::EndPopup();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace

float draw_look(Shell& shell, const Rect& header) {
  Ui& ui = shell.ui;
  const bool with_colours = header.width >= ui.px(560);
  const float height = ui.px(26), y = header.y + (header.height - height) / 2;
  const Rect word{header.right() - ui.px(58), y, ui.px(58), height};
  const bool open = ImGui::IsPopupOpen("look");
  if (word_button(ui, "look", word, "look", open, "Exposure, trails, and what the picture follows.")) ImGui::OpenPopup("look");
  draw_popup(shell, word, !with_colours);
  if (!with_colours) return word.x;
  const Rect colours{word.x - ui.px(190), y, ui.px(182), height};
  draw_colours(shell, colours);
  return colours.x;
}

}  // namespace warplight::app
