#include "app/screenshot.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <system_error>

namespace warplight::app {
namespace {

namespace fs = std::filesystem;

fs::path pictures_folder() {
  std::error_code error;
  const char* pictures = std::getenv("XDG_PICTURES_DIR");
  if (pictures != nullptr && fs::is_directory(pictures, error)) return pictures;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == 0) return fs::current_path(error);
  const fs::path usual = fs::path(home) / "Pictures";
  return fs::is_directory(usual, error) ? usual : fs::path(home);
}

}  // namespace

fs::path screenshot_file() {
  const fs::path folder = pictures_folder();
  const std::string name = fmt::format("warplight-{:%Y-%m-%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
  fs::path file = folder / (name + ".png");
  std::error_code error;
  for (int i = 2; fs::exists(file, error) && i < 1000; ++i) file = folder / fmt::format("{}-{}.png", name, i);
  return file;
}

}  // namespace warplight::app
