#include "app/cli/colour_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/cli/letters.h"
#include "render/colour_map.h"
#include "render/ticks.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

using render::Pixels;

constexpr glm::vec3 kText{220, 227, 236}, kMuted{136, 147, 162};

// Everything grows with the picture.
float unit_of(int height) { return std::clamp(static_cast<float>(height) / 900, 0.7f, 4.0f); }

// As the picture marks them.
void draw_swatch(Pixels& pixels, int x, int y, int side, std::size_t kind) {
  constexpr glm::vec3 kLines[] = {{116, 124, 133}, {255, 204, 115}, {140, 230, 255}, {237, 245, 255}};
  const int line = std::max(1, side / 8), middle = side / 2;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int rim = std::min({row, column, side - 1 - row, side - 1 - column});
      const bool dot = kind < 3 && std::hypot(row - middle, column - middle) < 1.6 * line;
      const bool on = kind == 0 || rim < line || dot;
      const bool hatch = kind == 0 && (row + column) % middle < line;
      blend(pixels, x + column, y + row, hatch ? glm::vec3(85, 92, 101) : on ? kLines[kind] : glm::vec3(0), on ? 1.0f : 0.5f);
    }
  }
}

void draw_row(Pixels& pixels, int x, int width, int y, glm::vec3 colour, float share = 1) {
  for (int i = 0; i < width; ++i) blend(pixels, x + i, y, colour, share);
}

}  // namespace

int colour_bar_room(int width, int height) {
  if (width < 240 || height < 160) return 0;
  return static_cast<int>(std::lround(132 * unit_of(height)));
}

void draw_colour_bar(Pixels& pixels, const render::FieldRange& range, int isotherms, std::string_view title,
                     std::uint32_t kinds) {
  const int room = colour_bar_room(pixels.width, pixels.height);
  if (room == 0) return;
  const float unit = unit_of(pixels.height);
  const Letters words("Inter-Regular.otf", std::round(15 * unit)), numbers("JetBrainsMono-Regular.ttf", std::round(14 * unit));
  const int left = pixels.width - room + static_cast<int>(20 * unit), wide = static_cast<int>(14 * unit);
  const int high = std::min(static_cast<int>(420 * unit), pixels.height * 6 / 10);
  const int top = (pixels.height - high) / 2;
  const auto y_of = [&](double value) {
    return top + static_cast<int>(std::lround((1 - render::field_position(range, value)) * (high - 1)));
  };
  const float fits = std::min(static_cast<float>(left), static_cast<float>(pixels.width) - words.width(title) - 8 * unit);
  words.draw(pixels, fits, static_cast<float>(top) - 2.2f * words.height(), kText, title);
  const int side = static_cast<int>(14 * unit);
  int below = top + high + static_cast<int>(24 * unit);
  for (std::size_t kind = 0; kind < render::kFieldKindWords.size(); ++kind) {
    if ((kinds >> kind & 1u) == 0) continue;
    draw_swatch(pixels, left, below, side, kind);
    words.draw(pixels, static_cast<float>(left + side) + 8 * unit, static_cast<float>(below) + 0.5f * (static_cast<float>(side) - words.height()),
               kText, render::kFieldKindWords[kind]);
    below += static_cast<int>(22 * unit);
  }
  if (!(range.high > range.low)) {
    const std::string all = "all " + significant(range.low, 6);
    for (int y = 0; y < wide; ++y) draw_row(pixels, left, wide, top + y, render::field_colour_at(0.5f) * 255.0f);
    numbers.draw(pixels, static_cast<float>(left + wide) + 6 * unit, static_cast<float>(top), kMuted, all);
    return;
  }
  for (int y = 0; y < high; ++y) {
    const float t = 1 - static_cast<float>(y) / static_cast<float>(high - 1);
    draw_row(pixels, left, wide, top + y, render::field_colour_at(t) * 255.0f);
  }
  for (int i = 1; i <= isotherms; ++i) {
    const double share = static_cast<double>(i) / (isotherms + 1);
    const glm::vec3 line = share > 0.6 ? glm::vec3(0) : glm::vec3(255);
    draw_row(pixels, left, wide, y_of(range.low + share * (range.high - range.low)), line, 0.6f);
  }
  const int most = std::max(2, static_cast<int>(static_cast<float>(high) / (2.4f * numbers.height())));
  for (const render::Tick& tick : render::ticks_between(range.low, range.high, std::min(most, 9))) {
    const int y = y_of(tick.value);
    draw_row(pixels, left + wide, static_cast<int>(5 * unit), y, kMuted);
    numbers.draw(pixels, static_cast<float>(left + wide) + 10 * unit, static_cast<float>(y) - 0.5f * numbers.height(), kText, tick.text);
  }
}

}  // namespace warplight::cli
