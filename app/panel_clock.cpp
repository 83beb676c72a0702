#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/panels.h"
#include "app/session/frame_hint.h"

namespace warplight::app {
namespace {

constexpr std::array<ImU32, kSpanNames.size()> kShades = {colour::kLaneA, colour::kMap,  colour::kMap,
                                                          colour::kLaneB, colour::kDraw, colour::kMuted};
constexpr std::array<std::string_view, kSpanNames.size()> kHelp = {
    "GPU time of the kernels of one frame, between two events in the stream; on the processor the time of the job.",
    "Processor time to hand OpenGL's buffers to CUDA, once a frame for all of them.",
    "Processor time to hand them back, so that they can be drawn.",
    "Time to bring what was computed to OpenGL where CUDA can't write its buffers: nothing with interop.",
    "GPU time of the bodies' picture: splatting, glow and tone mapping.",
    "Processor time that a frame waits for the screen (vsync) or for OpenGL to take more work.",
};

std::string value_text(const Quantiles& quantiles) {
  if (std::isnan(quantiles.median)) return "–";
  return fmt::format("{:.3f}", quantiles.median);
}

void draw_span(Shell& shell, const Rect& row, std::size_t index) {
  Ui& ui = shell.ui;
  const History& history = shell.session->span(static_cast<Span>(index));
  const bool shown = static_cast<Span>(index) != Span::compute || shell.session->holds_numbers();
  const Quantiles quantiles = shown ? history.quantiles(120) : Quantiles{};
  ImGui::PushID(static_cast<int>(index));
  hit("span", row);
  std::string text(kHelp[index]);
  if (!std::isnan(quantiles.median)) {
    text += fmt::format("\n\nmedian {:.3f} ms, p10 {:.3f}, p90 {:.3f}", quantiles.median, quantiles.p10, quantiles.p90);
  }
  help(ui, kSpanNames[index], text);
  copies(value_text(quantiles));
  ImGui::PopID();
  const float middle = row.y + row.height / 2;
  ImGui::GetWindowDrawList()->AddRectFilled({row.x, middle - ui.px(5)}, {row.x + ui.px(10), middle + ui.px(5)}, kShades[index],
                                            ui.px(3));
  draw_text({row.x + ui.px(18), middle - ui.fonts.label->FontSize / 2}, ui.fonts.label, colour::kText, kSpanNames[index]);
  draw_text_right({row.x + ui.px(146), middle - ui.fonts.mono->FontSize / 2}, ui.fonts.mono,
                  std::isnan(quantiles.median) ? colour::kDim : colour::kText, value_text(quantiles));
  const Rect plot{row.x + ui.px(162), row.y + ui.px(3), row.width - ui.px(162), row.height - ui.px(6)};
  if (plot.width < ui.px(24)) return;
  ImGui::GetWindowDrawList()->AddLine({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, colour::kHairline);
  if (shown) draw_plot(plot, history, {.colour = kShades[index], .from_zero = true, .filled = true}, ui.scale);
}

struct Piece {
  Span span;
  ImU32 shade;
};

// What a lane's frame is made of, side by side: each stretch as it was measured, none added to another in silence.
void draw_lane_bar(Shell& shell, const Rect& row, int lane, double longest_ms) {
  Ui& ui = shell.ui;
  const Session& session = (*shell.lanes)[lane];
  const ImU32 own = lane == 0 ? colour::kLaneA : colour::kLaneB;
  const float middle = row.y + row.height / 2;
  draw_text_in({row.x, row.y, ui.px(118), row.height}, ui.fonts.label, own, fmt::format("{}  {}", lane == 0 ? "A" : "B", session.info().name));
  const std::string text = session.holds_numbers() ? value_text(session.span(Span::compute).quantiles(120)) + " ms" : "–";
  draw_text_right({row.right(), middle - ui.fonts.small_mono->FontSize / 2}, ui.fonts.small_mono, colour::kText, text);
  const Rect bar{row.x + ui.px(124), middle - ui.px(6), row.width - ui.px(124) - ui.px(96), ui.px(12)};
  if (bar.width < ui.px(24) || !(longest_ms > 0)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(bar.min(), bar.max(), colour::kTrack, ui.px(3));
  const Piece pieces[] = {{Span::compute, own}, {Span::map, colour::kMap}, {Span::unmap, colour::kMap}, {Span::copy, colour::kMuted},
                          {Span::draw, colour::kDraw}, {Span::wait, colour::kWait}};
  float x = bar.x;
  std::string lines;
  for (const Piece& piece : pieces) {
    if (piece.span == Span::compute && !session.holds_numbers()) continue;
    const Quantiles q = session.span(piece.span).quantiles(120);
    if (std::isnan(q.median)) continue;
    lines += fmt::format("{}{}: median {:.3f} ms, p10 {:.3f}, p90 {:.3f}", lines.empty() ? "" : "\n", kSpanNames[static_cast<std::size_t>(piece.span)],
                         q.median, q.p10, q.p90);
    const float width = static_cast<float>(q.median / longest_ms) * bar.width;
    const float to = std::min(x + width, bar.right());
    if (to > x) list.AddRectFilled({x, bar.y}, {to, bar.bottom()}, piece.shade, ui.px(2));
    x = to;
  }
  ImGui::PushID(lane);
  hit("lane", row);
  help(ui, fmt::format("{}, a frame", session.info().name), lines);
  copies(text);
  ImGui::PopID();
}

void draw_two_clocks(Shell& shell, const Rect& at) {
  Ui& ui = shell.ui;
  Rect content = begin_card(ui, "clock", at, "CLOCK", "ms a frame, medians; they overlap and don't add up");
  double longest = 0;
  for (const int lane : {0, 1}) {
    double all = 0;
    for (std::size_t i = 0; i < kSpanNames.size(); ++i) {
      const double ms = (*shell.lanes)[lane].span(static_cast<Span>(i)).quantiles(120).median;
      if (!std::isnan(ms)) all += ms;
    }
    longest = std::max(longest, all);
  }
  const float height = ui.px(24);
  draw_lane_bar(shell, {content.x, content.y - ui.px(4), content.width, height}, 0, longest);
  draw_lane_bar(shell, {content.x, content.y - ui.px(4) + height, content.width, height}, 1, longest);
  float x = content.x;
  const float y = content.y + 2 * height + ui.px(2);
  const std::pair<ImU32, const char*> legend[] = {{colour::kMap, "map, unmap"}, {colour::kMuted, "copy"}, {colour::kDraw, "draw"}, {colour::kWait, "wait"}};
  for (const auto& [shade, word] : legend) {
    ImGui::GetWindowDrawList()->AddRectFilled({x, y + ui.px(4)}, {x + ui.px(10), y + ui.px(14)}, shade, ui.px(3));
    x += ui.px(16) + draw_text({x + ui.px(16), y}, ui.fonts.label, colour::kMuted, word) + ui.px(16);
  }
  const std::string hint = frame_hint(*shell.lanes, shell.settings.vsync);
  if (!hint.empty() && x + text_width(ui.fonts.label, hint) < content.right()) {
    draw_text_right({content.right(), y}, ui.fonts.label, colour::kWarn, hint);
  }
  end_card(ui, y + ui.px(18));
}

}  // namespace

void draw_clock(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  if (shell.lanes->has(1)) {
    draw_two_clocks(shell, at);
    return;
  }
  Ui& ui = shell.ui;
  Rect content = begin_card(ui, "clock", at, "CLOCK", "ms a frame, medians; they overlap and don't add up");
  content.y -= ui.px(4);
  const int columns = at.width >= ui.px(640) ? 2 : 1;
  const float gap = ui.px(36), height = ui.px(27);
  const float width = (content.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const std::size_t rows = kSpanNames.size() / static_cast<std::size_t>(columns);
  for (std::size_t i = 0; i < kSpanNames.size(); ++i) {
    const Rect row{content.x + static_cast<float>(i / rows) * (width + gap),
                   content.y + static_cast<float>(i % rows) * height, width, height};
    draw_span(shell, row, i);
  }
  end_card(ui, content.y + static_cast<float>(rows) * height - ui.px(8));
}

}  // namespace warplight::app
