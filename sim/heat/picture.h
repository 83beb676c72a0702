// Pictures as starts and as materials of the heat lab, and pictures of its field.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "sim/heat/heat2d.h"

namespace warplight::heat {

std::string why_state_file_is_missing(std::string_view ending);  // as LabInfo has it
std::string ending_of(const std::filesystem::path& file);        // ".png", in small letters

// Light of the picture, its darkest pixel 0 and its brightest 1, becomes temperature or diffusivity as the knobs picture_*
// say; a picture of one light all over takes that light. The field is as large as the picture, unless `set` names width or
// height: of one alone the other follows, and the picture is resampled. Throws as picture::read_image does, and bad_input
// where a pixel is not a finite number or a side is too long.
HostState read_picture(const std::filesystem::path& file, Heat2d::Params& params, std::span<const std::string> set);

// The field, coldest dark and hottest bright: in inferno's colours or in 16 bits of grey, the range in the file's text.
// An .exr file holds the temperatures themselves.
void write_picture(const std::filesystem::path& file, const Heat2d::Params& params, const HostState& state);

}  // namespace warplight::heat
