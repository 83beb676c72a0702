#include "app/cli/letters.h"

#include <cmath>
#include <string>

#include "app/cli/font_files.h"

namespace warplight::cli {
namespace {

template <class Work>
void for_glyphs(const ImFont& font, std::string_view text, Work work) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned code = bytes == 1 ? lead : lead & (0xFFu >> (bytes + 1));
    for (std::size_t k = 1; k < bytes && i + k < text.size(); ++k) code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    i += bytes;
    if (const ImFontGlyph* glyph = font.FindGlyph(static_cast<ImWchar>(code))) work(*glyph);
  }
}

}  // namespace

void blend(render::Pixels& pixels, int x, int y, glm::vec3 colour, float share) {
  if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return;
  const auto at = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) + static_cast<std::size_t>(x));
  for (int c = 0; c < 3; ++c) {
    std::uint8_t& value = pixels.rgb[at + static_cast<std::size_t>(c)];
    value = static_cast<std::uint8_t>(std::lround(value + share * (colour[c] - static_cast<float>(value))));
  }
}

Letters::Letters(const char* file, float pixels) {
  static constexpr ImWchar kRanges[] = {0x20, 0xFF, 0x391, 0x3C9, 0x2070, 0x209C, 0x221E, 0x221E, 0};
  const std::string path = find_font(file);
  ImFontConfig config;
  config.OversampleH = config.OversampleV = 1;  // a pixel of a letter is one of the picture
  if (!path.empty()) font_ = atlas_.AddFontFromFileTTF(path.c_str(), pixels, &config, kRanges);
  if (font_ == nullptr) font_ = atlas_.AddFontDefault();
  atlas_.GetTexDataAsAlpha8(&bitmap_, &bitmap_width_, &bitmap_height_);
}

float Letters::width(std::string_view text) const {
  float sum = 0;
  for_glyphs(*font_, text, [&](const ImFontGlyph& glyph) { sum += glyph.AdvanceX; });
  return sum;
}

void Letters::draw(render::Pixels& pixels, float x, float y, glm::vec3 colour, std::string_view text) const {
  for_glyphs(*font_, text, [&](const ImFontGlyph& glyph) {
    draw_glyph(pixels, glyph, std::round(x) + glyph.X0, std::round(y) + glyph.Y0, colour);
    x += glyph.AdvanceX;
  });
}

void Letters::draw_glyph(render::Pixels& pixels, const ImFontGlyph& glyph, float x, float y, glm::vec3 colour) const {
  const int u = static_cast<int>(std::lround(glyph.U0 * static_cast<float>(bitmap_width_)));
  const int v = static_cast<int>(std::lround(glyph.V0 * static_cast<float>(bitmap_height_)));
  const int wide = static_cast<int>(std::lround((glyph.U1 - glyph.U0) * static_cast<float>(bitmap_width_)));
  const int high = static_cast<int>(std::lround((glyph.V1 - glyph.V0) * static_cast<float>(bitmap_height_)));
  for (int row = 0; row < high; ++row) {
    for (int column = 0; column < wide; ++column) {
      const float alpha = static_cast<float>(bitmap_[(v + row) * bitmap_width_ + u + column]) / 255;
      if (alpha > 0) blend(pixels, static_cast<int>(std::lround(x)) + column, static_cast<int>(std::lround(y)) + row, colour, alpha);
    }
  }
}

}  // namespace warplight::cli
