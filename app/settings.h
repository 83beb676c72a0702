// What the window remembers between starts, in window.toml under the person's configuration folder.
#pragma once

#include <filesystem>
#include <string>

namespace warplight::app {

struct Settings {
  int x = -1, y = -1;               // of the window; -1: left to the desktop
  int width = 0, height = 0;        // 0: the default
  double ui_scale = 1;              // times the monitor's
  bool vsync = true;
  std::string colour = "group";     // of the bodies
  double exposure = 0;              // stops
};

// $XDG_CONFIG_HOME/warplight/window.toml, or under ~/.config; empty where there is no home.
std::filesystem::path settings_file();
// `problem` gets one line where the file is damaged; it is ignored then.
Settings load_settings(std::string& problem);
// Quietly does nothing where it can't be written: the window works without.
void save_settings(const Settings& settings);

}  // namespace warplight::app
