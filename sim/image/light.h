// sRGB's curve (IEC 61966-2-1): between numbers as they are coded and linear light, both 1 for white.
#pragma once

#include <cmath>

namespace warplight::image {

inline double linear_of_srgb(double coded) {
  return coded <= 0.04045 ? coded / 12.92 : std::pow((coded + 0.055) / 1.055, 2.4);
}
inline double srgb_of_linear(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

}  // namespace warplight::image
