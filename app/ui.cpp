#include "app/ui.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warplight::app {
namespace {

constexpr double kHelpDelay = 0.4;
constexpr float kHelpWidth = 340;

const char* end_of(std::string_view text) { return text.data() + text.size(); }

// Beside rows and above the window's last line, so that help covers neither what it explains nor its neighbours.
void place_help(const Ui& ui) {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax(), window = ImGui::GetIO().DisplaySize;
  const float gap = ui.px(10), width = ui.px(kHelpWidth + 24);
  if (min.y > window.y - ui.px(60)) {
    ImGui::SetNextWindowPos({max.x, min.y}, ImGuiCond_Always, {1, 1});
  } else if (max.x - min.x > ui.px(180) && min.y > ui.px(52) && max.y < window.y - ui.px(160)) {
    if (max.x + gap + width < window.x) {
      ImGui::SetNextWindowPos({max.x + gap, min.y});
    } else if (min.x - gap - width > 0) {
      ImGui::SetNextWindowPos({min.x - gap, min.y}, ImGuiCond_Always, {1, 0});
    }
  }
}

bool is_digit(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }

// The end of the word that begins at `from`; the groups of a long number (65 536) are one word.
std::size_t word_end(std::string_view text, std::size_t from) {
  std::size_t space = std::min(text.find(' ', from), text.size());
  while (space > 0 && is_digit(text, space - 1) && is_digit(text, space + 1) && is_digit(text, space + 2) &&
         is_digit(text, space + 3)) {
    space = std::min(text.find(' ', space + 1), text.size());
  }
  return space;
}

}  // namespace

float text_width(const ImFont* font, std::string_view text) {
  if (text.empty()) return 0;
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), end_of(text)).x;
}

float draw_text(ImVec2 at, ImFont* font, ImU32 colour, std::string_view text) {
  if (text.empty()) return 0;
  const ImVec2 whole(std::floor(at.x + 0.5f), std::floor(at.y + 0.5f));
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, whole, colour, text.data(), end_of(text));
  return text_width(font, text);
}

void draw_text_right(ImVec2 top_right, ImFont* font, ImU32 colour, std::string_view text) {
  draw_text({top_right.x - text_width(font, text), top_right.y}, font, colour, text);
}

void draw_text_centred(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text) {
  draw_text({rect.x + (rect.width - text_width(font, text)) / 2, rect.y + (rect.height - font->FontSize) / 2}, font, colour,
            text);
}

float draw_text_in(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text) {
  const ImVec2 at(rect.x, rect.y + (rect.height - font->FontSize) / 2);
  const float whole = text_width(font, text);
  if (whole <= rect.width) return draw_text(at, font, colour, text);
  const float room = rect.width - text_width(font, "…");
  std::size_t length = text.size();
  while (length > 0 && text_width(font, text.substr(0, length)) > room) {
    do --length;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80);
  }
  if (length == 0) return 0;
  return draw_text(at, font, colour, std::string(text.substr(0, length)) + "…");
}

