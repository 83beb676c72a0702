#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

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

std::string meter_text(const MeterInfo& meter, const History& history) {
  const std::string unit = meter.unit.empty() ? "" : " " + std::string(meter.unit);
  if (history.empty()) return "–";
  return history.last() == 0 ? "0" + unit : fmt::format("{:.1e}", history.last()) + unit;
}

// Both lanes on one axis.
void draw_meter(Shell& shell, const Rect& at, std::size_t index) {
  Ui& ui = shell.ui;
  const Lanes& lanes = *shell.lanes;
  const MeterInfo& meter = lanes[0].lab().meters()[index];
  const int count = lanes.has(1) ? 2 : 1;
  ImGui::PushID(static_cast<int>(index));
  hit("meter", at);
  help(ui, meter.label, meter.help);
  copies(meter_text(meter, lanes[0].meter_history()[index]));
  ImGui::PopID();
  draw_text({at.x, at.y}, ui.fonts.label, colour::kText, meter.label);
  float right = at.right(), above = ui.px(26);
  double high = 0, low = 0;
  for (int lane = count - 1; lane >= 0; --lane) {
    const History& history = lanes[lane].meter_history()[index];
    const std::string value = meter_text(meter, history);
    const ImU32 shade = history.empty() ? colour::kDim : count == 1 ? colour::kText : lane == 0 ? colour::kLaneA : colour::kLaneB;
    // Two values take a line of their own.
    const float y = count == 1 ? at.y : at.y + ui.px(20);
    draw_text_right({right, y}, ui.fonts.mono, shade, count == 1 ? value : fmt::format("{} {}", lane == 0 ? "A" : "B", value));
    right = at.x + at.width / 2;
    for (std::size_t i = 0; i < history.size(); ++i) {
      high = std::max(high, history[i]);
      low = std::min(low, history[i]);
    }
  }
  if (count == 2) above += ui.px(20);
  if (const std::string& basis = lanes[0].meter_basis(index); !basis.empty()) {
    above += draw_text_wrapped({at.x, at.y + above - ui.px(6)}, ui.fonts.label, colour::kMuted, basis, at.width) - ui.px(4);
  }
  const Rect plot{at.x, at.y + above, at.width, at.height - above - ui.px(12)};
  if (plot.height < ui.px(12)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int line = 0; line < 3; ++line) {
    const float y = plot.y + plot.height * static_cast<float>(line) / 2;
    list.AddLine({plot.x, y}, {plot.right(), y}, faded(colour::kHairline, line == 2 ? 1.0f : 0.5f));
  }
  for (int lane = 0; lane < count; ++lane) {
    const PlotStyle style{.colour = lane == 0 ? colour::kLaneA : colour::kLaneB, .low = low, .high = high, .least_shown = 12};
    draw_plot(plot, lanes[lane].meter_history()[index], style, ui.scale);
  }
  if (high > 0) {
    const std::string most = fmt::format("{:.0e}", high);  // on a patch of the card, so that the curve does not cross it
    const ImVec2 corner(plot.x, plot.y + ui.px(2));
    list.AddRectFilled(corner, {corner.x + text_width(ui.fonts.small_mono, most) + ui.px(4), corner.y + ui.px(16)},
                       faded(colour::kCard, 0.8f));
    draw_text(corner, ui.fonts.small_mono, colour::kMuted, most);
  }
}

// How far the lanes have come apart, on a logarithmic axis: chaos is a straight line there.
void draw_apart(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  const DifferenceHistory& apart = shell.apart;
  hit("apart", at);
  const bool bodies = shell.session->lab().picture().kind != Picture::Kind::field;
  std::string text = "The RMS of what the lanes differ by, over simulated time, where both stand at the same step; logarithmic.";
  if (bodies) {
    text += "\n\nBodies are chaotic: the last digit of a sum grows to another path, whichever rung is right. Paths part; energy and "
            "momentum must not.";
  }
  help(ui, "Difference", text);
  const std::string value = apart.empty() ? "–" : fmt::format("{:.1e}", apart.last().rms);
  copies(value);
  draw_text({at.x, at.y}, ui.fonts.label, colour::kText, "Difference, RMS");
  draw_text_right({at.right(), at.y}, ui.fonts.mono, apart.empty() ? colour::kDim : colour::kText, value);
  const Rect plot{at.x, at.y + ui.px(26), at.width, at.height - ui.px(38)};
  if (plot.height < ui.px(12) || apart.points().size() < 2) return;
  constexpr double kFloor = 1e-12;
  double low = 1e300, high = kFloor;
  for (const auto& point : apart.points()) {
    if (point.rms > 0) low = std::min(low, point.rms);
    high = std::max(high, point.rms);
  }
  low = std::min(low, high / 10);
  const double first = apart.points().front().time, span = std::max(apart.points().back().time - first, 1e-300);
  std::vector<ImVec2> line;
  for (const auto& point : apart.points()) {
    const double up = std::log(std::max(point.rms, low) / low) / std::log(high / low);
    line.push_back({plot.x + static_cast<float>((point.time - first) / span) * plot.width,
                    plot.bottom() - static_cast<float>(up) * plot.height});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, colour::kHairline);
  list.AddPolyline(line.data(), static_cast<int>(line.size()), colour::kMap, 0, 1.5f * ui.scale);
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
  const std::size_t count = shell.session->lab().meters().size(), rows = count + (shell.lanes->has(1) ? 1 : 0);
  const Rect content = begin_card(ui, "truth", at, "TRUTH", "since the start");
  const float height = rows == 0 ? 0 : std::max(ui.px(shell.lanes->has(1) ? 68 : 48), content.height / static_cast<float>(rows));
  for (std::size_t i = 0; i < count; ++i) {
    draw_meter(shell, {content.x, content.y + static_cast<float>(i) * height, content.width, height}, i);
  }
  if (rows > count) draw_apart(shell, {content.x, content.y + static_cast<float>(count) * height, content.width, height});
  end_card(ui, content.y + static_cast<float>(rows) * height - ui.px(8));
}

// Of both lanes in the order of their coming; what both say is said once.
std::vector<const Note*> notes_of(const Lanes& lanes) {
  std::vector<const Note*> notes;
  for (int lane = 0; lane < 2 && lanes.has(lane); ++lane) {
    for (const Note& note : lanes[lane].notes()) notes.push_back(&note);
  }
  std::ranges::stable_sort(notes, {}, &Note::at);
  std::erase_if(notes, [&, last = static_cast<const Note*>(nullptr)](const Note* note) mutable {
    const bool again = last != nullptr && last->text == note->text;
    last = note;
    return again;
  });
  return notes;
}

void draw_notes(Shell& shell, const Rect& at) {
  if (at.height < shell.ui.px(60) || at.width <= 0) return;
  Ui& ui = shell.ui;
  Session& session = *shell.session;
  const Rect content = begin_card(ui, "notes", at, "NOTES");
  if (!notes_of(*shell.lanes).empty() && title_button(ui, "clear", content, "clear", "Forgets the notes.")) {
    for (int lane = 0; lane < 2 && shell.lanes->has(lane); ++lane) (*shell.lanes)[lane].clear_notes();
  }
  float y = content.y;
  const std::vector<const Note*> notes = notes_of(*shell.lanes);
  for (std::size_t i = notes.size(); i-- > 0;) {
    const Note& note = *notes[i];
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
