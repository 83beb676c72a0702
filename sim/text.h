// Words and numbers for people: thin-spaced thousands, SI prefixes, the nearest known name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplight {

std::string grouped(std::int64_t value);                   // 65 536, with narrow no-break spaces (U+202F)
std::string grouped_plain(std::int64_t value);             // 65 536, with plain spaces, for terminals and files
using NumberText = std::string (*)(std::int64_t);          // one of these
std::string bytes_text(double bytes);                      // "1.2 GB", decimal prefixes
std::string significant(double value, int digits = 3);     // 0.00123, 41.2, 1.23e-07
std::string duration_text(double ms);                      // "2.31 ms", "41.2 s", "3.9 µs"
// Fit for one line of a terminal: control characters and what is no UTF-8 become question marks, line ends spaces; what
// is longer than `most` bytes loses its middle.
std::string one_line(std::string_view text, std::size_t most = 1000);
// What somebody wrote, as part of a line: at most 40 bytes of it.
std::string shown(std::string_view text);

// The known name nearest to `name` by edit distance; "" if none is near.
std::string nearest(std::string_view name, std::span<const std::string_view> known);
// "nbody, heat2d or heat3d"
std::string list_of(std::span<const std::string_view> names);

}  // namespace warplight
