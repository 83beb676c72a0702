// Drags files onto a window as another program would: X's drag-and-drop protocol, version 5.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplight::test {

// False if the window does not take them within some seconds. `display`: ":7"; `window`: its number.
bool drag_onto(const std::string& display, unsigned long window, const std::vector<std::filesystem::path>& files);

}  // namespace warplight::test
