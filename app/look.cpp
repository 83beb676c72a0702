#include "app/look.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warplight::app {
namespace {

using render::BodyColour;
using render::Follow;

constexpr double kMostStops = 12;
constexpr double kUsualTrail = 120;  // steps: two seconds of them at 60 frames a second
constexpr float kPickReach = 14;     // pixels at scale 1
constexpr std::string_view kColourNames[] = {"group", "speed", "mass"};  // in the order of BodyColour

// What can be drawn now: the buffers, or their copy while a long step has them. Null: nothing.
const render::PointsSource* drawable(Shell& shell) {
  if (shell.session->picture() == nullptr) return nullptr;
  if (shell.session->picture_is_ready()) return &shell.eye->source;
  return shell.eye->copy.empty() ? nullptr : &shell.eye->copy.source();
}

// What the GPU has found out meanwhile.
void take_answers(Shell& shell) {
  if (const auto body = shell.eye->points->take_pick(); body && *body >= 0) {
    follow(shell, {.what = Follow::What::body, .body = *body});
  }
  const render::BodyFacts& facts = shell.eye->points->body_facts();
  // So that the view stays where it is when it no longer follows.
  if (is_lane_a(shell) && follows(shell) && facts.of == shell.style.follow) shell.camera.target = facts.position;
}

}  // namespace

void take_look(Shell& shell, const Settings& settings) {
  const auto* const name = std::ranges::find(kColourNames, settings.colour);
  if (name != std::end(kColourNames)) shell.style.colour = static_cast<BodyColour>(name - kColourNames);
  shell.style.automatic_exposure = settings.automatic_exposure;
  shell.style.exposure = static_cast<float>(settings.exposure);
  shell.style.trail_steps = settings.trails;
  shell.last_trails = settings.trails > 0 ? settings.trails : kUsualTrail;
}

void keep_look(const Shell& shell, Settings& settings) {
  settings.colour = kColourNames[static_cast<std::size_t>(shell.style.colour)];
  settings.automatic_exposure = shell.style.automatic_exposure;
  settings.exposure = shell.style.exposure;
  settings.trails = shell.style.trail_steps;
}

void set_colour(Shell& shell, BodyColour colour) {
  shell.style.colour = colour;
  shell.redraw();
}

void next_colour(Shell& shell) {
  set_colour(shell, static_cast<BodyColour>((static_cast<std::size_t>(shell.style.colour) + 1) % std::size(kColourNames)));
}

bool is_difference(const Shell& shell) { return shell.eye == &shell.eyes[2]; }
bool is_lane_a(const Shell& shell) { return !is_difference(shell) && shell.session == &shell.lanes->a(); }

double exposure_in_use(Shell& shell) {
  const Eye& of_a = shell.eye_of(0);
  return shell.style.automatic_exposure ? of_a.points->light_facts().stops : shell.style.exposure;
}

void set_exposure(Shell& shell, double stops) {
  shell.style.automatic_exposure = std::isnan(stops);
  if (!std::isnan(stops)) shell.style.exposure = static_cast<float>(std::clamp(stops, -kMostStops, kMostStops));
  shell.redraw();
}

void change_exposure(Shell& shell, double stops) {
  set_exposure(shell, std::round(2 * (exposure_in_use(shell) + stops)) / 2);
}

void toggle_automatic_exposure(Shell& shell) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  set_exposure(shell, shell.style.automatic_exposure ? exposure_in_use(shell) : none);
}

void set_trails(Shell& shell, double steps) {
  shell.style.trail_steps = steps;
  if (steps > 0) shell.last_trails = steps;
  shell.redraw();
}

void toggle_trails(Shell& shell) { set_trails(shell, shell.style.trail_steps > 0 ? 0 : shell.last_trails); }

bool follows(const Shell& shell) { return shell.style.follow.what != Follow::What::nothing; }

void follow(Shell& shell, const Follow& wanted) {
  shell.style.follow = wanted;
  shell.redraw();
}

void toggle_follow(Shell& shell) {
  follow(shell, {.what = follows(shell) ? Follow::What::nothing : Follow::What::centre});
}

void click_body(Shell& shell, float x, float y) {
  const render::PointsSource* source = drawable(shell);
  if (source != nullptr) shell.eye->points->pick(*source, shell.camera, shell.style, x, y, kPickReach * shell.ui.scale);
}

// Both lanes in the light of A, so that they can be compared; the difference by how far the bodies have parted.
render::PointsStyle body_style_in_hand(Shell& shell) {
  render::PointsStyle style = shell.style;
  if (is_difference(shell)) {
    style.colour = BodyColour::speed;
    style.speed_reference = static_cast<float>(std::max(shell.apart.empty() ? 0.0 : shell.apart.last().rms, 1e-20));
    style.trail_steps = 0;
  }
  if (!is_lane_a(shell) && style.automatic_exposure) {
    style.exposure = static_cast<float>(exposure_in_use(shell));
    style.automatic_exposure = false;
  }
  return style;
}

void draw_bodies(Shell& shell, int width, int height) {
  take_answers(shell);
  // What stands still is exposed as it is, however it came there.
  const bool stands = !shell.session->playing();
  if (stands && !shell.eye->stood) shell.redraw();
  const bool sized = shell.eye->points->width() == width && shell.eye->points->height() == height;
  if (!shell.eye->changed && sized) return;
  const render::PointsSource* source = drawable(shell);
  if (source == nullptr || source->position == 0) return;
  if (shell.style.follow.body >= source->count) follow(shell, {});
  const auto now = std::chrono::steady_clock::now();
  render::Moment moment{.step = static_cast<double>(shell.session->step())};
  if (!stands) moment.seconds = std::chrono::duration<double>(now - shell.eye->last_picture).count();
  shell.eye->last_picture = now;
  shell.eye->stood = stands;
  shell.style.scale = shell.ui.scale;
  shell.eye->points->draw(*source, shell.camera, body_style_in_hand(shell), width, height, moment);
  shell.session->record(Span::draw, shell.eye->points->draw_ms());
  shell.eye->changed = false;
}

Units units_of(const Session& session) {
  if (!session.file().empty()) return {};
  for (const SceneInfo& scene : session.lab().scenes()) {
    if (scene.name == session.scene()) return scene.units;
  }
  return {};
}

std::string speed_unit(const Units& units) {
  if (units.length.empty() || units.time.empty()) return {};
  return std::string(units.length) + " / " + std::string(units.time);
}

}  // namespace warplight::app
