// A length that tells how large what is in the picture is: 1, 2 or 5 times a power of ten.
#pragma once

#include "render/camera.h"

namespace warplight::render {

struct ScaleBar {
  double length = 0;  // in the scene's own units; 0: none can be given
  float pixels = 0;   // as long it is seen at the distance of the camera's target
};

// The longest such length of at most `most_pixels` in a picture of that height.
ScaleBar scale_bar(const Camera& camera, int picture_height, float most_pixels);

}  // namespace warplight::render
