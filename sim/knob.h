// A knob is a parameter, declared once: it is the slider, the --set, the scene key and the CSV column.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace warplight {

enum class KnobKind { real, integer, toggle, choice };
enum class KnobScale { linear, log };  // how the slider moves
enum class Place { host, device };     // where a variant's buffers live

// A lab's Params, type-erased by value. Labs keep Params plain (trivially copyable, at most kCapacity bytes).
class ParamBytes {
 public:
  static constexpr std::size_t kCapacity = 256;

  template <class P>
  static ParamBytes of(const P& params) {
    static_assert(std::is_trivially_copyable_v<P> && sizeof(P) <= kCapacity);
    ParamBytes bytes;
    std::memcpy(bytes.bytes_.data(), &params, sizeof(P));
    return bytes;
  }
  template <class P>
  P as() const {
    P params;
    std::memcpy(&params, bytes_.data(), sizeof(P));
    return params;
  }
  const void* data() const { return bytes_.data(); }
  void* data() { return bytes_.data(); }
  bool operator==(const ParamBytes&) const = default;

 private:
  alignas(16) std::array<std::byte, kCapacity> bytes_{};
};

struct Knob {
  std::string_view name;   // stable id: --set NAME=VALUE, the scene key, the CSV column
  std::string_view label;  // in the window
  std::string_view unit;   // "" for a pure number; {length}, {time}, {mass}, {value}: the scene's (unit_text in lab.h)
  std::string_view help;   // one sentence
  double min = 0;
  double max = 1;
  double default_value = 0;
  double host_default = std::numeric_limits<double>::quiet_NaN();  // the default where no GPU is; NaN: the same
  KnobScale scale = KnobScale::linear;
  double step = 0;                               // values are multiples of it; 0: any
  bool resets = false;                           // changing it starts the scene again (sizes, seeds)
  bool of_files = false;                         // matters for state files alone: the window shows it while there is one
  // Follows from the other knobs until somebody sets it; `default_value` is what follows from their defaults. set(NaN)
  // and the word "auto" make it follow again; get() is always a number.
  bool automatic = false;
  std::span<const std::string_view> choices = {};  // for KnobKind::choice: the value is the index
  KnobKind kind = KnobKind::real;                // set by knob<>()
  double (*get)(const void* params) = nullptr;   // set by knob<>(); null for launch knobs, which live in LaunchValues
  void (*set)(void* params, double value) = nullptr;
  // Of values with a notation of their own (a matrix): the number that a text stands for, and back. parse throws
  // bad_input. Null: numbers are written as such.
  double (*parse)(std::string_view text) = nullptr;
  std::string (*format)(double value) = nullptr;

  double default_on(Place place) const {
    return place == Place::host && !std::isnan(host_default) ? host_default : default_value;
  }
};

namespace detail {
template <class P, class T>
P owner_of(T P::*);
template <class P, class T>
T type_of(T P::*);
}  // namespace detail

// Ties a knob to a member of a lab's Params: knob<&Params::softening>({.name = "softening", ...}).
template <auto Member>
constexpr Knob knob(Knob description) {
  using P = decltype(detail::owner_of(Member));
  using T = decltype(detail::type_of(Member));
  if constexpr (std::same_as<T, bool>) {
    description.kind = KnobKind::toggle;
  } else if constexpr (std::is_enum_v<T>) {
    description.kind = KnobKind::choice;
  } else if constexpr (std::integral<T>) {
    description.kind = KnobKind::integer;
  }
  description.get = [](const void* params) { return static_cast<double>(static_cast<const P*>(params)->*Member); };
  description.set = [](void* params, double value) { static_cast<P*>(params)->*Member = static_cast<T>(value); };
  return description;
}

// Reads VALUE for a knob, or throws bad_input naming the knob, the text and what is allowed. Accepts 65536, 2e5, 1e-3,
// a choice's name, on/off. Refuses NaN, text after the number, fractions for integers and what lies outside [min, max].
double parse_knob(const Knob& knob, std::string_view text);

// The same rule for a value that is already a number.
double check_knob(const Knob& knob, double value);

// The allowed value nearest to `value` (not NaN): where a slider stops.
double snap_knob(const Knob& knob, double value);

// For people: "65 536", "0.05", a choice's name. Without the unit.
std::string format_knob(const Knob& knob, double value);

// By name, or throws bad_input with the nearest known name.
const Knob& find_knob(std::span<const Knob> knobs, std::string_view name);

// The values of one variant's launch knobs (block size and the like), by name.
class LaunchValues {
 public:
  LaunchValues() = default;
  explicit LaunchValues(std::span<const Knob> knobs);  // all at their defaults

  int operator[](std::string_view name) const;         // throws if the variant has no such knob
  void set(std::string_view name, double value);
  std::span<const Knob> knobs() const { return knobs_; }
  bool operator==(const LaunchValues& other) const { return values_ == other.values_; }

 private:
  static constexpr std::size_t kMost = 8;
  std::span<const Knob> knobs_;
  std::array<int, kMost> values_{};
};

}  // namespace warplight
