// Where the interface's fonts are: beside the program, or on the system.
#pragma once

#include <string>

namespace warplight::cli {

// The file of that name; "" where it is nowhere.
std::string find_font(const std::string& name);

}  // namespace warplight::cli
