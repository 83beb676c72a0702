#include <fmt/format.h>

#include <algorithm>
#include <array>
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

// The letter of a lane in its colour; returns the width.
float draw_badge(Ui& ui, ImVec2 at, int lane, float size) {
  const Rect box{at.x, at.y, size, size};
  ImGui::GetWindowDrawList()->AddRectFilled(box.min(), box.max(), lane == 0 ? colour::kLaneA : colour::kLaneB, ui.px(5));
  draw_text_centred(box, ui.fonts.label, colour::kGround, lane == 0 ? "A" : "B");
  return size;
}

std::string clock_text(const Session& session) {
  const std::string_view unit = units_of(session).time;
  return fmt::format("step {}   t = {:.2f}{}{}", grouped(session.step()), session.time(), unit.empty() ? "" : " ", unit);
}

// Of the lane in hand. `lane`: 0 or 1 for its letter, -1 for none; then the picture's controls are in it too.
void draw_header(Shell& shell, const Rect& at, int lane) {
  Ui& ui = shell.ui;
  const Session& session = *shell.session;
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kCard, ui.px(space::kRadius),
                                            ImDrawFlags_RoundCornersTop);
  const float inside = ui.px(space::kInside);
  float x = at.x + inside;
  if (lane >= 0) x += draw_badge(ui, {x - ui.px(4), at.y + (at.height - ui.px(22)) / 2}, lane, ui.px(22)) + ui.px(6);
  x += draw_text_in({x, at.y, at.width * 0.4f, at.height}, ui.fonts.title, colour::kText, session.info().name);
  if (const std::string choice = session.choice(); !choice.empty()) {
    x += ui.px(12);
    x += draw_text_in({x, at.y, at.width * 0.4f, at.height}, ui.fonts.label, colour::kMuted, choice);
  }
  const Rect room{at.x, at.y, at.width - ui.px(10), at.height};
  float right = room.right() - ui.px(6);
  if (lane < 0) right = (is_field(shell) ? draw_field_look(shell, room) : draw_look(shell, room)) - ui.px(20);
  const std::string clock = clock_text(session);
  if (x + ui.px(24) + text_width(ui.fonts.small_mono, clock) < right) {
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
    shell.redraw();
  }
  const float moved = std::max(std::fabs(io.MousePos.x - shell.pressed.x), std::fabs(io.MousePos.y - shell.pressed.y));
  if (ImGui::IsItemDeactivated() && moved < kClickReach) click_body(shell, io.MousePos.x - at.x, io.MousePos.y - at.y);
  if (ImGui::IsItemDeactivated()) shell.pressed = {-1e6f, -1e6f};
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    shell.camera.zoom(io.MouseWheel);
    shell.redraw();
  }
}

// After the picture's button, for the lane that has the pointer.
void use_mouse(Shell& shell, const Rect& at) {
  if (is_field(shell)) {
    if (shell.eye->field_source.values != 0) use_field_mouse(shell, at);
  } else {
    move_camera(shell, at);
  }
}

void fit(Shell& shell, const Rect& at) {
  if (!std::exchange(shell.fits, false)) return;
  if (is_field(shell)) {
    shell.field_view = {};
  } else {
    follow(shell, {});
    shell.camera.fit(shell.session->bounds(), at.width / at.height);
  }
  shell.redraw();
}

// Of what is in hand; 0 where there is none yet.
unsigned picture_of(Shell& shell, const Rect& at) {
  const auto width = static_cast<int>(at.width), height = static_cast<int>(at.height);
  if (is_field(shell)) {
    draw_field(shell, width, height);
    return shell.eye->field ? shell.eye->field->texture() : 0;
  }
  draw_bodies(shell, width, height);
  return shell.eye->points ? shell.eye->points->texture() : 0;
}

// The part of the texture from one share of its width to another.
void put(Ui& ui, unsigned texture, const Rect& at, float from = 0, float to = 1) {
  if (texture == 0 || !(from < to)) return;
  const ImVec2 min(std::round(at.x + from * at.width), at.y), max(std::round(at.x + to * at.width), at.bottom());
  const ImDrawFlags corners = (from == 0 ? ImDrawFlags_RoundCornersBottomLeft : 0) | (to == 1 ? ImDrawFlags_RoundCornersBottomRight : 0);
  ImGui::GetWindowDrawList()->AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture)), min, max, {from, 1},
                                              {to, 0}, IM_COL32_WHITE, ui.px(space::kRadius),
                                              corners == 0 ? ImDrawFlags_RoundCornersNone : corners);
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

bool contains(const Rect& rect, ImVec2 point) {
  return point.x >= rect.x && point.y >= rect.y && point.x < rect.right() && point.y < rect.bottom();
}

