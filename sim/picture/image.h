// Pictures in files: read with distrust into plain numbers, and written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/picture/interface.h"

namespace warplight::picture {

// A picture as it is looked at: turned as its EXIF orientation says. Samples [y][x][channel], y downwards, as they are
// coded; of whole numbers 1 is the largest, so that u8 and u16 come back exactly.
struct Image {
  std::int64_t width = 0, height = 0;
  int channels = 0;            // 1: grey, 2: grey and alpha, 3: RGB, 4: RGB and alpha
  Sample sample = Sample::u8;  // what the file has
  Coding coding = Coding::srgb;
  float gamma = 1;             // of Coding::power: light is the sample to this power
  bool premultiplied = false;  // colours are multiplied by alpha
  std::vector<float> samples;
  std::vector<std::string> notes;  // what was done to it, for people: "turned by its EXIF orientation, 6"

  bool has_alpha() const { return channels == 2 || channels == 4; }
};

// Of the files that can be read and written.
std::span<const std::string_view> endings();
bool is_picture(std::string_view ending);

// Why pictures can't be had here, with the name of the package; "" if nothing is known to be in the way. Loads nothing.
std::string why_missing();

struct Limits {
  std::int64_t pixels = 1'000'000'000;
};

// The first picture of a file. The size that it announces is held against the limits and the free memory before anything
// is decoded. Throws bad_input naming the file and the reason, missing where OpenImageIO can't be had, failed where
// memory is short.
Image read_image(const std::filesystem::path& file, const Limits& limits = {});

// Writes samples of the plan's type, [y][x][channel], whole or not at all; the format follows from the file's ending.
// Throws bad_input where that format can't hold them.
void write_image(const std::filesystem::path& file, Plan plan, const void* samples);

// The light of each pixel, over black: 0.2126 R + 0.7152 G + 0.0722 B (ITU-R BT.709) of linear light. [y][x]
std::vector<float> luminance(const Image& image);

// Each new pixel the mean of what it covers. [y][x], all sides at least 1.
std::vector<float> resampled_by_area(std::span<const float> values, std::int64_t width, std::int64_t height,
                                     std::int64_t new_width, std::int64_t new_height);

// Whether a JPEG file's bytes reach its end marker: readers fill up with grey what is missing.
bool jpeg_is_whole(std::string_view bytes);

}  // namespace warplight::picture
