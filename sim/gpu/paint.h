// A brush for fields: sets the cells near a stroke to a value, where the field lies.
#pragma once

#include "sim/lab.h"

namespace warplight {

// Every cell whose middle is within the radius of the stroke. On the host at once, on a device queued on the stream.
void paint(void* values, const FieldShape& shape, const Stroke& stroke, Place place, gpu::Stream& stream);

}  // namespace warplight
