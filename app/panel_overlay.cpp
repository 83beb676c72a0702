// What lies over the picture: a scale bar, the legend of the colours, and what is followed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look.h"
#include "app/panels.h"
#include "render/colour_map.h"
#include "render/scale_bar.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

using render::BodyColour;
using render::Follow;

constexpr float kMargin = 16, kLegendWidth = 168;

std::string with_unit(const std::string& number, std::string_view unit) {
  return unit.empty() ? number : number + " " + std::string(unit);
}

// Three digits of what is ordinary, and no more of what is less: rounding does not dance on the screen.
std::string steady(double value, double ordinary) {
  const double digits = 2 - std::floor(std::log10(ordinary > 0 ? ordinary : 1));
  if (!(std::fabs(digits) <= 6)) return significant(value);
  const auto decimals = static_cast<int>(std::max(digits, 0.0));
  const double unit = std::pow(10, -decimals);
  return fmt::format("{:.{}f}", std::fabs(value) < unit / 2 ? 0.0 : value, decimals);
}

// A patch under words that would be lost on bright light.
void draw_patch(Ui& ui, const Rect& at) {
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), faded(colour::kGround, 0.55f), ui.px(space::kRowRadius));
}

void draw_scale_bar(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const float most = std::min(ui.px(180), 0.35f * picture.width);
  const render::ScaleBar bar = render::scale_bar(shell.camera, static_cast<int>(picture.height), most);
  if (!(bar.length > 0)) return;
  const Units units = units_of(*shell.session);
  const std::string_view plain = bar.length == 1 ? "length unit" : "length units";
  const std::string text = with_unit(significant(bar.length), units.length.empty() ? plain : units.length);
  const float width = std::max(bar.pixels, text_width(ui.fonts.small_mono, text));
  const Rect patch{picture.x + ui.px(kMargin - 8), picture.bottom() - ui.px(kMargin + 34), width + ui.px(16), ui.px(42)};
  draw_patch(ui, patch);
  const float x = picture.x + ui.px(kMargin), y = picture.bottom() - ui.px(kMargin + 3), tick = ui.px(4);
  draw_text({x, y - ui.px(25)}, ui.fonts.small_mono, colour::kText, text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = std::max(1.0f, ui.px(1.5f));
  list.AddRectFilled({x, y - thick / 2}, {x + bar.pixels, y + thick / 2}, colour::kText);
  for (const float end : {x, x + bar.pixels - thick}) list.AddRectFilled({end, y - tick}, {end + thick, y + tick}, colour::kText);
}

struct Legend {
  const render::ColourMap* map;
  std::string title, low, high;
};

Legend legend_of(Shell& shell) {
  const Units units = units_of(*shell.session);
  if (is_difference(shell)) {
    const double rms = shell.apart.empty() ? 0 : shell.apart.last().rms;
    return {&render::kSpeedMap, units.length.empty() ? "apart" : fmt::format("apart, {}", units.length), "0", significant(2 * rms)};
  }
  if (shell.style.colour == BodyColour::speed) {
    const std::string unit = speed_unit(units);
    return {&render::kSpeedMap, unit.empty() ? "speed" : "speed, " + unit, "0", significant(2.0 * shell.style.speed_reference)};
  }
  const render::BodyFacts& facts = shell.eye->points->body_facts();
  const std::string title = units.mass.empty() ? "mass" : fmt::format("mass, {}", units.mass);
  if (!(facts.most_mass > facts.least_mass)) {  // all alike: they take the middle of the map
    return {&render::kMassMap, title, "", facts.most_mass > 0 ? "all " + significant(facts.most_mass) : ""};
  }
  return {&render::kMassMap, title + ", log", significant(facts.least_mass), significant(facts.most_mass)};
}

void draw_legend(Shell& shell, const Rect& picture) {
  if (shell.style.colour == BodyColour::group && !is_difference(shell)) return;
  Ui& ui = shell.ui;
  const Legend legend = legend_of(shell);
  const float width = ui.px(kLegendWidth), x = picture.right() - ui.px(kMargin) - width;
  const Rect bar{x, picture.bottom() - ui.px(kMargin + 21), width, ui.px(6)};
  draw_patch(ui, {x - ui.px(8), bar.y - ui.px(25), width + ui.px(16), ui.px(54)});
  draw_text({x, bar.y - ui.px(21)}, ui.fonts.label, colour::kText, legend.title);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto shade = [&](int stop) {
    const glm::vec3 c = (*legend.map)[static_cast<std::size_t>(stop)];
    return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1});
  };
  constexpr int kPieces = render::kMapStops - 1;
  for (int i = 0; i < kPieces; ++i) {
    const auto edge = [&](int stop) { return std::floor(bar.x + bar.width * static_cast<float>(stop) / kPieces); };
    list.AddRectFilledMultiColor({edge(i), bar.y}, {edge(i + 1), bar.bottom()}, shade(i), shade(i + 1), shade(i + 1), shade(i));
  }
  const float y = bar.bottom() + ui.px(5);
  draw_text({x, y}, ui.fonts.small_mono, colour::kMuted, legend.low);
  draw_text_right({x + width, y}, ui.fonts.small_mono, colour::kMuted, legend.high);
}

