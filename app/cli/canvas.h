// What plots are drawn on: lines, circles, rectangles and text, as SVG or as pixels. Colours are "#rrggbb"; y goes downwards.
#pragma once

#include <memory>
#include <string>

#include "render/capture.h"

namespace warplight::cli {

enum class Anchor { start, middle, end };  // what of a text stands at its x

struct Pen {
  std::string colour = "#000000";
  double width = 1;
  double dash = 0, gap = 0;  // lengths of strokes and of what is between them; 0: a whole line
};

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void line(double x1, double y1, double x2, double y2, const Pen& pen) = 0;
  virtual void circle(double x, double y, double radius, const std::string& colour) = 0;
  virtual void rectangle(double x, double y, double width, double height, const std::string& colour) = 0;
  // y: of the line that letters stand on. Upwards: read from below, x and y being where it is anchored.
  virtual void text(double x, double y, Anchor anchor, const std::string& text, double size = 12,
                    const std::string& colour = "#000000", bool upwards = false) = 0;
};

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(double width, double height);
  void line(double x1, double y1, double x2, double y2, const Pen& pen) override;
  void circle(double x, double y, double radius, const std::string& colour) override;
  void rectangle(double x, double y, double width, double height, const std::string& colour) override;
  void text(double x, double y, Anchor anchor, const std::string& text, double size, const std::string& colour,
            bool upwards) override;
  std::string finished() const { return svg_ + "</svg>\n"; }

 private:
  std::string svg_;
};

class PixelCanvas final : public Canvas {
 public:
  PixelCanvas(double width, double height);  // white, two pixels a unit
  void line(double x1, double y1, double x2, double y2, const Pen& pen) override;
  void circle(double x, double y, double radius, const std::string& colour) override;
  void rectangle(double x, double y, double width, double height, const std::string& colour) override;
  void text(double x, double y, Anchor anchor, const std::string& text, double size, const std::string& colour,
            bool upwards) override;
  const render::Pixels& pixels() const { return pixels_; }

 private:
  render::Pixels pixels_;
};

}  // namespace warplight::cli
