// A brush for fields: sets the cells near a stroke to a value, where the field lies.
#pragma once

#include "sim/lab.h"

namespace warplight {

// From one place to another, in cells from the field's top left (whole numbers are edges).
struct Stroke {
  double from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  double radius = 0;  // in the unit of the cells' width and height; the cell under its end is painted at least
  double value = 0;
};

// Every cell whose middle is within the radius of the stroke. On the host at once, on a device queued on the stream.
void paint(void* values, const FieldShape& shape, const Stroke& stroke, Place place, gpu::Stream& stream);

}  // namespace warplight
