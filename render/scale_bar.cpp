#include "render/scale_bar.h"

#include <cmath>

namespace warplight::render {

ScaleBar scale_bar(const Camera& camera, int picture_height, float most_pixels) {
  const double a_pixel = 2.0 * camera.distance * std::tan(0.5 * camera.field_of_view) / picture_height;
  const double most = a_pixel * most_pixels;
  if (!(most > 0) || !std::isfinite(most)) return {};
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  double length = power;
  for (const double step : {2.0, 5.0, 10.0}) {
    if (step * power <= most) length = step * power;
  }
  return {length, static_cast<float>(length / a_pixel)};
}

}  // namespace warplight::render
