// The heat lab's knobs.
#include <array>

#include "sim/heat/heat2d.h"
#include "sim/heat/state.h"

namespace warplight {
namespace {

using P = Heat2d::Params;

constexpr std::array<std::string_view, 2> kPrecisions{"fp32", "fp64"};
constexpr std::array<std::string_view, 4> kBoundaries{"fixed", "insulated", "periodic", "convective"};
constexpr std::array<std::string_view, 2> kPictureAs{"start", "material"};
constexpr std::array<std::string_view, 2> kPictureStarts{"hot-spot", "uniform"};
constexpr std::array<std::string_view, 2> kPictureOuts{"colour", "grey16"};
constexpr std::array<std::string_view, 5> kSides{"as-boundary", "fixed", "insulated", "periodic", "convective"};

constexpr Knob size_knob(std::string_view name, std::string_view label, std::string_view help) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = help,
          .min = 1,
          .max = heat::kMostSide,
          .default_value = 4096,
          .host_default = 512,
          .scale = KnobScale::log,
          .resets = true};
}

constexpr Knob length_knob(std::string_view name, std::string_view label, std::string_view help) {
  return {.name = name,
          .label = label,
          .unit = "{length}",
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

// A slider over what plates and furnaces have, so that a pixel of it is a few degrees; diffusivities go by their size.
constexpr Knob picture_knob(std::string_view name, std::string_view label, std::string_view help, std::string_view unit,
                            double min, double max, double value, KnobScale scale = KnobScale::linear) {
  return {.name = name,
          .label = label,
          .unit = unit,
          .help = help,
          .min = min,
          .max = max,
          .default_value = value,
          .scale = scale,
          .resets = true,
          .of_files = true};
}

template <auto Member>
constexpr Knob picture_choice(std::string_view name, std::string_view label, std::string_view help,
                              std::span<const std::string_view> choices) {
  return knob<Member>({.name = name,
                       .label = label,
                       .unit = "",
                       .help = help,
                       .min = 0,
                       .max = static_cast<double>(choices.size() - 1),
                       .default_value = 0,
                       .resets = true,
                       .of_files = true,
                       .choices = choices});
}

std::array<Knob, 24> make_knobs() {
  Knob dt = knob<&P::dt>({.name = "dt",
                          .label = "Time step dt",
                          .unit = "{time}",
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
                       .unit = "{length}²/{time}",
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
                   .unit = "{length}/{time}",
                   .help = "How well heat passes a convective side.",
                   .min = 0,
                   .max = 1e9,
                   .default_value = 0.1,
                   .scale = KnobScale::log}),
      knob<&P::u_inf>({.name = "u_inf",
                       .label = "Outside u∞",
                       .unit = "{value}",
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
      picture_choice<&P::picture_as>("picture_as", "Picture as", "What a picture file is: the temperatures at the start, or how "
                                     "well each cell conducts.", kPictureAs),
      knob<&P::picture_low>(picture_knob("picture_low", "Darkest pixel", "The temperature that a picture's darkest pixel becomes; "
                                         "of a picture as material, that of the plate.", "{value}", -2000, 2000, 0)),
      knob<&P::picture_high>(picture_knob("picture_high", "Brightest pixel", "The temperature that its brightest pixel becomes; of "
                                          "a picture as material, that of the hot spot.", "{value}", -2000, 2000, 100)),
      knob<&P::picture_alpha_low>(picture_knob("picture_alpha_low", "Darkest pixel's α", "The diffusivity of the darkest pixel of a "
                                               "picture as material; 0 insulates.", "{length}²/{time}", 0, 1e6, 0, KnobScale::log)),
      knob<&P::picture_alpha_high>(picture_knob("picture_alpha_high", "Brightest pixel's α", "That of its brightest pixel.",
                                                "{length}²/{time}", 0, 1e6, 1, KnobScale::log)),
      picture_choice<&P::picture_start>("picture_start", "Picture's start", "What a picture as material begins with: a hot disc in "
                                        "its middle, or picture_low everywhere.", kPictureStarts),
      [] {
        Knob knob = picture_choice<&P::picture_out>("picture_out", "Picture out", "How pictures are written: in the window's "
                                                    "colours, or 16 bits of grey for what computes on.", kPictureOuts);
        knob.resets = false;
        return knob;
      }(),
  };
}

}  // namespace

std::span<const Knob> Heat2d::knobs() {
  static const std::array<Knob, 24> kKnobs = make_knobs();
  return kKnobs;
}

}  // namespace warplight
