// Which part of a field is seen: pan, zoom, and how cells and pixels lie to each other.
#pragma once

#include "sim/lab.h"

namespace warplight::render {

struct FieldView {
  double centre_x = 0.5, centre_y = 0.5;  // what the middle shows, in widths and heights of the field from its top left
  double zoom = 1;                        // 1: the whole fits
  bool operator==(const FieldView&) const = default;
};

// Pixels from the picture's top left, cells from the field's; whole numbers are edges.
struct FieldSpot {
  double x = 0, y = 0;
};

class FieldMapping {
 public:
  // `reserved`: pixels at the right that the fitted field leaves free.
  FieldMapping(const FieldView& view, const FieldShape& shape, int width, int height, double reserved = 0);

  FieldSpot cell_at(FieldSpot pixel) const { return {origin_.x + pixel.x / scale_.x, origin_.y + pixel.y / scale_.y}; }
  FieldSpot pixel_at(FieldSpot cell) const { return {(cell.x - origin_.x) * scale_.x, (cell.y - origin_.y) * scale_.y}; }
  FieldSpot cell_size() const { return scale_; }  // in pixels

  // The pixels that show the field: whole ones, at least one a side unless all of it is out of sight.
  struct Rect {
    int left, top, right, bottom;  // behind the last
    bool empty() const { return right <= left || bottom <= top; }
  };
  Rect seen() const;

  // The view after these. What is under the pixel stays there when zoomed, as far as the limits allow.
  FieldView zoomed(FieldSpot about, double factor) const;
  FieldView panned(double dx, double dy) const;  // pixels that the field moves

 private:
  FieldView limited(FieldView view) const;

  FieldView view_;
  FieldShape shape_;
  int width_, height_;
  double reserved_;
  double fit_;  // pixels a unit of length at zoom 1
  FieldSpot scale_, origin_;
};

}  // namespace warplight::render
