#include "app/settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

#include "sim/toml.h"

namespace warplight::app {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path folder = value == nullptr ? "" : value;
  return folder.is_absolute() ? folder : fs::path();
}

constexpr int kLeastWidth = 200, kLeastHeight = 150;  // a smaller window is one that a person could not find again

double number(const toml::table& table, const char* name, double normal, double least, double most) {
  const double value = table[name].value_or(normal);
  return value >= least && value <= most ? value : normal;
}

Settings read(const toml::table& table) {
  Settings settings;
  settings.x = table["x"].value<int>();
  settings.y = table["y"].value<int>();
  settings.width = std::clamp(table["width"].value_or(0), 0, 16384);
  settings.height = std::clamp(table["height"].value_or(0), 0, 16384);
  if (settings.width < kLeastWidth) settings.width = 0;
  if (settings.height < kLeastHeight) settings.height = 0;
  settings.ui_scale = number(table, "ui_scale", 1, 0.5, 3);
  settings.vsync = table["vsync"].value_or(true);
  settings.colour = table["colour"].value_or("group");
  settings.automatic_exposure = table["automatic_exposure"].value_or(true);
  settings.exposure = number(table, "exposure", 0, -12, 12);
  settings.trails = number(table, "trails", 0, 0, 10000);
  settings.hints = table["hints"].value_or(true);
  return settings;
}

toml::table table_of(const Settings& settings) {
  toml::table table{{"width", settings.width},
                    {"height", settings.height},
                    {"ui_scale", settings.ui_scale},
                    {"vsync", settings.vsync},
                    {"colour", settings.colour},
                    {"automatic_exposure", settings.automatic_exposure},
                    {"exposure", settings.exposure},
                    {"trails", settings.trails},
                    {"hints", settings.hints}};
  if (settings.x && settings.y) {
    table.insert("x", *settings.x);
    table.insert("y", *settings.y);
  }
  return table;
}

}  // namespace

fs::path settings_file() {
  fs::path folder = folder_of("XDG_CONFIG_HOME");
  if (folder.empty()) {
    folder = folder_of("HOME");
    if (folder.empty()) return {};
    folder /= ".config";
  }
  return folder / "warplight" / "window.toml";
}

Settings load_settings(std::string& problem) {
  const fs::path file = settings_file();
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error)) return {};
  try {
    return read(toml::parse_file(file.string()));
  } catch (const toml::parse_error& damage) {
    problem = file.string() + " line " + std::to_string(damage.source().begin.line) + " is damaged: ignored";
    return {};
  }
}

void save_settings(const Settings& settings) {
  const fs::path file = settings_file();
  if (file.empty()) return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path beside = file.string() + ".new";
  {
    std::ofstream out(beside);
    if (!out) return;
    out << table_of(settings) << '\n';
    if (!out.flush()) {
      fs::remove(beside, error);
      return;
    }
  }
  fs::rename(beside, file, error);
  if (error) fs::remove(beside, error);
}

}  // namespace warplight::app
