#include "sim/heat/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/error.h"
#include "sim/heat/state.h"
#include "sim/picture/image.h"
#include "sim/picture/inferno.h"
#include "sim/storage.h"
#include "sim/text.h"

namespace warplight::heat {
namespace {

using Params = Heat2d::Params;

// Between its darkest, 0, and its brightest, 1.
struct Light {
  std::int64_t width = 0, height = 0;
  std::vector<float> values;
};

Light light_of(const std::filesystem::path& file) {
  const picture::Image image = picture::read_image(file);
  Light light{image.width, image.height, picture::luminance(image)};
  for (std::int64_t i = 0; i < light.width * light.height; ++i) {
    if (std::isfinite(light.values[static_cast<std::size_t>(i)])) continue;
    throw_bad_input(file.string() + ": pixel (" + std::to_string(i % light.width) + ", " + std::to_string(i / light.width) +
                    "), counted from 0, is not a finite number");
  }
  return light;
}

void stretch(std::vector<float>& values) {
  const auto [least, most] = std::ranges::minmax_element(values);
  const double low = *least, wide = double{*most} - low;
  for (float& value : values) {
    value = wide > 0 ? static_cast<float>((value - low) / wide) : std::clamp(value, 0.0f, 1.0f);
  }
}

std::int64_t in_proportion(std::int64_t side, std::int64_t other, std::int64_t new_side) {
  const double share = static_cast<double>(new_side) / static_cast<double>(side);
  return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(other)), 1, kMostSide);
}

void choose_size(const std::filesystem::path& file, const Light& light, Params& params, std::span<const std::string> set) {
  const bool has_width = std::ranges::find(set, "width") != set.end();
  const bool has_height = std::ranges::find(set, "height") != set.end();
  if (!has_width) params.width = has_height ? in_proportion(light.height, light.width, params.height) : light.width;
  if (!has_height) params.height = has_width ? in_proportion(light.width, light.height, params.width) : light.height;
  if (params.width <= kMostSide && params.height <= kMostSide) return;
  throw_bad_input(file.string() + ": has " + grouped_plain(light.width) + " x " + grouped_plain(light.height) +
                  " pixels; a field has at most " + grouped_plain(kMostSide) + " cells a side: set width or height");
}

double between(double low, double high, double share) { return low + share * (high - low); }

HostState as_start(const Params& params, const Light& light) {
  HostState state = empty_state(params);
  void* const values = state.buffers[Heat2d::kTemperature].data();
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const double share = light.values[static_cast<std::size_t>(y * params.width + x)];
      set_value(params, values, x, y, between(params.picture_low, params.picture_high, share));
    }
  }
  return state;
}

HostState as_material(Params& params, const Light& light) {
  params.has_materials = true;
  HostState state = empty_state(params);
  void* const values = state.buffers[Heat2d::kTemperature].data();
  Heat2d::Material* const cells = materials(state);
  const bool has_spot = params.picture_start == Heat2d::PictureStart::hot_spot;
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const std::int64_t i = y * params.width + x;
      const double share = light.values[static_cast<std::size_t>(i)];
      cells[i].alpha = static_cast<float>(between(params.picture_alpha_low, params.picture_alpha_high, share));
      set_value(params, values, x, y, has_spot && in_hot_spot(params, x, y) ? params.picture_high : params.picture_low);
    }
  }
  finish_materials(params, state);
  return state;
}

// The coldest and the hottest of the cells that are finite numbers.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double position(double value) const {
    return high > low && std::isfinite(value) ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.5;
  }
};

Range range_of(const Params& params, const void* values) {
  Range range;
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const double value = value_at(params, values, x, y);
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  return range.low <= range.high ? range : Range{0, 0};
}

std::array<std::uint8_t, 3> inferno(double position) {
  const double x = position * static_cast<double>(picture::kInferno.size() - 1);
  const auto stop = std::min(static_cast<std::size_t>(x), picture::kInferno.size() - 2);
  std::array<std::uint8_t, 3> colour;
  for (std::size_t c = 0; c < 3; ++c) {
    const double shade = between(picture::kInferno[stop][c], picture::kInferno[stop + 1][c], x - static_cast<double>(stop));
    colour[c] = static_cast<std::uint8_t>(std::lround(255 * shade));
  }
  return colour;
}

// One pixel a cell: `put` writes its samples at the end of `samples`.
template <class Sample, class Put>
std::vector<Sample> pixels(const Params& params, const void* values, int channels, Put put) {
  require_host_memory(Heat2d::item_count(params) * channels * static_cast<std::int64_t>(sizeof(Sample)));
  std::vector<Sample> samples;
  samples.reserve(static_cast<std::size_t>(Heat2d::item_count(params) * channels));
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) put(samples, value_at(params, values, x, y));
  }
  return samples;
}

}  // namespace

HostState read_picture(const std::filesystem::path& file, Params& params, std::span<const std::string> set) {
  Light light = light_of(file);
  choose_size(file, light, params, set);
  if (params.width != light.width || params.height != light.height) {
    light.values = picture::resampled_by_area(light.values, light.width, light.height, params.width, params.height);
  }
  stretch(light.values);
  return params.picture_as == Heat2d::PictureAs::material ? as_material(params, light) : as_start(params, light);
}

void write_picture(const std::filesystem::path& file, const Params& params, const HostState& state) {
  const void* const values = current_values(state);
  const Range range = range_of(params, values);
  const std::string text = "heat2d temperature from " + significant(range.low, 9) + " (dark) to " + significant(range.high, 9) +
                           " (bright); cells of " + significant(params.dx, 9) + " x " + significant(params.dy, 9);
  picture::Plan plan{.description = text.c_str(), .width = params.width, .height = params.height, .channels = 1};
  plan.coding = picture::Coding::linear;
  if (ending_of(file) == ".exr") {
    plan.sample = picture::Sample::f32;
    picture::write_image(file, plan, pixels<float>(params, values, 1, [](auto& to, double value) {
                           to.push_back(static_cast<float>(value));
                         }).data());
  } else if (params.picture_out == Heat2d::PictureOut::grey16) {
    plan.sample = picture::Sample::u16;
    picture::write_image(file, plan, pixels<std::uint16_t>(params, values, 1, [&](auto& to, double value) {
                           to.push_back(static_cast<std::uint16_t>(std::lround(65535 * range.position(value))));
                         }).data());
  } else {
    plan.sample = picture::Sample::u8;
    plan.channels = 3;
    plan.coding = picture::Coding::srgb;
    picture::write_image(file, plan, pixels<std::uint8_t>(params, values, 3, [&](auto& to, double value) {
                           const auto colour = inferno(range.position(value));
                           to.insert(to.end(), colour.begin(), colour.end());
                         }).data());
  }
}

}  // namespace warplight::heat
