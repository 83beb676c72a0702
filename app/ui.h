// Drawing with few words: text, cards and the widgets of the window, all in pixels of the screen.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/fonts.h"
#include "app/session/history.h"
#include "app/theme.h"

namespace warplight::app {

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {x + width, y + height}; }
  bool empty() const { return width <= 0 || height <= 0; }
};

// What every drawing function needs: fonts, scale, and what is hovered for how long.
struct Ui {
  Fonts fonts;
  float scale = 1;
  ImVec2 hovered{-1, -1};   // the corner of what the pointer rests on, for the delay before help shows
  double hovered_since = 0;
  ImGuiID edited = 0;       // the slider whose value is being typed
  char edit_text[64] = {};
  bool edit_focus = false, edit_done = false;
  bool double_click = false;  // in this frame
  bool menu_open = false, close_menus = false;

  float px(float units) const { return static_cast<float>(static_cast<int>(units * scale + 0.5f)); }
};

float text_width(const ImFont* font, std::string_view text);
// Draws at a baseline-free top left; returns the width.
float draw_text(ImVec2 at, ImFont* font, ImU32 colour, std::string_view text);
void draw_text_right(ImVec2 top_right, ImFont* font, ImU32 colour, std::string_view text);
void draw_text_centred(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text);
// Vertically centred in the rect; cut with an ellipsis where it is too long.
float draw_text_in(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text);
// Returns the height.
float draw_text_wrapped(ImVec2 at, ImFont* font, ImU32 colour, std::string_view text, float width);

// A card with a title; the rect inside its padding. Scrolls where the content is taller. Always end_card.
Rect begin_card(Ui& ui, const char* id, const Rect& rect, std::string_view title, std::string_view right = {});
void end_card(Ui& ui, float content_bottom);
// A word on a card's title line, at its right end; true when clicked.
bool title_button(Ui& ui, const char* id, const Rect& content, std::string_view label, std::string_view help_text);

// An invisible button; `at` in screen pixels. True when clicked.
bool hit(const char* id, const Rect& at);
// Call after hit(): help in a tooltip after 0.4 s.
void help(Ui& ui, std::string_view title, std::string_view text);
// Call after hit(): a right click copies the text.
void copies(std::string_view text);

// A button that is a word.
bool word_button(Ui& ui, const char* id, const Rect& at, std::string_view label, bool on, std::string_view help_text);
// Two or three words of which one holds; returns the one that was clicked, or -1.
int segments(Ui& ui, const char* id, const Rect& at, const char* const* labels, int count, int chosen);

enum class Icon { play, pause, step, reset, down, minus, plus };
void draw_icon(const Rect& at, Icon icon, ImU32 colour, float scale);
bool icon_button(Ui& ui, const char* id, const Rect& at, Icon icon, std::string_view help_text);

struct PlotStyle {
  ImU32 colour = colour::kMuted;
  bool from_zero = true;
  bool filled = false;
  double low = 0, high = 0;  // shown at least, so that two curves share an axis
  std::size_t least_shown = History::kCapacity;  // the width stands for so many samples, or for all where there are more
};
// Newest at the right; nothing where there are fewer than two samples. Returns the largest value that is drawn.
double draw_plot(const Rect& at, const History& history, const PlotStyle& style, float scale);

}  // namespace warplight::app
