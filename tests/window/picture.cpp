#include "tests/window/picture.h"

#include <png.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace warplight::test {
namespace {

std::uint32_t pixel(const Pixels& picture, std::size_t i) {
  const std::uint8_t* rgb = &picture.rgb[3 * i];
  return static_cast<std::uint32_t>(rgb[0] | rgb[1] << 8 | rgb[2] << 16);
}

std::size_t count(const Pixels& picture) { return picture.rgb.size() / 3; }

}  // namespace

Pixels read_png(const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, file.c_str()) == 0) return {};
  image.format = PNG_FORMAT_RGB;
  Pixels pixels{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  pixels.rgb.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr) == 0) return {};
  return pixels;
}

Pixels part_of(const Pixels& picture, const Rect& rect) {
  const int left = std::clamp(static_cast<int>(rect.x), 0, picture.width);
  const int right = std::clamp(static_cast<int>(rect.right()), left, picture.width);
  const int top = std::clamp(static_cast<int>(rect.y), 0, picture.height);
  const int bottom = std::clamp(static_cast<int>(rect.bottom()), top, picture.height);
  Pixels part{right - left, bottom - top, {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = picture.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * picture.width);
    part.rgb.insert(part.rgb.end(), row + 3 * left, row + 3 * right);
  }
  return part;
}

std::size_t colours_in(const Pixels& picture) {
  std::set<std::uint32_t> colours;
  for (std::size_t i = 0; i < count(picture); ++i) colours.insert(pixel(picture, i));
  return colours.size();
}

double difference(const Pixels& a, const Pixels& b, int least) {
  if (a.width != b.width || a.height != b.height || a.rgb.empty()) return 1;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < a.rgb.size(); i += 3) {
    int most = 0;
    for (std::size_t c = i; c < i + 3; ++c) most = std::max(most, std::abs(a.rgb[c] - b.rgb[c]));
    differ += most > least;
  }
  return static_cast<double>(differ) / static_cast<double>(count(a));
}

double share_of(const Pixels& picture, ImU32 colour) {
  if (picture.rgb.empty()) return 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < count(picture); ++i) found += pixel(picture, i) == (colour & 0xFFFFFF);
  return static_cast<double>(found) / static_cast<double>(count(picture));
}

}  // namespace warplight::test
