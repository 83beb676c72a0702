#include "render/field_view.h"

#include <algorithm>
#include <cmath>

namespace warplight::render {
namespace {

constexpr double kLeastZoom = 0.5;
constexpr double kLargestCell = 256;  // pixels

// The whole pixels of a stretch; where it is thinner than one, the pixel that holds its middle.
struct Stretch {
  int first, last;
};
Stretch whole_pixels(double from, double to, int most) {
  const double limit = 4.0 * most + 16;  // so that nothing overflows
  from = std::clamp(from, -limit, limit);
  to = std::clamp(to, -limit, limit);
  int first = static_cast<int>(std::lround(from)), last = static_cast<int>(std::lround(to));
  if (last <= first) {
    first = static_cast<int>(std::floor((from + to) / 2));
    last = first + 1;
  }
  return {std::max(first, 0), std::min(last, most)};
}

}  // namespace

FieldMapping::FieldMapping(const FieldView& view, const FieldShape& shape, int width, int height, double reserved)
    : view_(view), shape_(shape), width_(width), height_(height), reserved_(std::clamp(reserved, 0.0, 0.5 * width)) {
  const double room = width - reserved_;
  const double wide = static_cast<double>(shape.width) * shape.cell_width, high = static_cast<double>(shape.height) * shape.cell_height;
  fit_ = std::min(room / wide, height / high);
  scale_ = {fit_ * view.zoom * shape.cell_width, fit_ * view.zoom * shape.cell_height};
  origin_ = {view.centre_x * static_cast<double>(shape.width) - room / 2 / scale_.x,
             view.centre_y * static_cast<double>(shape.height) - height / 2.0 / scale_.y};
}

FieldMapping::Rect FieldMapping::seen() const {
  const FieldSpot first = pixel_at({0, 0}), last = pixel_at({static_cast<double>(shape_.width), static_cast<double>(shape_.height)});
  const Stretch x = whole_pixels(first.x, last.x, width_), y = whole_pixels(first.y, last.y, height_);
  return {x.first, y.first, x.last, y.last};
}

FieldView FieldMapping::limited(FieldView view) const {
  const double cell = fit_ * std::max(shape_.cell_width, shape_.cell_height);
  view.zoom = std::clamp(view.zoom, kLeastZoom, std::max(1.0, kLargestCell / cell));
  view.centre_x = std::clamp(view.centre_x, 0.0, 1.0);
  view.centre_y = std::clamp(view.centre_y, 0.0, 1.0);
  return view;
}

FieldView FieldMapping::zoomed(FieldSpot about, double factor) const {
  FieldView next = view_;
  next.zoom = limited({.zoom = view_.zoom * factor}).zoom;
  // The cell under the pixel stays where it is.
  const FieldSpot cell = cell_at(about);
  const double ratio = view_.zoom / next.zoom, w = static_cast<double>(shape_.width), h = static_cast<double>(shape_.height);
  next.centre_x = cell.x / w + (view_.centre_x - cell.x / w) * ratio;
  next.centre_y = cell.y / h + (view_.centre_y - cell.y / h) * ratio;
  return limited(next);
}

FieldView FieldMapping::panned(double dx, double dy) const {
  FieldView next = view_;
  next.centre_x -= dx / scale_.x / static_cast<double>(shape_.width);
  next.centre_y -= dy / scale_.y / static_cast<double>(shape_.height);
  return limited(next);
}

}  // namespace warplight::render