// The black behind the picture, its tools and its button; what is drawn until end_picture lies under the tools.
void begin_picture(Shell& shell, const Rect& at, const char* id) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at.min(), at.max(), IM_COL32(0, 0, 0, 255), shell.ui.px(space::kRadius), ImDrawFlags_RoundCornersBottom);
  if (is_field(shell)) {
    // What comes first takes the pointer, what comes last lies on top.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    if (is_lane_a(shell)) draw_tools(shell, at);
    list.ChannelsSetCurrent(0);
  }
  ImGui::SetCursorScreenPos(at.min());
  ImGui::InvisibleButton(id, {at.width, at.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
}

void end_picture(Shell& shell, const Rect& at) {
  const Rect seen{at.x, at.y, at.width, at.height - shell.covered};
  if (is_field(shell)) {
    ImGui::GetWindowDrawList()->ChannelsMerge();
    if (is_lane_a(shell)) draw_profile_line(shell, at);
    draw_field_overlay(shell, seen);
  } else {
    draw_overlay(shell, at);
  }
  if (const std::string activity = shell.session->activity(); !activity.empty()) {
    draw_pill(shell.ui, seen, activity, shell.session->cancellable());
  }
}

Rect below_header(const Rect& at, float header) { return {at.x, at.y + header, at.width, at.height - header}; }

void draw_one(Shell& shell, const Rect& at, float header, int lane) {
  if (header > 0) draw_header(shell, {at.x, at.y, at.width, header}, lane);
  const Rect picture = below_header(at, header);
  begin_picture(shell, picture, lane == 1 ? "picture B" : "picture");
  if (lane < 0 || lane == shell.pointed) use_mouse(shell, picture);
  fit(shell, picture);
  put(shell.ui, picture_of(shell, picture), picture);
  end_picture(shell, picture);
}

void draw_side_by_side(Shell& shell, const Rect& at, float header) {
  const float gap = shell.ui.px(8), width = std::floor((at.width - gap) / 2);
  const std::array<Rect, 2> rects = {Rect{at.x, at.y, width, at.height}, Rect{at.x + width + gap, at.y, width, at.height}};
  // Who has begun a drag keeps it.
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsMouseDown(ImGuiMouseButton_Right) &&
      !ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
    shell.pointed = shell.lanes->has(1) && contains(rects[1], ImGui::GetIO().MousePos) ? 1 : 0;
  }
  for (const int lane : {0, 1}) {
    if (!shell.lanes->has(lane)) continue;
    shell.take(lane);
    draw_one(shell, rects[static_cast<std::size_t>(lane)], header, lane);
  }
  shell.take(0);
}

// Both names over one picture.
void draw_both_header(Shell& shell, const Rect& at, int brighter) {
  Ui& ui = shell.ui;
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kCard, ui.px(space::kRadius), ImDrawFlags_RoundCornersTop);
  const float y = at.y + (at.height - ui.px(22)) / 2, text_y = at.y + (at.height - ui.fonts.small_mono->FontSize) / 2;
  const float half = at.width / 2;
  for (const int lane : {0, 1}) {
    const Session& session = (*shell.lanes)[lane];
    const ImU32 shade = brighter < 0 || brighter == lane ? colour::kText : colour::kDim;
    float x = at.x + static_cast<float>(lane) * half + ui.px(12);
    x += draw_badge(ui, {x, y}, lane, ui.px(22)) + ui.px(8);
    x += draw_text_in({x, at.y, half * 0.5f, at.height}, ui.fonts.title, shade, session.info().name);
    const std::string clock = clock_text(session);
    const float right = at.x + static_cast<float>(lane + 1) * half - ui.px(16);
    if (x + ui.px(16) + text_width(ui.fonts.small_mono, clock) < right) {
      draw_text_right({right, text_y}, ui.fonts.small_mono, colour::kMuted, clock);
    }
  }
}

void draw_wipe_handle(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const float x = std::round(picture.x + shell.wipe * picture.width), middle = picture.y + picture.height / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({x - 1, picture.y}, {x + 1, picture.bottom()}, colour::kText);
  const float half = ui.px(13);
  list.AddRectFilled({x - half, middle - half}, {x + half, middle + half}, colour::kRaised, half);
  list.AddRect({x - half, middle - half}, {x + half, middle + half}, colour::kText, half, 0, std::max(1.0f, ui.px(1.5f)));
  for (const float side : {-1.0f, 1.0f}) {
    const float tip = x + side * ui.px(8), base = x + side * ui.px(4);
    list.AddTriangleFilled({tip, middle}, {base, middle - ui.px(4)}, {base, middle + ui.px(4)}, side < 0 ? colour::kLaneA : colour::kLaneB);
  }
}

// Before the picture's button, so that it takes the pointer.
void use_wipe_handle(Shell& shell, const Rect& picture) {
  const float reach = shell.ui.px(10), x = picture.x + shell.wipe * picture.width;
  ImGui::SetCursorScreenPos({x - reach, picture.y});
  ImGui::InvisibleButton("wipe", {2 * reach, picture.height});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) shell.wipe = std::clamp((ImGui::GetIO().MousePos.x - picture.x) / picture.width, 0.0f, 1.0f);
}

