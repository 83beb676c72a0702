#include "sim/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace warplight {
namespace {

std::string with_groups(std::int64_t value, std::string_view space) {
  const std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  std::string text = digits.substr(0, first);
  for (std::size_t i = first; i < digits.size(); ++i) {
    if (i > first && (digits.size() - i) % 3 == 0) text += space;
    text += digits[i];
  }
  return text;
}

std::string with_prefix(double value, std::span<const std::string_view> units, double step) {
  std::size_t i = 0;
  // 999.5 rounds to 1000 at three digits, so it already belongs to the next unit.
  while (i + 1 < units.size() && std::fabs(value) >= 0.9995 * step) {
    value /= step;
    ++i;
  }
  return significant(value) + " " + std::string(units[i]);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

// Bytes of the character of UTF-8 at the start of `text`; 0 where there is none.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 0;
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (size < 3) return size;
  // Longer than it need be, half of a pair of UTF-16, or beyond the last character.
  const bool wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                     (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return wrong ? 0 : size;
}

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const bool c1 = character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
  return first < 0x20 || first == 0x7F || c1;
}

// True within a character of UTF-8.
bool continues(std::string_view text, std::size_t at) { return at < text.size() && (text[at] & 0xC0) == 0x80; }

// About the first or the last so many bytes, without cutting a character of UTF-8.
std::string_view start_of(std::string_view text, std::size_t most) {
  for (int i = 0; i < 3 && most > 0 && continues(text, most); ++i) --most;
  return text.substr(0, most);
}

std::string_view end_of(std::string_view text, std::size_t most) {
  std::size_t first = text.size() - std::min(most, text.size());
  for (int i = 0; i < 3 && continues(text, first); ++i) ++first;
  return text.substr(first);
}

}  // namespace

std::string grouped(std::int64_t value) { return with_groups(value, "\u202f"); }

std::string grouped_plain(std::int64_t value) { return with_groups(value, " "); }

std::string bytes_text(double bytes) {
  static constexpr std::array<std::string_view, 6> kUnits{"B", "kB", "MB", "GB", "TB", "PB"};
  return with_prefix(bytes, kUnits, 1000);
}

std::string significant(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 64> text;
  const double size = std::fabs(value);
  // Whole numbers of up to six digits read better written out than as 1.23e+04.
  const bool whole = size >= std::pow(10.0, digits) - 0.5 && size < 999999.5;
  const auto end = whole ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 0)
                         : std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general,
                                         std::clamp(digits, 1, 17));
  return std::string(text.data(), end.ptr);
}

std::string duration_text(double ms) {
  if (std::isnan(ms)) return "nan";
  const double size = std::fabs(ms);
  if (size >= 0.9995) {
    static constexpr std::array<std::string_view, 2> kUnits{"ms", "s"};
    return with_prefix(ms, kUnits, 1000);
  }
  static constexpr std::array<std::string_view, 3> kUnits{"ns", "µs", "ms"};
  return with_prefix(ms * 1e6, kUnits, 1000);
}

std::string one_line(std::string_view text, std::size_t most) {
  std::string line;
  while (!text.empty()) {
    const std::size_t bytes = std::max<std::size_t>(character_bytes(text), 1);
    const std::string_view character = text.substr(0, bytes);
    if (character == "\n") {
      line += ' ';
    } else if (character_bytes(text) == 0 || is_control(character)) {
      line += '?';
    } else {
      line += character;
    }
    text.remove_prefix(bytes);
  }
  if (line.size() <= most) return line;
  return std::string(start_of(line, most / 2)) + " ... " + std::string(end_of(line, most / 2));
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string start(start_of(text, kMost));
  std::ranges::replace(start, '\n', '?');
  return one_line(start) + (text.size() > kMost ? "..." : "");
}

std::string nearest(std::string_view name, std::span<const std::string_view> known) {
  const std::size_t furthest = std::max<std::size_t>(2, name.size() / 3);
  std::size_t best = furthest + 1;
  std::string found;
  for (const std::string_view candidate : known) {
    // Replacing every letter of a short name is not a likeness.
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance < std::max(name.size(), candidate.size())) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string list_of(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace warplight
