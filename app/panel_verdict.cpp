// Which lane is faster, by how much, and how far that may be believed: one glance.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

#include "app/panels.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

ImU32 shade_of(const Verdict& verdict) {
  if (!verdict.there()) return colour::kMuted;
  switch (verdict.trust) {
    case measure::Trust::trusted: return colour::kGood;
    case measure::Trust::throttled: return colour::kBad;
    default: return colour::kWarn;
  }
}

// The word, in a pill; returns where it ends.
float draw_trust(Ui& ui, ImVec2 at, const Verdict& verdict) {
  const std::string word = measure::word(verdict.trust);
  const Rect pill{at.x, at.y, text_width(ui.fonts.label, word) + ui.px(26), ui.px(28)};
  const ImU32 shade = shade_of(verdict);
  ImGui::GetWindowDrawList()->AddRectFilled(pill.min(), pill.max(), faded(shade, 0.18f), pill.height / 2);
  draw_text_centred(pill, ui.fonts.label, shade, word);
  hit("trust", pill);
  help(ui, word, verdict.trust_why);
  copies(verdict.trust_why);
  return pill.right();
}

// A quantity of both lanes, each in its colour.
void draw_pair(Ui& ui, const Rect& at, std::string_view label, const std::array<std::string, 2>& values) {
  draw_text({at.x, at.y}, ui.fonts.label, colour::kMuted, label);
  const float y = at.y + ui.px(22);
  const float first = draw_text({at.x, y}, ui.fonts.mono, colour::kLaneA, values[0]);
  draw_text({at.x + std::max(first + ui.px(14), at.width / 2), y}, ui.fonts.mono, colour::kLaneB, values[1]);
}

}  // namespace

void draw_verdict(Shell& shell, const Rect& at) {
  if (at.empty() || !shell.lanes->has(1)) return;
  Ui& ui = shell.ui;
  const Verdict& verdict = shell.lanes->verdict();
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kCard, ui.px(space::kRadius));
  const float x = at.x + ui.px(space::kInside);
  const bool there = verdict.there();
  hit("verdict", at);
  help(ui, "Verdict", "From the time of the kernels alone, taken in turns while both run: the median of neighbouring pairs with its 95% "
                      "interval. It goes the moment something changes, and comes back when it has earned it.");
  copies(there ? verdict.headline() + " (" + verdict.basis() + ")" : verdict.why);
  float end = x;
  if (there) {
    end += draw_text({x, at.y + ui.px(12)}, ui.fonts.verdict, colour::kText, verdict.headline());
    end = std::max(end, x + draw_text({x, at.y + ui.px(46)}, ui.fonts.label, colour::kMuted, verdict.basis()));
    end = draw_trust(ui, {end + ui.px(20), at.y + (at.height - ui.px(28)) / 2}, verdict);
  } else {
    end += draw_text_in({x, at.y, at.width * 0.6f, at.height}, ui.fonts.body, colour::kMuted, verdict.why);
  }
  const auto value = [&](int lane, bool rate) -> std::string {
    const Session& session = (*shell.lanes)[lane];
    const double ms = session.holds_numbers() ? session.rung().ms_a_step : kNaN;
    if (!(ms > 0)) return "–";
    return rate ? significant(session.cost().flops / ms * 1e-6) : significant(ms);
  };
  Rect column{at.right() - ui.px(196), at.y + ui.px(16), ui.px(180), at.height};
  for (const bool rate : {true, false}) {
    if (column.x < end + ui.px(24)) break;
    draw_pair(ui, column, rate ? "GFLOP/s" : "ms a step", {value(0, rate), value(1, rate)});
    column.x -= ui.px(200);
  }
}

}  // namespace warplight::app
