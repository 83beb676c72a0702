// What other programs ask of a window: to take files that are dragged onto it (X's drag-and-drop protocol, version 5), or
// to close.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplight::test {

// False if the window does not take them within some seconds. `display`: ":7"; `window`: its number.
bool drag_onto(const std::string& display, unsigned long window, const std::vector<std::filesystem::path>& files);

// As a click on the window's cross does, without a window manager in between.
void ask_to_close(const std::string& display, unsigned long window);

}  // namespace warplight::test