float draw_text_wrapped(ImVec2 at, ImFont* font, ImU32 colour, std::string_view text, float width) {
  const float line_height = std::floor(font->FontSize * 1.4f);
  float y = at.y;
  std::string line;
  const auto finish_line = [&] {
    draw_text({at.x, y}, font, colour, line);
    y += line_height;
    line.clear();
  };
  // Words are kept whole, numbers among them; one that is wider than a line is cut where it must be.
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t space = word_end(text, from);
    std::string_view word = text.substr(from, space - from);
    from = space + 1;
    if (!line.empty() && text_width(font, line + " " + std::string(word)) > width) finish_line();
    while (line.empty() && word.size() > 1 && text_width(font, word) > width) {
      const char* cut = font->CalcWordWrapPositionA(1, word.data(), end_of(word), std::max(width, font->FontSize));
      const auto length = std::max<std::size_t>(1, static_cast<std::size_t>(cut - word.data()));
      line = word.substr(0, length);
      word.remove_prefix(length);
      finish_line();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  if (!line.empty()) finish_line();
  return y - at.y;
}

Rect begin_card(Ui& ui, const char* id, const Rect& rect, std::string_view title, std::string_view right) {
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::BeginChild(id, {rect.width, rect.height}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  const float inside = ui.px(space::kInside), scroll = ImGui::GetScrollY();
  Rect content{rect.x + inside, rect.y + inside - scroll, rect.width - 2 * inside, rect.height - 2 * inside};
  if (!title.empty()) {
    draw_text({content.x, content.y - ui.px(3)}, ui.fonts.label, colour::kMuted, title);
    draw_text_right({content.right(), content.y - ui.px(3)}, ui.fonts.label, colour::kMuted, right);
    content.y += ui.px(26);
    content.height -= ui.px(26);
  }
  return content;
}

void end_card(Ui& ui, float content_bottom) {
  ImGui::SetCursorScreenPos({ImGui::GetWindowPos().x, content_bottom});
  ImGui::Dummy({1, ui.px(8)});
  ImGui::EndChild();
}

bool title_button(Ui& ui, const char* id, const Rect& content, std::string_view label, std::string_view help_text) {
  const float width = text_width(ui.fonts.label, label) + ui.px(20), height = ui.px(24);
  const float middle = content.y - ui.px(29) + ui.fonts.label->FontSize / 2;
  return word_button(ui, id, {content.right() - width + ui.px(10), middle - height / 2, width, height}, label, false, help_text);
}

bool hit(const char* id, const Rect& at) {
  if (at.empty()) return false;
  ImGui::SetCursorScreenPos(at.min());
  return ImGui::InvisibleButton(id, {at.width, at.height});
}

void help(Ui& ui, std::string_view title, std::string_view text) {
  if (!ImGui::IsItemHovered() || ImGui::IsMouseDown(ImGuiMouseButton_Left) || (title.empty() && text.empty())) return;
  const ImVec2 corner = ImGui::GetItemRectMin();
  const double now = ImGui::GetTime();
  if (ui.hovered.x != corner.x || ui.hovered.y != corner.y) {
    ui.hovered = corner;
    ui.hovered_since = now;
  }
  if (now - ui.hovered_since < kHelpDelay) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(space::kRadius));
  place_help(ui);
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.label);
  ImGui::PushTextWrapPos(ui.px(kHelpWidth));
  if (!title.empty()) ImGui::TextUnformatted(title.data(), end_of(title));
  if (!text.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, title.empty() ? colour::kText : colour::kMuted);
    ImGui::TextUnformatted(text.data(), end_of(text));
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

void copies(std::string_view text) {
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::SetClipboardText(std::string(text).c_str());
}

bool word_button(Ui& ui, const char* id, const Rect& at, std::string_view label, bool on, std::string_view help_text) {
  const bool clicked = hit(id, at);
  const bool hovered = ImGui::IsItemHovered();
  help(ui, {}, help_text);
  if (on || hovered) {
    ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), on ? colour::kHairline : colour::kRaised, at.height / 2);
  }
  draw_text_centred(at, ui.fonts.label, on || hovered ? colour::kText : colour::kMuted, label);
  return clicked;
}

int segments(Ui& ui, const char* id, const Rect& at, const char* const* labels, int count, int chosen) {
  ImGui::PushID(id);
  ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kRaised, at.height / 2);
  // All alike, unless a word is wider than that: then each by its width.
  float words = 0, widest = 0;
  for (int i = 0; i < count; ++i) {
    words += text_width(ui.fonts.label, labels[i]);
    widest = std::max(widest, text_width(ui.fonts.label, labels[i]));
  }
  const float alike = at.width / static_cast<float>(count), air = (at.width - words) / static_cast<float>(count);
  int clicked = -1;
  float x = at.x;
  for (int i = 0; i < count; ++i) {
    const float width = widest <= alike ? alike : text_width(ui.fonts.label, labels[i]) + air;
    if (word_button(ui, labels[i], {x, at.y, width, at.height}, labels[i], i == chosen, {})) clicked = i;
    x += width;
  }
  ImGui::PopID();
  return clicked;
}

