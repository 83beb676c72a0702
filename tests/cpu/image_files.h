// Picture files that tests make themselves.
#pragma once

#include <png.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/error.h"

namespace warplight::test {

// By libpng, not by what is tested. `format`: PNG_FORMAT_RGB and the like (8 bits, sRGB), or PNG_FORMAT_LINEAR_Y (16).
template <class Sample>
void make_png(const std::filesystem::path& file, int width, int height, png_uint_32 format, const std::vector<Sample>& samples) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  if (!png_image_write_to_file(&image, file.c_str(), 0, samples.data(), 0, nullptr)) throw_failed(image.message);
}

// With such an EXIF orientation, 1 to 8.
std::string jpeg_turned(const std::string& jpeg, int orientation);

}  // namespace warplight::test
