// Between pictures as people know them (colours coded by sRGB's curve, alpha apart) and what is filtered: light as the
// knob says, colours multiplied by alpha, so that what a transparent pixel hides never shows.
#pragma once

#include "sim/image/definition.h"
#include "sim/image/light.h"

namespace warplight::image {

inline double grey_of(const double* c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }  // ITU-R BT.709, of linear light

// Red, green, blue as they are coded, and alpha, into the picture's pixel.
inline void set_pixel(const Params& params, HostState& state, std::int64_t x, std::int64_t y, const double* colour) {
  const int channels = channels_of(params);
  const bool linear = params.light == Light::linear;
  const double white = white_of(params.sample), alpha = colour[3];
  void* const samples = state.buffers[Filter::kPicture].data();
  const std::int64_t at = (y * pitch_of(params) + x) * channels;
  if (channels == 1) {
    double value = colour[0];
    if (colour[0] != colour[1] || colour[0] != colour[2]) {
      const double light[3] = {linear_of_srgb(colour[0]), linear_of_srgb(colour[1]), linear_of_srgb(colour[2])};
      value = linear ? grey_of(light) : srgb_of_linear(grey_of(light));
    } else if (linear) {
      value = linear_of_srgb(value);
    }
    set_sample(params.sample, samples, at, white * value * alpha);
    return;
  }
  for (int c = 0; c < 3; ++c) set_sample(params.sample, samples, at + c, white * alpha * (linear ? linear_of_srgb(colour[c]) : colour[c]));
  set_sample(params.sample, samples, at + 3, white * alpha);
}

// The other way, of what the filter made: [red, green, blue, alpha] as they are coded, or in linear light.
inline void get_pixel(const Params& params, const HostState& state, std::int64_t x, std::int64_t y, bool as_linear, double* colour) {
  const int channels = channels_of(params);
  const double white = white_of(params.sample);
  const void* const samples = state.buffers[Filter::kFiltered].data();
  const std::int64_t at = (y * pitch_of(params) + x) * channels;
  const double alpha = channels == 4 ? sample_at(params.sample, samples, at + 3) / white : 1;
  for (int c = 0; c < 3; ++c) {
    double value = sample_at(params.sample, samples, at + (channels == 4 ? c : 0)) / white;
    value = alpha > 0 ? value / alpha : 0;
    if (params.light == Light::linear && !as_linear) value = srgb_of_linear(value);
    if (params.light == Light::coded && as_linear) value = linear_of_srgb(value);
    colour[c] = value;
  }
  colour[3] = alpha;
}

}  // namespace warplight::image
