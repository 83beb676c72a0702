#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/field_look.h"
#include "app/look.h"
#include "app/panels.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr float kHeader = 40;
constexpr float kClickReach = 4;  // pixels that a click may slip

void draw_header(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  const Session& session = *shell.session;
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kCard, ui.px(space::kRadius),
                                            ImDrawFlags_RoundCornersTop);
  const float inside = ui.px(space::kInside);
  float name = draw_text_in({at.x + inside, at.y, at.width * 0.4f, at.height}, ui.fonts.title, colour::kText,
                            session.info().name);
  if (const std::string choice = session.choice(); !choice.empty()) {
    const float from = name + ui.px(12);
    name = from + draw_text_in({at.x + inside + from, at.y, at.width * 0.4f, at.height}, ui.fonts.label, colour::kMuted,
                               choice);
  }
  const Rect room{at.x, at.y, at.width - ui.px(10), at.height};
  const float right = (is_field(shell) ? draw_field_look(shell, room) : draw_look(shell, room)) - ui.px(20);
  const std::string_view unit = units_of(session).time;
  const std::string clock = fmt::format("step {}   t = {:.2f}{}{}", grouped(session.step()), session.time(), unit.empty() ? "" : " ", unit);
  if (at.x + inside + name + ui.px(24) + text_width(ui.fonts.small_mono, clock) < right) {
    draw_text_right({right, at.y + (at.height - ui.fonts.small_mono->FontSize) / 2}, ui.fonts.small_mono, colour::kMuted, clock);
  }
}

void move_camera(Shell& shell, const Rect& at) {
  const ImGuiIO& io = ImGui::GetIO();
  const float dx = io.MouseDelta.x / std::max(at.height, 1.0f), dy = io.MouseDelta.y / std::max(at.height, 1.0f);
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (ImGui::IsItemActivated() && left) shell.pressed = io.MousePos;
  if (ImGui::IsItemActive() && (dx != 0 || dy != 0)) {
    if (left && !io.KeyShift) {
      shell.camera.orbit(dx, dy);
    } else {
      if (follows(shell)) follow(shell, {});
      shell.camera.pan(dx, dy);
    }
    shell.picture_changed = true;
  }
  const float moved = std::max(std::fabs(io.MousePos.x - shell.pressed.x), std::fabs(io.MousePos.y - shell.pressed.y));
  if (ImGui::IsItemDeactivated() && moved < kClickReach) click_body(shell, io.MousePos.x - at.x, io.MousePos.y - at.y);
  if (ImGui::IsItemDeactivated()) shell.pressed = {-1e6f, -1e6f};
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    shell.camera.zoom(io.MouseWheel);
    shell.picture_changed = true;
  }
}

// Both after the picture's button; they return the texture.
unsigned bodies_picture(Shell& shell, const Rect& at) {
  move_camera(shell, at);
  if (std::exchange(shell.fits, false)) {
    follow(shell, {});
    shell.camera.fit(shell.session->bounds(), at.width / at.height);
    shell.picture_changed = true;
  }
  draw_bodies(shell, static_cast<int>(at.width), static_cast<int>(at.height));
  return shell.points->texture();
}

unsigned field_picture(Shell& shell, const Rect& at) {
  if (std::exchange(shell.fits, false)) {
    shell.field_view = {};
    shell.picture_changed = true;
  }
  if (shell.field_source.values != 0) use_field_mouse(shell, at);
  draw_field(shell, static_cast<int>(at.width), static_cast<int>(at.height));
  return shell.field->texture();
}

void draw_pill(Ui& ui, const Rect& picture, const std::string& text, bool cancellable) {
  const std::string line = text + (cancellable ? "  ·  Esc cancels" : "");
  const float width = text_width(ui.fonts.label, line) + ui.px(44);
  const Rect pill{picture.x + (picture.width - width) / 2, picture.bottom() - ui.px(48), width, ui.px(32)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(pill.min(), pill.max(), faded(colour::kRaised, 0.92f), pill.height / 2);
  list.AddCircleFilled({pill.x + ui.px(18), pill.y + pill.height / 2}, ui.px(4), colour::kWarn);
  draw_text({pill.x + ui.px(30), pill.y + (pill.height - ui.fonts.label->FontSize) / 2}, ui.fonts.label, colour::kText, line);
}

}  // namespace

void draw_picture(Shell& shell, const Rect& at) {
  shell.picture_hidden = at.width < 1 || at.height < 1;
  if (shell.picture_hidden) return;
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  const float header = at.height > ui.px(160) ? ui.px(kHeader) : 0;
  if (header > 0) draw_header(shell, {at.x, at.y, at.width, header});
  const Rect picture{at.x, at.y + header, at.width, at.height - header};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(picture.min(), picture.max(), IM_COL32(0, 0, 0, 255), ui.px(space::kRadius),
                     ImDrawFlags_RoundCornersBottom);
  if (is_field(shell)) {
    // What comes first takes the pointer, what comes last lies on top.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    draw_tools(shell, picture);
    list.ChannelsSetCurrent(0);
  }
  ImGui::SetCursorScreenPos(picture.min());
  ImGui::InvisibleButton("picture", {picture.width, picture.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  const unsigned texture = is_field(shell) ? field_picture(shell, picture) : bodies_picture(shell, picture);
  if (texture != 0) {
    list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture)), picture.min(), picture.max(),
                         {0, 1}, {1, 0}, IM_COL32_WHITE, ui.px(space::kRadius), ImDrawFlags_RoundCornersBottom);
  }
  const Rect seen{picture.x, picture.y, picture.width, picture.height - shell.covered};
  if (is_field(shell)) {
    list.ChannelsMerge();
    draw_profile_line(shell, picture);
    draw_field_overlay(shell, seen);
  } else {
    draw_overlay(shell, picture);
  }
  if (const std::string activity = session.activity(); !activity.empty()) {
    draw_pill(ui, seen, activity, session.cancellable());
  }
}

}  // namespace warplight::app
