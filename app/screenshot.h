// Where a screenshot goes that the person asked for by a key.
#pragma once

#include <filesystem>

namespace warplight::app {

// A new file in the person's pictures folder ($XDG_PICTURES_DIR, else ~/Pictures where it is there, else ~), else in the
// folder that the program was started in: warplight-2026-03-01-120000.png.
std::filesystem::path screenshot_file();

}  // namespace warplight::app
