// The rectangle of cells that a stroke may touch, for launchers of brushes.
#pragma once

#include "sim/gpu/kernels/paint.cuh"
#include "sim/lab.h"

namespace warplight {

Patch patch_of(const FieldShape& shape, const Stroke& stroke);  // empty where the stroke is beside the field

}  // namespace warplight
