#include "sim/picture/image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/host_threads.h"

namespace warplight::picture {
namespace {

constexpr std::array<std::string_view, 10> kEndings{".png", ".jpg", ".jpeg", ".tif", ".tiff",
                                                    ".exr", ".bmp", ".webp", ".gif", ".tga"};

float linear_light(const Image& image, float sample) {
  switch (image.coding) {
    case Coding::linear: return sample;
    case Coding::power: return std::pow(std::max(sample, 0.0f), image.gamma);
    case Coding::srgb: break;  // IEC 61966-2-1
  }
  return sample <= 0.04045f ? sample / 12.92f : std::pow((sample + 0.055f) / 1.055f, 2.4f);
}

float light_of(const Image& image, const float* sample) {
  const bool colours = image.channels >= 3;
  const float alpha = image.has_alpha() ? sample[image.channels - 1] : 1;
  // Linear samples that are multiplied already lie over black as they are; coded ones were multiplied as they are coded.
  const bool lies_over_black = image.premultiplied && image.coding == Coding::linear;
  const float whole = image.premultiplied && !lies_over_black && alpha > 0 ? 1 / alpha : 1;
  const auto light = [&](int channel) { return linear_light(image, sample[channel] * whole); };
  const float all = colours ? 0.2126f * light(0) + 0.7152f * light(1) + 0.0722f * light(2) : light(0);
  return lies_over_black ? all : all * alpha;
}

// What a new pixel covers along one axis: old ones from `first`, with these shares, which add up to 1.
struct Cover {
  std::int64_t first = 0;
  std::vector<double> shares;
};

std::vector<Cover> covers(std::int64_t from, std::int64_t to) {
  std::vector<Cover> all(static_cast<std::size_t>(to));
  for (std::int64_t i = 0; i < to; ++i) {
    // In units of 1/to of an old pixel, all edges are whole numbers.
    const std::int64_t begin = i * from, end = begin + from;
    Cover& cover = all[static_cast<std::size_t>(i)];
    cover.first = begin / to;
    for (std::int64_t old = cover.first; old * to < end; ++old) {
      const std::int64_t common = std::min(end, (old + 1) * to) - std::max(begin, old * to);
      cover.shares.push_back(static_cast<double>(common) / static_cast<double>(from));
    }
  }
  return all;
}

}  // namespace

std::span<const std::string_view> endings() { return kEndings; }

bool is_picture(std::string_view ending) { return std::ranges::find(kEndings, ending) != kEndings.end(); }

std::vector<float> luminance(const Image& image) {
  std::vector<float> light(static_cast<std::size_t>(image.width * image.height));
#pragma omp parallel for schedule(static) num_threads(host_threads())
  for (std::int64_t i = 0; i < image.width * image.height; ++i) {
    light[static_cast<std::size_t>(i)] = light_of(image, image.samples.data() + i * image.channels);
  }
  return light;
}

std::vector<float> resampled_by_area(std::span<const float> values, std::int64_t width, std::int64_t height,
                                     std::int64_t new_width, std::int64_t new_height) {
  const std::vector<Cover> across = covers(width, new_width), down = covers(height, new_height);
  std::vector<float> result(static_cast<std::size_t>(new_width * new_height));
#pragma omp parallel for schedule(static) num_threads(host_threads())
  for (std::int64_t y = 0; y < new_height; ++y) {
    std::vector<double> row(static_cast<std::size_t>(width));
    const Cover& rows = down[static_cast<std::size_t>(y)];
    for (std::size_t r = 0; r < rows.shares.size(); ++r) {
      const float* old = values.data() + (rows.first + static_cast<std::int64_t>(r)) * width;
      for (std::int64_t x = 0; x < width; ++x) row[static_cast<std::size_t>(x)] += rows.shares[r] * double{old[x]};
    }
    for (std::int64_t x = 0; x < new_width; ++x) {
      const Cover& columns = across[static_cast<std::size_t>(x)];
      double sum = 0;
      for (std::size_t c = 0; c < columns.shares.size(); ++c) sum += columns.shares[c] * row[static_cast<std::size_t>(columns.first) + c];
      result[static_cast<std::size_t>(y * new_width + x)] = static_cast<float>(sum);
    }
  }
  return result;
}

// ISO/IEC 10918-1, annex B: segments with their lengths, and coded data in which a marker is told by not being stuffed.
bool jpeg_is_whole(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (std::size_t i = 2; i + 1 < bytes.size();) {
    if (at(i) != 0xFF || at(i + 1) == 0xFF || at(i + 1) == 0) {  // coded data, or fill bytes
      ++i;
      continue;
    }
    const unsigned marker = at(i + 1);
    i += 2;
    if (marker == 0xD9) return true;
    const bool stands_alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
    if (stands_alone) continue;
    if (i + 1 >= bytes.size()) return false;
    i += static_cast<std::size_t>(at(i)) << 8 | at(i + 1);
  }
  return false;
}

}  // namespace warplight::picture
