#include "app/cli/font_files.h"

#include <array>
#include <filesystem>
#include <system_error>

namespace warplight::cli {
namespace {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : program.parent_path();
}

}  // namespace

std::string find_font(const std::string& name) {
  static constexpr std::array kFolders = {
      "/usr/share/fonts/opentype/inter",         "/usr/share/fonts/truetype/inter",
      "/usr/share/fonts/truetype/jetbrains-mono", "/usr/share/fonts/inter",
      "/usr/share/fonts/jetbrains-mono",          "/usr/local/share/fonts"};
  std::error_code error;
  const auto in = [&](const fs::path& folder) {
    const fs::path file = folder / name;
    return fs::is_regular_file(file, error) ? file.string() : std::string();
  };
  if (std::string file = in(program_folder() / "fonts"); !file.empty()) return file;
  for (const char* folder : kFolders) {
    if (std::string file = in(folder); !file.empty()) return file;
  }
  return {};
}

}  // namespace warplight::cli
