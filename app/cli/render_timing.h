// How long a picture takes to draw: the GPU's own clock, at sizes and distances that are hard in different ways.
#pragma once

#include <stop_token>

#include "app/cli/job.h"
#include "app/cli/options.h"
#include "render/camera.h"
#include "render/points.h"
#include "render/shared_buffer.h"
#include "sim/error.h"

namespace warplight::cli {

struct DrawingToTime {
  Request request;
  PictureSize size;
  render::InteropWish interop;
  render::PointsStyle style;
  render::Camera camera;
};

// Prints a table. Bodies are many in few pixels from far away, and large from near by.
ExitCode time_drawing(const DrawingToTime& wanted, std::stop_token stop);

}  // namespace warplight::cli
