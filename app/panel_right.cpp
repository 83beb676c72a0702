#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panels.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

// 412 G, 8.24 T: three digits and a prefix.
std::string with_prefix(double value) {
  static constexpr std::string_view kPrefixes[] = {"", " k", " M", " G", " T", " P", " E"};
  std::size_t prefix = 0;
  while (std::fabs(value) >= 999.5 && prefix + 1 < std::size(kPrefixes)) {
    value /= 1000;
    ++prefix;
  }
  return significant(value) + std::string(kPrefixes[prefix]);
}

// Thousands apart, three digits that mean something: 8 240.
std::string gflops_text(double gflops) {
  if (gflops < 1000) return significant(gflops);
  const double unit = std::pow(10, std::floor(std::log10(gflops)) - 2);
  return grouped(std::llround(std::round(gflops / unit) * unit));
}

void draw_value(Ui& ui, const Rect& content, float y, std::string_view label, const std::string& value, const char* id,
                std::string_view about) {
  hit(id, {content.x, y, content.width, ui.px(24)});
  help(ui, label, about);
  copies(value);
  draw_text({content.x, y + ui.px(2)}, ui.fonts.label, colour::kMuted, label);
  draw_text_right({content.right(), y + ui.px(2)}, ui.fonts.mono, colour::kText, value);
}

void draw_meter(Shell& shell, const Rect& at, std::size_t index) {
  Ui& ui = shell.ui;
  const MeterInfo& meter = shell.session->lab().meters()[index];
  const History& history = shell.session->meter_history()[index];
  ImGui::PushID(static_cast<int>(index));
  hit("meter", at);
  help(ui, meter.label, meter.help);
  const std::string unit = meter.unit.empty() ? "" : " " + std::string(meter.unit);
  const std::string value = history.empty()      ? "–"
                            : history.last() == 0 ? "0" + unit
                                                  : fmt::format("{:.1e}", history.last()) + unit;
  copies(value);
  ImGui::PopID();
  draw_text({at.x, at.y}, ui.fonts.label, colour::kText, meter.label);
  draw_text_right({at.right(), at.y}, ui.fonts.mono, history.empty() ? colour::kDim : colour::kText, value);
  float above = ui.px(26);
  if (const std::string& basis = shell.session->meter_basis(index); !basis.empty()) {
    above = ui.px(22) + draw_text_wrapped({at.x, at.y + ui.px(20)}, ui.fonts.label, colour::kMuted, basis, at.width);
  }
  const Rect plot{at.x, at.y + above, at.width, at.height - above - ui.px(12)};
  if (plot.height < ui.px(12)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int line = 0; line < 3; ++line) {
    const float y = plot.y + plot.height * static_cast<float>(line) / 2;
    list.AddLine({plot.x, y}, {plot.right(), y}, faded(colour::kHairline, line == 2 ? 1.0f : 0.5f));
  }
  const double high = draw_plot(plot, history, {.colour = colour::kLaneA, .least_shown = 12}, ui.scale);
  if (high > 0) {
    const std::string most = fmt::format("{:.0e}", high);  // on a patch of the card, so that the curve does not cross it
    const ImVec2 corner(plot.x, plot.y + ui.px(2));
    list.AddRectFilled(corner, {corner.x + text_width(ui.fonts.small_mono, most) + ui.px(4), corner.y + ui.px(16)},
                       faded(colour::kCard, 0.8f));
    draw_text(corner, ui.fonts.small_mono, colour::kMuted, most);
  }
}

}  // namespace

void draw_rate(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  const Session& session = *shell.session;
  const Rect content = begin_card(ui, "rate", at, "RATE", "live");
  const Cost cost = session.loaded() ? session.cost() : Cost{};
  const double ms = session.holds_numbers() ? session.rung().ms_a_step : kNaN;
  const bool known = ms > 0;
  float y = content.y - ui.px(2);
  const std::string gflops = known ? gflops_text(cost.flops / ms * 1e-6) : "–";
  hit("gflops", {content.x, y, content.width, ui.px(32)});
  help(ui, "GFLOP/s", fmt::format("The useful work of a step by the textbook count ({}), over its measured time. A model: "
                                  "what the GPU executes may be more or less.", cost.convention));
  copies(gflops);
  const float width = draw_text({content.x, y}, ui.fonts.verdict, known ? colour::kText : colour::kDim, gflops);
  draw_text({content.x + width + ui.px(8), y + ui.px(9)}, ui.fonts.label, colour::kMuted, "GFLOP/s");
  y += ui.px(36);
  y += draw_text_wrapped({content.x, y}, ui.fonts.label, colour::kMuted, fmt::format("by {}", cost.convention), content.width);
  y += ui.px(6);
  draw_value(ui, content, y, fmt::format("{}/s", cost.item_name), known ? with_prefix(cost.items / ms * 1e3) : "–", "items",
             "How many are computed in a second, from the time of a step.");
  y += ui.px(24);
  draw_value(ui, content, y, "steps/s", known ? with_prefix(1e3 / ms) : "–", "steps",
             "How many steps would fit into a second if nothing else ran.");
  end_card(ui, y + ui.px(18));
}

void draw_truth(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  const std::size_t count = shell.session->lab().meters().size();
  const Rect content = begin_card(ui, "truth", at, "TRUTH", "since the start");
  const float height = count == 0 ? 0 : std::max(ui.px(48), content.height / static_cast<float>(count));
  for (std::size_t i = 0; i < count; ++i) {
    draw_meter(shell, {content.x, content.y + static_cast<float>(i) * height, content.width, height}, i);
  }
  end_card(ui, content.y + static_cast<float>(count) * height - ui.px(8));
}

void draw_notes(Shell& shell, const Rect& at) {
  if (at.height < shell.ui.px(60) || at.width <= 0) return;
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  const Rect content = begin_card(ui, "notes", at, "NOTES");
  if (!session.notes().empty() && title_button(ui, "clear", content, "clear", "Forgets the notes.")) session.clear_notes();
  float y = content.y;
  const auto& notes = session.notes();
  for (std::size_t i = notes.size(); i-- > 0;) {
    const Note& note = notes[i];
    const ImU32 shade = note.kind == Note::Kind::bad    ? colour::kBad
                        : note.kind == Note::Kind::warn ? colour::kWarn
                                                        : colour::kDim;
    ImGui::GetWindowDrawList()->AddCircleFilled({content.x + ui.px(4), y + ui.px(9)}, ui.px(3), shade);
    const float from = y;
    y += draw_text_wrapped({content.x + ui.px(16), y}, ui.fonts.label, i + 1 == notes.size() ? colour::kText : colour::kMuted,
                           note.text, content.width - ui.px(16));
    ImGui::PushID(static_cast<int>(i));
    hit("note", {content.x, from, content.width, y - from});
    copies(note.text);
    ImGui::PopID();
    y += ui.px(8);
  }
  if (notes.empty() && session.file().empty()) {
    for (const SceneInfo& scene : session.lab().scenes()) {
      if (scene.name != session.scene()) continue;
      y += draw_text_wrapped({content.x, y}, ui.fonts.label, colour::kText, scene.title, content.width);
      y += draw_text_wrapped({content.x, y}, ui.fonts.label, colour::kMuted, scene.look, content.width);
    }
  }
  end_card(ui, y);
}

}  // namespace warplight::app
