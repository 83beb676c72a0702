#include "app/fonts.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>

namespace warplight::app {
namespace {

namespace fs = std::filesystem;

// Latin, Greek, superscripts, thin spaces, dashes, dots, arrows, arithmetic.
constexpr ImWchar kRanges[] = {0x0020, 0x00FF, 0x0391, 0x03C9, 0x2002, 0x200A, 0x2010, 0x2027, 0x202F, 0x202F, 0x2030,
                               0x203A, 0x2070, 0x209C, 0x2190, 0x2199, 0x2200, 0x222B, 0x2248, 0x2248, 0x2260, 0x2265,
                               0x22C5, 0x22C5, 0};

fs::path program_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : program.parent_path();
}

// The first of the places where a font of that name is to be found; "" for none.
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

ImFont* add(const std::string& file, float pixels) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  if (!file.empty()) {
    if (ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), std::round(2 * pixels) / 2, &config, kRanges)) return font;
  }
  config = {};
  config.SizePixels = std::round(pixels);
  return atlas.AddFontDefault(&config);
}

}  // namespace

Fonts load_fonts(float scale) {
  ImGui::GetIO().Fonts->Clear();
  const std::string regular = find_font("Inter-Regular.otf"), semibold = find_font("Inter-SemiBold.otf");
  const std::string mono = find_font("JetBrainsMono-Regular.ttf");
  Fonts fonts;
  fonts.body = add(regular, 17 * scale);
  fonts.label = add(regular, 14.5f * scale);
  fonts.title = add(semibold, 18 * scale);
  fonts.verdict = add(semibold, 25 * scale);
  fonts.mono = add(mono, 14.5f * scale);
  fonts.small_mono = add(mono, 12.5f * scale);
  ImGui::GetIO().Fonts->Build();
  for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImWchar space : {ImWchar{0x2009}, ImWchar{0x202F}}) {
      if (font->FindGlyphNoFallback(space) == nullptr) font->AddRemapChar(space, ' ');
    }
  }
  return fonts;
}

}  // namespace warplight::app
