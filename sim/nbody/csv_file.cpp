#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "sim/error.h"
#include "sim/nbody/state_files.h"
#include "sim/nbody/state_formats.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::nbody {
namespace {

// The seven of a state, then the two that only a picture needs.
constexpr std::size_t kKnownColumns = kColumns + 2;
constexpr std::size_t kGroup = kColumns, kLight = kColumns + 1;
constexpr std::array<std::string_view, kKnownColumns> kKnown{"x", "y", "z", "vx", "vy", "vz", "m", "group", "light"};
using Values = std::array<float, kKnownColumns>;

class Place {
 public:
  explicit Place(const std::filesystem::path& file) : file_(file.string()) {}
  std::int64_t line = 0;

  [[noreturn]] void refuse(const std::string& what) const {
    throw_bad_input(file_ + ":" + std::to_string(line) + ": " + what);
  }
  [[noreturn]] void refuse_file(const std::string& what) const { throw_bad_input(file_ + ": " + what); }

 private:
  std::string file_;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Without the blanks and the quotes about it. A number or a name holds no separator, so that none is looked for within.
std::string_view bare(std::string_view field) {
  field = trimmed(field);
  const bool quoted = field.size() >= 2 && (field[0] == '"' || field[0] == '\'') && field.back() == field[0];
  return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

// Cuts a line into fields at commas, semicolons or (separator ' ') runs of blanks.
void split(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  line = trimmed(line);
  const std::string_view cuts = separator == ' ' ? " \t" : std::string_view(&separator, 1);
  while (true) {
    const std::size_t end = line.find_first_of(cuts);
    fields.push_back(bare(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
    if (separator == ' ') line.remove_prefix(std::min(line.size(), line.find_first_not_of(cuts)));
  }
}

// Which known column each field of a line is.
struct Header {
  char separator = ',';
  std::vector<std::size_t> column;
};

Header parse_header(std::string_view line, const Place& place) {
  Header header;
  header.separator = line.find(';') != std::string_view::npos   ? ';'
                     : line.find(',') != std::string_view::npos ? ','
                                                                : ' ';
  std::vector<std::string_view> fields;
  if (trimmed(line).starts_with('#')) line.remove_prefix(line.find('#') + 1);  // numpy.savetxt writes one before it
  split(line, header.separator, fields);
  std::array<bool, kKnownColumns> present{};
  for (const std::string_view field : fields) {
    std::size_t column = 0;
    while (column < kKnownColumns && kKnown[column] != field) ++column;
    if (column == kKnownColumns) {
      place.refuse("the header names '" + shown(field) + "'; the columns are x,y,z,vx,vy,vz,m in any order");
    }
    if (present[column]) place.refuse("the header names " + std::string(field) + " twice");
    present[column] = true;
    header.column.push_back(column);
  }
  for (std::size_t column = 0; column < kColumns; ++column) {
    if (!present[column]) {
      place.refuse("the header lacks " + std::string(kKnown[column]) +
                   "; the columns are x,y,z,vx,vy,vz,m in any order");
    }
  }
  return header;
}

float parse_value(std::string_view field, std::size_t column, const Place& place) {
  const auto refuse = [&](const char* why) {
    place.refuse("'" + shown(field) + "' " + why + " (column " + std::string(kKnown[column]) + ")");
  };
  std::string_view digits = field;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  const char* const last = digits.data() + digits.size();
  float value = 0;
  auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error == std::errc::invalid_argument || end != last) refuse("is not a number");
  if (error == std::errc::result_out_of_range) {
    double wide = 0;
    error = std::from_chars(digits.data(), last, wide).ec;
    value = static_cast<float>(wide);
    // What is too small for a float is zero or nearly so; what is too large even for a double stays an error.
    if (error != std::errc() || !std::isfinite(value)) refuse("is too large or too small");
  }
  if (!std::isfinite(value)) refuse("is not a finite number");
  return value;
}

Values parse_line(const std::vector<std::string_view>& fields, const Header& header, const Place& place) {
  if (fields.size() != header.column.size()) {
    place.refuse("holds " + std::to_string(fields.size()) + " values where the header names " +
                 std::to_string(header.column.size()));
  }
  Values values{};
  values[kLight] = 1;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    values[header.column[f]] = parse_value(fields[f], header.column[f], place);
  }
  constexpr float kMostGroup = 65535;
  if (!(values[kGroup] >= 0 && values[kGroup] <= kMostGroup && values[kGroup] == std::floor(values[kGroup]))) {
    place.refuse("has a group that is not a whole number from 0 to 65 535");
  }
  if (!(values[kLight] >= 0)) place.refuse("has a light below 0");
  return values;
}

// Takes the next line off the text that isn't blank; false where none is left.
bool next_line(std::string_view& text, std::string_view& line, Place& place) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++place.line;
    if (!trimmed(line).empty()) return true;
  }
  return false;
}

std::int64_t count_lines(std::string_view text) {
  std::int64_t count = 0;
  std::string_view line;
  Place unused({});
  while (next_line(text, line, unused)) ++count;
  return count;
}

void parse_bodies(std::string_view text, const Header& header, Place& place, HostState& state) {
  auto* appearance = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  std::vector<std::string_view> fields;
  std::string_view line;
  for (std::int64_t i = 0; next_line(text, line, place); ++i) {
    split(line, header.separator, fields);
    const Values values = parse_line(fields, header, place);
    Row row;
    std::copy_n(values.begin(), kColumns, row.begin());
    set_row(state, i, row);
    appearance[i] = {values[kGroup], values[kLight]};
  }
}

template <class T>
void append(std::string& text, T value, int digits) {
  std::array<char, 40> number;
  const auto end =
      std::to_chars(number.data(), number.data() + number.size(), value, std::chars_format::general, digits).ptr;
  text.append(number.data(), end);
}

}  // namespace

