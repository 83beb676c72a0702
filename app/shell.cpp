#include "app/shell.h"

#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/field_look.h"
#include "app/look.h"
#include "app/profile_line.h"

namespace warplight::app {

void Eye::open() {
  if (!points) points = std::make_unique<render::PointsRenderer>();
  if (!field) field = std::make_unique<render::FieldRenderer>();
}

void Eye::forget() {
  source = {};
  field_source = {};
  copy.drop();
  probe.reset();
  changed = true;
}

void Shell::redraw() {
  for (Eye& one : eyes) one.changed = true;
}

bool Shell::changed() const {
  if (!lanes->has(1)) return eye_of(0).changed;
  return view == View::difference ? eyes[2].changed : eye_of(0).changed || eye_of(1).changed;
}

void Shell::take(int lane) {
  session = &(*lanes)[lane];
  eye = &eye_of(lane);
}

void toggle_play(Shell& shell) { shell.lanes->set_playing(!shell.lanes->playing()); }

void put_hints_away(Shell& shell) {
  shell.show_hints = false;
  shell.settings.hints = false;
}

void toggle_compare(Shell& shell) {
  Lanes& lanes = *shell.lanes;
  if (lanes.count() == 2) {
    lanes.close_b();
    shell.eye_of(1).forget();
    shell.redraw();
    return;
  }
  const int variant = lanes.suits_b();
  if (variant < 0) {
    lanes.a().note(Note::Kind::warn, "there is no other rung here to compare with");
  } else {
    lanes.open_b(variant);
  }
}

void set_view(Shell& shell, View view) {
  shell.view = view;
  shell.redraw();
}

void toggle_pairing(Shell& shell) {
  shell.lanes->set_pairing(shell.lanes->pairing() == Pairing::race ? Pairing::lockstep : Pairing::race);
}

void toggle_vsync(Shell& shell) { shell.settings.vsync = !shell.settings.vsync; }

void copy_command(Shell& shell) {
  const std::string line = shell.lanes->command_line();
  ImGui::SetClipboardText(line.c_str());
  shell.lanes->a().note(Note::Kind::info, "copied: " + line);
}

void change_steps(Shell& shell, int direction) {
  const int now = shell.lanes->a().steps_a_frame();
  shell.lanes->set_steps_a_frame(direction > 0 ? now * 2 : now / 2);
}

void change_scale(Shell& shell, int direction) {
  const double wanted = direction == 0 ? 1.0 : shell.settings.ui_scale + 0.125 * direction;
  shell.settings.ui_scale = std::clamp(wanted, 0.5, 3.0);
}

namespace {

bool act_with_control(Shell& shell, int key) {
  switch (key) {
    case GLFW_KEY_C: copy_command(shell); return true;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: change_scale(shell, +1); return true;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: change_scale(shell, -1); return true;
    case GLFW_KEY_0: change_scale(shell, 0); return true;
    default: return false;
  }
}

void escape(Shell& shell) {
  if (shell.show_keys) {
    shell.show_keys = false;
  } else if (shell.ui.menu_open) {
    shell.ui.close_menus = true;
  } else if (shell.show_hints) {
    put_hints_away(shell);
  } else if (shell.lanes->cancellable()) {
    shell.lanes->cancel();
  } else if (has_profile(shell)) {
    remove_profile(shell);
  } else if (!is_field(shell) && follows(shell)) {
    follow(shell, {});
  }
}

bool act_on_bodies(Shell& shell, int key) {
  switch (key) {
    case GLFW_KEY_C: shell.lanes->find_bounds(); return true;
    case GLFW_KEY_K: next_colour(shell); return true;
    case GLFW_KEY_COMMA: change_exposure(shell, -0.5); return true;
    case GLFW_KEY_SLASH: change_exposure(shell, +0.5); return true;
    case GLFW_KEY_E: toggle_automatic_exposure(shell); return true;
    case GLFW_KEY_T: toggle_trails(shell); return true;
    case GLFW_KEY_F: toggle_follow(shell); return true;
    default: return false;
  }
}

bool act_on_field(Shell& shell, int key) {
  switch (key) {
    case GLFW_KEY_C: shell.fits = true; return true;
    case GLFW_KEY_E: toggle_automatic_range(shell); return true;
    case GLFW_KEY_I: toggle_isotherms(shell); return true;
    default: return choose_tool_by_key(shell, key);
  }
}

}  // namespace

bool act_on_key(Shell& shell, int key, int mods) {
  if ((mods & GLFW_MOD_CONTROL) != 0) return act_with_control(shell, key);
  if ((mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return false;
  const int lane = (mods & GLFW_MOD_SHIFT) != 0 ? 1 : 0;
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9) {
    shell.lanes->select(lane, key - GLFW_KEY_1);
    return true;
  }
  switch (key) {
    case GLFW_KEY_0: shell.lanes->select(lane, shell.session->lab().variant_count() - 1); return true;
    case GLFW_KEY_TAB: shell.lanes->swap(); shell.take(0); return true;
    case GLFW_KEY_N: toggle_compare(shell); return true;
    case GLFW_KEY_G: toggle_pairing(shell); return true;
    case GLFW_KEY_Y: set_view(shell, static_cast<View>((static_cast<std::size_t>(shell.view) + 1) % kViewNames.size())); return true;
    case GLFW_KEY_SPACE: toggle_play(shell); return true;
    case GLFW_KEY_PERIOD: shell.lanes->step_once(); return true;
    case GLFW_KEY_R: shell.lanes->reset(); return true;
    case GLFW_KEY_V: toggle_vsync(shell); return true;
    case GLFW_KEY_LEFT_BRACKET: change_steps(shell, -1); return true;
    case GLFW_KEY_RIGHT_BRACKET: change_steps(shell, +1); return true;
    case GLFW_KEY_F1: shell.show_keys = !shell.show_keys; return true;
    case GLFW_KEY_F11: shell.wants_full_screen = true; return true;
    case GLFW_KEY_F12: shell.wants_screenshot = true; return true;
    case GLFW_KEY_ESCAPE: escape(shell); return true;
    default: return is_field(shell) ? act_on_field(shell, key) : act_on_bodies(shell, key);
  }
}

}  // namespace warplight::app
