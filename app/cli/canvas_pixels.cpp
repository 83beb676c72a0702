#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/canvas.h"
#include "app/cli/letters.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

constexpr double kScale = 2;

glm::vec3 colour_of(const std::string& text) {
  const auto part = [&](std::size_t at) { return static_cast<float>(std::stoi(text.substr(at, 2), nullptr, 16)); };
  return {part(1), part(3), part(5)};
}

// Paints what a shape covers: `distance` is how far a pixel's middle is inside of it, in pixels; half a pixel is blended.
template <class Distance>
void paint(render::Pixels& pixels, double left, double top, double right, double bottom, glm::vec3 colour, Distance distance) {
  const int x_end = std::min(pixels.width, static_cast<int>(std::ceil(right)) + 1);
  const int y_end = std::min(pixels.height, static_cast<int>(std::ceil(bottom)) + 1);
  for (int y = std::max(0, static_cast<int>(std::floor(top)) - 1); y < y_end; ++y) {
    for (int x = std::max(0, static_cast<int>(std::floor(left)) - 1); x < x_end; ++x) {
      const double share = std::clamp(distance(x + 0.5, y + 0.5) + 0.5, 0.0, 1.0);
      if (share > 0) blend(pixels, x, y, colour, static_cast<float>(share));
    }
  }
}

void paint_stroke(render::Pixels& pixels, double x1, double y1, double x2, double y2, double width, glm::vec3 colour) {
  const double dx = x2 - x1, dy = y2 - y1, length2 = dx * dx + dy * dy, half = width / 2;
  paint(pixels, std::min(x1, x2) - half, std::min(y1, y2) - half, std::max(x1, x2) + half, std::max(y1, y2) + half, colour,
        [&](double x, double y) {
          const double along = length2 > 0 ? std::clamp(((x - x1) * dx + (y - y1) * dy) / length2, 0.0, 1.0) : 0;
          return half - std::hypot(x - x1 - along * dx, y - y1 - along * dy);
        });
}

const Letters& letters_of(double size) {
  static std::map<int, Letters> kept;
  const int pixels = static_cast<int>(std::lround(size * kScale));
  return kept.try_emplace(pixels, "Inter-Regular.otf", static_cast<float>(pixels)).first->second;
}

}  // namespace

PixelCanvas::PixelCanvas(double width, double height)
    : pixels_{static_cast<int>(std::lround(width * kScale)), static_cast<int>(std::lround(height * kScale)), {}} {
  pixels_.rgb.assign(static_cast<std::size_t>(pixels_.width) * static_cast<std::size_t>(pixels_.height) * 3, 255);
}

void PixelCanvas::line(double x1, double y1, double x2, double y2, const Pen& pen) {
  const double length = std::hypot(x2 - x1, y2 - y1), turn = pen.dash + pen.gap;
  const double stroke = pen.dash > 0 && turn > 0 ? pen.dash : length;
  for (double at = 0; at <= length; at += std::max(stroke, turn)) {
    const double from = length > 0 ? at / length : 0, to = length > 0 ? std::min(1.0, (at + stroke) / length) : 0;
    paint_stroke(pixels_, kScale * std::lerp(x1, x2, from), kScale * std::lerp(y1, y2, from), kScale * std::lerp(x1, x2, to),
                 kScale * std::lerp(y1, y2, to), kScale * pen.width, colour_of(pen.colour));
    if (!(stroke < length)) break;
  }
}

void PixelCanvas::circle(double x, double y, double radius, const std::string& colour) {
  const double cx = kScale * x, cy = kScale * y, r = kScale * radius;
  paint(pixels_, cx - r, cy - r, cx + r, cy + r, colour_of(colour),
        [&](double px, double py) { return r - std::hypot(px - cx, py - cy); });
}

void PixelCanvas::rectangle(double x, double y, double width, double height, const std::string& colour) {
  const double left = kScale * x, top = kScale * y, right = kScale * (x + width), bottom = kScale * (y + height);
  paint(pixels_, left, top, right, bottom, colour_of(colour), [&](double px, double py) {
    return std::min({px - left, right - px, py - top, bottom - py});
  });
}

void PixelCanvas::text(double x, double y, Anchor anchor, const std::string& text, double size, const std::string& colour,
                       bool upwards) {
  const Letters& letters = letters_of(size);
  const std::string line = one_line(text, 200);
  const float width = letters.width(line), before = anchor == Anchor::start ? 0 : anchor == Anchor::middle ? width / 2 : width;
  const auto place_x = static_cast<float>(kScale * x), place_y = static_cast<float>(kScale * y);
  if (!upwards) {
    letters.draw(pixels_, place_x - before, place_y - letters.ascent(), colour_of(colour), line);
    return;
  }
  // Lying, black on white, and then turned: what is dark there is ink here.
  render::Pixels lying{static_cast<int>(std::ceil(width)) + 2, static_cast<int>(std::ceil(letters.height())) + 2, {}};
  lying.rgb.assign(static_cast<std::size_t>(lying.width) * static_cast<std::size_t>(lying.height) * 3, 255);
  letters.draw(lying, 0, 0, {0, 0, 0}, line);
  for (int v = 0; v < lying.height; ++v) {
    for (int u = 0; u < lying.width; ++u) {
      const std::uint8_t white = lying.rgb[3 * (static_cast<std::size_t>(v) * static_cast<std::size_t>(lying.width) + static_cast<std::size_t>(u))];
      blend(pixels_, static_cast<int>(std::lround(place_x - letters.ascent())) + v,
            static_cast<int>(std::lround(place_y + before)) - u, colour_of(colour), 1 - static_cast<float>(white) / 255);
    }
  }
}

}  // namespace warplight::cli
