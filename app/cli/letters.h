// Letters drawn into pixels, from a font's file, by ImGui's atlas, which needs no window.
#pragma once

#include <imgui.h>

#include <glm/vec3.hpp>
#include <string_view>

#include "render/capture.h"

namespace warplight::cli {

// Moves a pixel towards a colour (0 to 255 each); outside of the picture nothing happens.
void blend(render::Pixels& pixels, int x, int y, glm::vec3 colour, float share);

class Letters {
 public:
  Letters(const char* file, float pixels);  // the built-in font where there is no such file
  Letters(const Letters&) = delete;
  Letters& operator=(const Letters&) = delete;

  float height() const { return font_->FontSize; }
  float ascent() const { return font_->Ascent; }  // from the top to the line that letters stand on
  float width(std::string_view text) const;
  // (x, y): the top left corner.
  void draw(render::Pixels& pixels, float x, float y, glm::vec3 colour, std::string_view text) const;

 private:
  void draw_glyph(render::Pixels& pixels, const ImFontGlyph& glyph, float x, float y, glm::vec3 colour) const;

  ImFontAtlas atlas_;
  ImFont* font_ = nullptr;
  unsigned char* bitmap_ = nullptr;
  int bitmap_width_ = 0, bitmap_height_ = 0;
};

}  // namespace warplight::cli
