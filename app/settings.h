// What the window remembers between starts, in window.toml under the person's configuration folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warplight::app {

struct Settings {
  std::optional<int> x, y;          // of the window, negative on a monitor left of the first; none: left to the desktop
  int width = 0, height = 0;        // 0: the default
  double ui_scale = 1;              // times the monitor's
  bool vsync = true;
  std::string colour = "group";     // of the bodies
  bool automatic_exposure = true;
  double exposure = 0;              // stops, where it is not automatic
  double trails = 0;                // steps; 0: none
  bool hints = true;                // on the first screen, until the person has put them away
};

// $XDG_CONFIG_HOME/warplight/window.toml, or under ~/.config; empty where there is no home.
std::filesystem::path settings_file();
// `problem` gets one line where the file is damaged; it is ignored then.
Settings load_settings(std::string& problem);
// Quietly does nothing where it can't be written: the window works without.
void save_settings(const Settings& settings);

}  // namespace warplight::app
