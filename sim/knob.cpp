#include "sim/knob.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight {
namespace {

std::string number_text(const Knob& knob, double value) {
  const bool countable = knob.kind == KnobKind::integer && std::fabs(value) < 9e15;
  return countable ? grouped_plain(static_cast<std::int64_t>(value)) : significant(value, 6);
}

std::string range_text(const Knob& knob) {
  switch (knob.kind) {
    case KnobKind::toggle:
      return "on or off";
    case KnobKind::choice:
      return list_of(knob.choices);
    default:
      return number_text(knob, knob.min) + " to " + number_text(knob, knob.max) +
             (knob.step > 0 ? ", a multiple of " + number_text(knob, knob.step) : "") +
             (knob.automatic ? ", or auto" : "");
  }
}

[[noreturn]] void refuse(const Knob& knob, std::string_view text, std::string_view why) {
  throw_bad_input(std::string(knob.name) + " = " + shown(text) + " " + std::string(why) + ": " + range_text(knob));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// `text` is the value as the person wrote it.
double within(const Knob& knob, double value, std::string_view text) {
  if (std::isnan(value)) refuse(knob, text, "is not a number");
  const bool whole = knob.kind != KnobKind::real;
  if (whole && std::isfinite(value) && value != std::floor(value)) refuse(knob, text, "must be a whole number");
  if (knob.kind == KnobKind::choice) {
    const auto count = static_cast<double>(knob.choices.size());
    if (!(value >= 0 && value < count)) refuse(knob, text, "is not one of");
    return value;
  }
  if (knob.kind == KnobKind::toggle && !(value == 0 || value == 1)) refuse(knob, text, "is not");
  if (!(value >= knob.min && value <= knob.max)) refuse(knob, text, "is out of range");
  if (knob.step > 0 && std::remainder(value, knob.step) != 0) refuse(knob, text, "is not allowed");
  return value;
}

double parse_number(const Knob& knob, std::string_view text) {
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool all_read = end == digits.data() + digits.size();
  if (!all_read || error == std::errc::invalid_argument || std::isnan(value)) refuse(knob, text, "is not a number");
  if (error == std::errc::result_out_of_range) refuse(knob, text, "is out of range");
  return within(knob, value, text);
}

double parse_toggle(const Knob& knob, std::string_view text) {
  for (const std::string_view yes : {"on", "true", "yes", "1"}) {
    if (text == yes) return 1;
  }
  for (const std::string_view no : {"off", "false", "no", "0"}) {
    if (text == no) return 0;
  }
  refuse(knob, text, "is not");
}

double parse_choice(const Knob& knob, std::string_view text) {
  for (std::size_t i = 0; i < knob.choices.size(); ++i) {
    if (knob.choices[i] == text) return static_cast<double>(i);
  }
  refuse(knob, text, "is not one of");
}

}  // namespace

double parse_knob(const Knob& knob, std::string_view text) {
  const std::string_view value = trimmed(text);
  if (value.empty()) throw_bad_input(std::string(knob.name) + " has no value: " + range_text(knob));
  if (knob.automatic && value == "auto") return std::numeric_limits<double>::quiet_NaN();
  if (knob.parse != nullptr) return knob.parse(value);
  switch (knob.kind) {
    case KnobKind::toggle:
      return parse_toggle(knob, value);
    case KnobKind::choice:
      return parse_choice(knob, value);
    default:
      return parse_number(knob, value);
  }
}

double check_knob(const Knob& knob, double value) { return within(knob, value, significant(value, 15)); }

double snap_knob(const Knob& knob, double value) {
  const double step = knob.step > 0 ? knob.step : knob.kind == KnobKind::real ? 0 : 1;
  if (step > 0) value = std::round(value / step) * step;
  return std::clamp(value, knob.min, knob.max);
}

std::string format_knob(const Knob& knob, double value) {
  if (knob.format != nullptr) return knob.format(value);
  if (knob.kind == KnobKind::toggle) return value != 0 ? "on" : "off";
  if (knob.kind == KnobKind::choice) {
    const bool known = value >= 0 && value < static_cast<double>(knob.choices.size());
    return known ? std::string(knob.choices[static_cast<std::size_t>(value)]) : "?";
  }
  return number_text(knob, value);
}

const Knob& find_knob(std::span<const Knob> knobs, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Knob& knob : knobs) {
    if (knob.name == name) return knob;
    names.push_back(knob.name);
  }
  const std::string near = nearest(name, names);
  std::string line = "there is no knob " + shown(name);
  if (!near.empty()) line += ", did you mean " + near + "?";
  throw_bad_input(line + (names.empty() ? " (none here)" : " (there are: " + list_of(names) + ")"));
}

LaunchValues::LaunchValues(std::span<const Knob> knobs) : knobs_(knobs) {
  if (knobs.size() > kMost) throw_failed("a variant has more than " + std::to_string(kMost) + " launch knobs");
  for (std::size_t i = 0; i < knobs.size(); ++i) values_[i] = static_cast<int>(knobs[i].default_value);
}

int LaunchValues::operator[](std::string_view name) const {
  return values_[static_cast<std::size_t>(&find_knob(knobs_, name) - knobs_.data())];
}

void LaunchValues::set(std::string_view name, double value) {
  const Knob& knob = find_knob(knobs_, name);
  const double checked = check_knob(knob, value);
  if (checked != std::floor(checked)) refuse(knob, significant(value, 15), "must be a whole number");
  values_[static_cast<std::size_t>(&knob - knobs_.data())] = static_cast<int>(checked);
}

}  // namespace warplight