bool shows_b_now() { return std::fmod(ImGui::GetTime(), 1.2) >= 0.6; }

void draw_difference_facts(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const Units units = units_of(*shell.session);
  const std::string_view unit = is_field(shell) ? units.value : units.length;
  const auto with = [&](double value) { return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit); };
  std::string line = "no difference measured yet";
  if (!shell.lanes->same_moment()) {
    line = "the lanes are at different steps: lockstep compares the same moment (G)";
  } else if (!shell.apart.empty()) {
    line = fmt::format("{}: largest {}, RMS {}", is_field(shell) ? "B less A" : "how far B has each from A's place", with(shell.apart.last().most),
                       with(shell.apart.last().rms));
  }
  const float width = text_width(ui.fonts.label, line) + ui.px(24);
  const float below_tools = is_field(shell) ? ui.px(52) : ui.px(12);
  const Rect patch{picture.x + ui.px(12), picture.y + below_tools, width, ui.px(30)};
  ImGui::GetWindowDrawList()->AddRectFilled(patch.min(), patch.max(), faded(colour::kGround, 0.75f), ui.px(space::kRowRadius));
  draw_text_in({patch.x + ui.px(12), patch.y, width, patch.height}, ui.fonts.label, colour::kText, line);
}

void draw_over_each_other(Shell& shell, const Rect& at, float header) {
  Ui& ui = shell.ui;
  const bool blinks = shell.view == View::blink;
  const int shown = blinks ? (shows_b_now() ? 1 : 0) : -1;
  if (header > 0) draw_both_header(shell, {at.x, at.y, at.width, header}, shown);
  const Rect picture = below_header(at, header);
  shell.pointed = 0;
  shell.take(0);
  if (shell.view == View::wipe) use_wipe_handle(shell, picture);
  begin_picture(shell, picture, "picture");
  use_mouse(shell, picture);
  fit(shell, picture);
  if (shell.view == View::difference) {
    shell.eye = &shell.eyes[2];
    if (shell.eye->points && shell.lanes->same_moment()) put(ui, picture_of(shell, picture), picture);
    shell.take(0);
  } else {
    std::array<unsigned, 2> textures{};
    for (const int lane : {0, 1}) {
      shell.take(lane);
      textures[static_cast<std::size_t>(lane)] = picture_of(shell, picture);
    }
    shell.take(0);
    const float edge = blinks ? static_cast<float>(1 - shown) : shell.wipe;
    put(ui, textures[0], picture, 0, edge);
    put(ui, textures[1], picture, edge, 1);
    if (!blinks) draw_wipe_handle(shell, picture);
  }
  end_picture(shell, picture);
  if (shell.view == View::difference) draw_difference_facts(shell, picture);
}

// The views and the pairing, over the pictures of two lanes; the picture's own controls at the right.
void draw_lanes_bar(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  const float height = ui.px(28), y = at.y + (at.height - height) / 2;
  const Rect views{at.x, y, std::min(ui.px(330), at.width), height};
  const int view = segments(ui, "views", views, kViewNames.data(), static_cast<int>(kViewNames.size()), static_cast<int>(shell.view));
  if (view >= 0) set_view(shell, static_cast<View>(view));
  const Rect pairings{views.right() + ui.px(12), y, ui.px(160), height};
  if (pairings.right() > at.right()) return;
  static constexpr const char* kPairings[] = {"lockstep", "race"};
  const int pairing = segments(ui, "pairing", pairings, kPairings, 2, static_cast<int>(shell.lanes->pairing()));
  if (pairing >= 0) shell.lanes->set_pairing(static_cast<Pairing>(pairing));
  const Rect room{pairings.right() + ui.px(12), at.y, at.right() - pairings.right() - ui.px(12), at.height};
  if (room.width < ui.px(70)) return;
  if (is_field(shell)) {
    draw_field_look(shell, room);
  } else {
    draw_look(shell, room);
  }
}

}  // namespace

void draw_picture(Shell& shell, const Rect& at) {
  shell.picture_hidden = at.width < 1 || at.height < 1;
  if (shell.picture_hidden) return;
  const float header = at.height > shell.ui.px(160) ? shell.ui.px(kHeader) : 0;
  if (!shell.lanes->has(1)) {
    shell.pointed = 0;
    draw_one(shell, at, header, -1);
    return;
  }
  const float bar = at.height > shell.ui.px(240) ? shell.ui.px(40) : 0;
  if (bar > 0) draw_lanes_bar(shell, {at.x, at.y, at.width, bar});
  const Rect rest = below_header(at, bar);
  if (shell.view == View::side_by_side) {
    draw_side_by_side(shell, rest, header);
  } else {
    draw_over_each_other(shell, rest, header);
  }
}

}  // namespace warplight::app
