// Pictures that tests look at.
#pragma once

#include <filesystem>

#include "app/ui.h"
#include "render/capture.h"

namespace warplight::test {

using app::Rect;
using render::Pixels;

Pixels read_png(const std::filesystem::path& file);  // empty where it is none

Pixels part_of(const Pixels& picture, const Rect& rect);

// How many different colours there are: 1 in a blank picture.
std::size_t colours_in(const Pixels& picture);

// The share of pixels, 0 to 1, that differ by more than `least` in a channel; 1 where the sizes differ.
double difference(const Pixels& a, const Pixels& b, int least = 12);

// The share of pixels that have just this colour (ImGui's order of bytes).
double share_of(const Pixels& picture, ImU32 colour);

}  // namespace warplight::test