HostState read_csv(const std::filesystem::path& file, NBody::Params& params) {
  const std::string bytes = read_whole(file);
  std::string_view text = bytes, line;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Place place(file);
  if (!next_line(text, line, place)) place.refuse_file("is empty; the first line must be x,y,z,vx,vy,vz,m");
  const Header header = parse_header(line, place);
  params.n = count_lines(text);
  if (params.n == 0) place.refuse_file("holds no bodies");
  if (params.n > kMostBodies) place.refuse_file("more than " + grouped_plain(kMostBodies) + " bodies");
  params.shows_appearance = std::ranges::any_of(header.column, [](std::size_t column) { return column >= kColumns; });
  HostState state = empty_state(params);
  parse_bodies(text, header, place, state);
  return state;
}

void write_csv(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double) {
  // 9 and 17 digits are what a float and a double need to come back as they were.
  constexpr int kFloatDigits = 9, kDoubleDigits = 17;
  constexpr std::size_t kChunk = 1 << 16;
  const auto* appearance = reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data());
  WholeFile out(file);
  std::string text = params.shows_appearance ? "x,y,z,vx,vy,vz,m,group,light\n" : "x,y,z,vx,vy,vz,m\n";
  for (std::int64_t i = 0; i < params.n; ++i) {
    const Row row = row_of(state, i);
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (c > 0) text += ',';
      if (in_double.empty()) {
        append(text, row[c], kFloatDigits);
      } else {
        append(text, in_double[static_cast<std::size_t>(i) * kColumns + c], kDoubleDigits);
      }
    }
    if (params.shows_appearance) {
      for (const float value : {appearance[i].x, appearance[i].y}) {
        text += ',';
        append(text, value, kFloatDigits);
      }
    }
    text += '\n';
    if (text.size() > kChunk) {
      out.write(text);
      text.clear();
    }
  }
  out.write(text);
  out.commit();
}

}  // namespace warplight::nbody