void draw_icon(const Rect& at, Icon icon, ImU32 colour, float scale) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::floor(at.x + at.width / 2), y = std::floor(at.y + at.height / 2), s = scale;
  switch (icon) {
    case Icon::play:
      list.AddTriangleFilled({x - 5 * s, y - 7 * s}, {x - 5 * s, y + 7 * s}, {x + 7 * s, y}, colour);
      break;
    case Icon::pause:
      list.AddRectFilled({x - 6 * s, y - 7 * s}, {x - 2 * s, y + 7 * s}, colour, s);
      list.AddRectFilled({x + 2 * s, y - 7 * s}, {x + 6 * s, y + 7 * s}, colour, s);
      break;
    case Icon::step:
      list.AddTriangleFilled({x - 7 * s, y - 7 * s}, {x - 7 * s, y + 7 * s}, {x + 4 * s, y}, colour);
      list.AddRectFilled({x + 5 * s, y - 7 * s}, {x + 8 * s, y + 7 * s}, colour, s);
      break;
    case Icon::reset:
      list.PathArcTo({x, y}, 6.5f * s, -0.6f, 4.4f, 24);
      list.PathStroke(colour, 0, 2 * s);
      list.AddTriangleFilled({x + 0.5f * s, y - 10 * s}, {x + 0.5f * s, y - 2.5f * s}, {x + 6 * s, y - 6.5f * s}, colour);
      break;
    case Icon::down:
      list.AddTriangleFilled({x - 5 * s, y - 3 * s}, {x, y + 4 * s}, {x + 5 * s, y - 3 * s}, colour);
      break;
    case Icon::minus:
    case Icon::plus:
      list.AddRectFilled({x - 5 * s, y - 0.8f * s}, {x + 5 * s, y + 0.8f * s}, colour);
      if (icon == Icon::plus) list.AddRectFilled({x - 0.8f * s, y - 5 * s}, {x + 0.8f * s, y + 5 * s}, colour);
      break;
  }
}

bool icon_button(Ui& ui, const char* id, const Rect& at, Icon icon, std::string_view help_text) {
  const bool clicked = hit(id, at);
  const bool hovered = ImGui::IsItemHovered();
  help(ui, {}, help_text);
  if (hovered) ImGui::GetWindowDrawList()->AddRectFilled(at.min(), at.max(), colour::kHairline, ui.px(space::kRowRadius));
  draw_icon(at, icon, hovered ? colour::kText : faded(colour::kText, 0.8f), ui.scale);
  return clicked;
}

double draw_plot(const Rect& at, const History& history, const PlotStyle& style, float scale) {
  if (history.size() < 2 || at.empty()) return 0;
  double low = style.from_zero ? 0 : history[0], high = low;
  for (std::size_t i = 0; i < history.size(); ++i) {
    low = std::min(low, history[i]);
    high = std::max(high, history[i]);
  }
  low = std::min(low, style.low);
  high = std::max(high, style.high);
  const double spread = high > low ? high - low : 1;
  const auto across = static_cast<float>(std::max(history.size(), style.least_shown) - 1);
  std::vector<ImVec2> line(history.size());
  for (std::size_t i = 0; i < history.size(); ++i) {
    const float right = 1 - static_cast<float>(history.size() - 1 - i) / across;
    const auto up = static_cast<float>((history[i] - low) / spread);
    line[i] = {at.x + right * at.width, at.bottom() - scale - up * (at.height - 2 * scale)};
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (style.filled) {
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // whose soft edges would show between the pieces
    for (std::size_t i = 1; i < line.size(); ++i) {
      list.AddQuadFilled(line[i - 1], line[i], {line[i].x, at.bottom()}, {line[i - 1].x, at.bottom()},
                         faded(style.colour, 0.18f));
    }
    list.Flags = flags;
  }
  list.AddPolyline(line.data(), static_cast<int>(line.size()), style.colour, 0, 1.5f * scale);
  return high;
}

}  // namespace warplight::app
