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
  if (shell.session->picture_is_ready()) return &shell.source;
  return shell.copy.empty() ? nullptr : &shell.copy.source();
}

// What the GPU has found out meanwhile.
void take_answers(Shell& shell) {
  if (const auto body = shell.points->take_pick(); body && *body >= 0) {
    follow(shell, {.what = Follow::What::body, .body = *body});
  }
  const render::BodyFacts& facts = shell.points->body_facts();
  // So that the view stays where it is when it no longer follows.
  if (follows(shell) && facts.of == shell.style.follow) shell.camera.target = facts.position;
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
  shell.picture_changed = true;
}

void next_colour(Shell& shell) {
  set_colour(shell, static_cast<BodyColour>((static_cast<std::size_t>(shell.style.colour) + 1) % std::size(kColourNames)));
}

double exposure_in_use(Shell& shell) {
  return shell.style.automatic_exposure ? shell.points->light_facts().stops : shell.style.exposure;
}

void set_exposure(Shell& shell, double stops) {
  shell.style.automatic_exposure = std::isnan(stops);
  if (!std::isnan(stops)) shell.style.exposure = static_cast<float>(std::clamp(stops, -kMostStops, kMostStops));
  shell.picture_changed = true;
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
  shell.picture_changed = true;
}

void toggle_trails(Shell& shell) { set_trails(shell, shell.style.trail_steps > 0 ? 0 : shell.last_trails); }

bool follows(const Shell& shell) { return shell.style.follow.what != Follow::What::nothing; }

void follow(Shell& shell, const Follow& wanted) {
  shell.style.follow = wanted;
  shell.picture_changed = true;
}

void toggle_follow(Shell& shell) {
  follow(shell, {.what = follows(shell) ? Follow::What::nothing : Follow::What::centre});
}

void click_body(Shell& shell, float x, float y) {
  const render::PointsSource* source = drawable(shell);
  if (source != nullptr) shell.points->pick(*source, shell.camera, shell.style, x, y, kPickReach * shell.ui.scale);
}

void draw_bodies(Shell& shell, int width, int height) {
  take_answers(shell);
  // What stands still is exposed as it is, however it came there.
  const bool stands = !shell.session->playing();
  if (stands && !shell.stood) shell.picture_changed = true;
  const bool sized = shell.points->width() == width && shell.points->height() == height;
  if (!shell.picture_changed && sized) return;
  const render::PointsSource* source = drawable(shell);
  if (source == nullptr) return;
  if (shell.style.follow.body >= source->count) follow(shell, {});
  const auto now = std::chrono::steady_clock::now();
  render::Moment moment{.step = static_cast<double>(shell.session->step())};
  if (!stands) moment.seconds = std::chrono::duration<double>(now - shell.last_picture).count();
  shell.last_picture = now;
  shell.stood = stands;
  shell.style.scale = shell.ui.scale;
  shell.points->draw(*source, shell.camera, shell.style, width, height, moment);
  shell.session->record(Span::draw, shell.points->draw_ms());
  shell.picture_changed = false;
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
