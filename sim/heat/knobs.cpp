// The heat lab's knobs.
#include <array>

#include "sim/heat/heat2d.h"

namespace warplight {
namespace {

using P = Heat2d::Params;

constexpr std::array<std::string_view, 2> kPrecisions{"fp32", "fp64"};
constexpr std::array<std::string_view, 4> kBoundaries{"fixed", "insulated", "periodic", "convective"};
constexpr std::array<std::string_view, 5> kSides{"as-boundary", "fixed", "insulated", "periodic", "convective"};

constexpr double kLargestSide = 65536;

constexpr Knob size_knob(std::string_view name, std::string_view label, std::string_view help) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = help,
          .min = 1,
          .max = kLargestSide,
          .default_value = 4096,
          .host_default = 512,
          .scale = KnobScale::log,
          .resets = true};
}

constexpr Knob length_knob(std::string_view name, std::string_view label, std::string_view help) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = help,
          .min = 1e-6,
          .max = 1e6,
          .default_value = 1,
          .scale = KnobScale::log,
          .resets = true};
}

constexpr Knob side_knob(std::string_view name, std::string_view label) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = "This side alone; as-boundary: what boundary says.",
          .min = 0,
          .max = kSides.size() - 1,
          .default_value = 0,
          .choices = kSides};
}

constexpr Knob count_knob(std::string_view name, std::string_view label, std::string_view help, double min, double max) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = help,
          .min = min,
          .max = max,
          .default_value = 1,
          .resets = true};
}

std::array<Knob, 17> make_knobs() {
  Knob dt = knob<&P::dt>({.name = "dt",
                          .label = "Time step dt",
                          .unit = "",
                          .help = "How far one step goes in time: 90% of the stability limit where nobody sets it. Above "
                                  "the limit it is refused.",
                          .min = 1e-15,
                          .max = 1e15,
                          .default_value = 0.225,
                          .scale = KnobScale::log,
                          .automatic = true});
  dt.get = [](const void* params) { return Heat2d::time_step(*static_cast<const P*>(params)); };
  return {
      knob<&P::width>(size_knob("width", "Width", "How many cells a row has.")),
      knob<&P::height>(size_knob("height", "Height", "How many rows there are.")),
      knob<&P::alpha>({.name = "alpha",
                       .label = "Diffusivity α",
                       .unit = "",
                       .help = "How fast heat spreads; where cells have their own, those are multiplied by it.",
                       .min = 1e-9,
                       .max = 1e9,
                       .default_value = 1,
                       .scale = KnobScale::log}),
      knob<&P::dx>(length_knob("dx", "Cell width dx", "How wide a cell is.")),
      knob<&P::dy>(length_knob("dy", "Cell height dy", "How high a cell is.")),
      dt,
      knob<&P::boundary>({.name = "boundary",
                          .label = "Boundary",
                          .unit = "",
                          .help = "All sides: cells keep their temperature, nothing passes, the opposite side lies behind, "
                                  "or the outside takes h (u - u_inf).",
                          .min = 0,
                          .max = kBoundaries.size() - 1,
                          .default_value = 1,
                          .choices = kBoundaries}),
      knob<&P::left>(side_knob("boundary_left", "Left side")),
      knob<&P::right>(side_knob("boundary_right", "Right side")),
      knob<&P::top>(side_knob("boundary_top", "Top side")),
      knob<&P::bottom>(side_knob("boundary_bottom", "Bottom side")),
      knob<&P::h>({.name = "h",
                   .label = "Heat transfer h",
                   .unit = "",
                   .help = "How well heat passes a convective side.",
                   .min = 0,
                   .max = 1e9,
                   .default_value = 0.1,
                   .scale = KnobScale::log}),
      knob<&P::u_inf>({.name = "u_inf",
                       .label = "Outside u∞",
                       .unit = "",
                       .help = "The temperature outside of a convective side.",
                       .min = -1e6,
                       .max = 1e6,
                       .default_value = 0}),
      knob<&P::precision>({.name = "precision",
                           .label = "Precision",
                           .unit = "",
                           .help = "What temperatures are stored and computed in.",
                           .min = 0,
                           .max = kPrecisions.size() - 1,
                           .default_value = 0,
                           .resets = true,
                           .choices = kPrecisions}),
      knob<&P::mode_x>(count_knob("mode_x", "Mode along x", "Waves over the width (half waves, where not periodic), of the "
                                  "scene fourier-mode.", 0, 1000)),
      knob<&P::mode_y>(count_knob("mode_y", "Mode along y", "The same over the height.", 0, 1000)),
      knob<&P::seed>(count_knob("seed", "Seed", "Another number gives another throw of the dice for the same scene.", 0, 1e9)),
  };
}

}  // namespace

std::span<const Knob> Heat2d::knobs() {
  static const std::array<Knob, 17> kKnobs = make_knobs();
  return kKnobs;
}

}  // namespace warplight