void draw_ring(Shell& shell, const Rect& picture) {
  Ui& ui = shell.ui;
  const float reach = render::disc_radius(shell.style, shell.camera, shell.eye->points->bodies());
  const ImVec2 centre(picture.x + picture.width / 2, picture.y + picture.height / 2);
  ImGui::GetWindowDrawList()->AddCircle(centre, std::max(ui.px(10), reach + ui.px(5)), faded(colour::kText, 0.55f), 0,
                                        std::max(1.0f, ui.px(1.2f)));
}

// The first line says what is followed, the others where it is; they keep their width as it moves.
void draw_subject(Shell& shell, const Rect& picture) {
  if (!follows(shell)) return;
  Ui& ui = shell.ui;
  const Follow& wanted = shell.style.follow;
  if (wanted.what == Follow::What::body) draw_ring(shell, picture);
  const std::string name =
      wanted.what == Follow::What::body ? fmt::format("following {} {}", shell.session->lab().info().item, grouped(wanted.body))
                                        : std::string("following the centre of mass");
  const render::BodyFacts& facts = shell.eye->points->body_facts();
  const Units units = units_of(*shell.session);
  const bool known = facts.of == wanted;
  const double far = shell.camera.distance, fast = shell.style.speed_reference;
  const glm::vec3 p = facts.position, v = facts.velocity;
  const float speed = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  const std::array<std::array<std::string, 2>, 3> rows = {
      {{"at", with_unit(fmt::format("{}  {}  {}", steady(p.x, far), steady(p.y, far), steady(p.z, far)), units.length)},
       {"speed", with_unit(steady(speed, fast), speed_unit(units))},
       {wanted.what == Follow::What::body ? "mass" : "mass, all", with_unit(significant(facts.mass), units.mass)}}};
  const float x = picture.x + ui.px(kMargin), line = ui.px(20), column = ui.px(74);
  float y = picture.y + ui.px(kMargin - 2);
  const float wide = std::min(picture.width - 2 * ui.px(kMargin - 8), ui.px(322));
  draw_patch(ui, {x - ui.px(8), y - ui.px(6), wide, ui.px(6 + 8 + 22) + 3 * line});
  const float said = draw_text({x, y}, ui.fonts.label, colour::kText, name);
  draw_text({x + said + ui.px(12), y}, ui.fonts.label, colour::kMuted, "Esc leaves");
  y += ui.px(24);
  for (const auto& [label, value] : rows) {
    draw_text({x, y - ui.px(1)}, ui.fonts.label, colour::kMuted, label);
    draw_text({x + column, y}, ui.fonts.small_mono, colour::kText, known ? value : "–");
    y += line;
  }
}

}  // namespace

void draw_overlay(Shell& shell, const Rect& picture) {
  const Ui& ui = shell.ui;
  if (!shell.eye->points || shell.eye->points->texture() == 0 || picture.width < ui.px(240) || picture.height < ui.px(160)) return;
  draw_scale_bar(shell, picture);
  if (picture.width >= ui.px(480)) draw_legend(shell, picture);
  if (picture.height >= ui.px(260)) draw_subject(shell, picture);
}

}  // namespace warplight::app
