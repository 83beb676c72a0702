#include "app/fonts.h"

#include <cmath>
#include <string>

#include "app/cli/font_files.h"

namespace warplight::app {
namespace {

// Latin, Greek, superscripts, thin spaces, dashes, dots, arrows, arithmetic.
constexpr ImWchar kRanges[] = {0x0020, 0x00FF, 0x0391, 0x03C9, 0x2002, 0x200A, 0x2010, 0x2027, 0x202F, 0x202F, 0x2030,
                               0x203A, 0x2070, 0x209C, 0x2190, 0x2199, 0x2200, 0x222B, 0x2248, 0x2248, 0x2260, 0x2265,
                               0x22C5, 0x22C5, 0};

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
  const std::string regular = cli::find_font("Inter-Regular.otf"), semibold = cli::find_font("Inter-SemiBold.otf");
  const std::string mono = cli::find_font("JetBrainsMono-Regular.ttf");
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
