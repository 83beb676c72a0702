#include <fmt/format.h>

#include "app/cli/canvas.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : one_line(text, 200)) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

const char* word(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height)
    : svg_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
                       "{1:.0f}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                       width, height)) {}

void SvgCanvas::line(double x1, double y1, double x2, double y2, const Pen& pen) {
  svg_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"", x1, y1,
                      x2, y2, pen.colour, pen.width);
  if (pen.dash > 0) svg_ += fmt::format(" stroke-dasharray=\"{} {}\"", pen.dash, pen.gap);
  svg_ += "/>\n";
}

void SvgCanvas::circle(double x, double y, double radius, const std::string& colour) {
  svg_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x, y, radius, colour);
}

void SvgCanvas::rectangle(double x, double y, double width, double height, const std::string& colour) {
  svg_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y, width, height,
                      colour);
}

void SvgCanvas::text(double x, double y, Anchor anchor, const std::string& text, double size, const std::string& colour,
                     bool upwards) {
  svg_ += fmt::format("<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"{2}\" font-size=\"{3}\" fill=\"{4}\"", x, y, word(anchor),
                      size, colour);
  if (upwards) svg_ += fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y);
  svg_ += fmt::format(">{}</text>\n", escaped(text));
}

}  // namespace warplight::cli
