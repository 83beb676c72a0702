// The colours of a field's picture and what they stand for, drawn into pixels: for pictures that no window shows.
#pragma once

#include <string_view>

#include "render/capture.h"
#include "render/field.h"

namespace warplight::cli {

// How many pixels at the right of such a picture the bar takes; 0 where it would be too small for one.
int colour_bar_room(int width, int height);

// `title`: what the numbers are, "temperature, °C". `kinds`: of cells that the picture marks, listed below the bar.
void draw_colour_bar(render::Pixels& pixels, const render::FieldRange& range, int isotherms, std::string_view title,
                     std::uint32_t kinds = 0);

}  // namespace warplight::cli
