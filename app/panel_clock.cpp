#include <fmt/format.h>

#include <cmath>

#include "app/panels.h"

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

}  // namespace

void draw_clock(Shell& shell, const Rect& at) {
  if (at.empty()) return;
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
