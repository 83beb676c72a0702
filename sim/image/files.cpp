// Pictures from files and into files, with the bits that they came with.
#include <algorithm>
#include <cmath>
#include <new>
#include <string>

#include "sim/error.h"
#include "sim/image/photo.h"
#include "sim/picture/image.h"
#include "sim/storage.h"
#include "sim/text.h"

namespace warplight::image {
namespace {

bool is_set(std::span<const std::string> set, std::string_view name) { return std::ranges::find(set, name) != set.end(); }

// As many bits as are needed: 8 hold neither linear light nor colours multiplied by alpha without a loss.
Sample sample_for(const picture::Image& image, const Params& params) {
  const bool needs_more = params.light == Light::linear || image.has_alpha();
  if (image.sample == picture::Sample::u8) return needs_more ? Sample::u16 : Sample::u8;
  if (image.sample == picture::Sample::u16) return needs_more ? Sample::f32 : Sample::u16;
  return Sample::f32;
}

double coded_sample(const picture::Image& image, double sample) {
  if (image.coding == picture::Coding::srgb) return sample;
  return srgb_of_linear(image.coding == picture::Coding::power ? std::pow(std::max(sample, 0.0), double{image.gamma}) : sample);
}

void colour_at(const picture::Image& image, std::int64_t pixel, double* colour) {
  const float* const sample = image.samples.data() + pixel * image.channels;
  colour[3] = image.has_alpha() ? double{sample[image.channels - 1]} : 1;
  for (int c = 0; c < 3; ++c) {
    double value = double{sample[image.channels >= 3 ? c : 0]};
    if (image.premultiplied) value = colour[3] > 0 ? value / colour[3] : 0;
    colour[c] = coded_sample(image, value);
  }
}

void resample(picture::Image& image, std::int64_t width, std::int64_t height) {
  picture::Image to = image;
  to.width = width, to.height = height;
  to.samples.resize(static_cast<std::size_t>(width * height * image.channels));
  std::vector<float> one(static_cast<std::size_t>(image.width * image.height));
  for (int c = 0; c < image.channels; ++c) {
    for (std::size_t i = 0; i < one.size(); ++i) one[i] = image.samples[i * static_cast<std::size_t>(image.channels) + static_cast<std::size_t>(c)];
    const std::vector<float> made = picture::resampled_by_area(one, image.width, image.height, width, height);
    for (std::size_t i = 0; i < made.size(); ++i) to.samples[i * static_cast<std::size_t>(image.channels) + static_cast<std::size_t>(c)] = made[i];
  }
  image = std::move(to);
}

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending) letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
  return ending;
}

void require_picture(const std::filesystem::path& file, std::string_view verb) {
  if (picture::is_picture(ending_of(file))) return;
  throw_bad_input(file.string() + ": a picture that is " + std::string(verb) + " ends in " + list_of(picture::endings()));
}

template <class S>
std::vector<S> samples_of(const Params& params, const HostState& state, int channels, bool linear, double white) {
  require_host_memory(params.width * params.height * channels * static_cast<std::int64_t>(sizeof(S)));
  std::vector<S> samples;
  samples.reserve(static_cast<std::size_t>(params.width * params.height * channels));
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      double colour[4];
      get_pixel(params, state, x, y, linear, colour);
      const double grey_and_alpha[2] = {colour[0], colour[3]};
      const double* const from = channels <= 2 ? grey_and_alpha : colour;
      const double times = linear && channels % 2 == 0 ? colour[3] : 1;  // EXR's colours are multiplied by alpha
      for (int c = 0; c < channels; ++c) {
        const double value = from[c] * (c == channels - 1 ? 1 : times);
        samples.push_back(std::is_same_v<S, float> ? static_cast<S>(value) : static_cast<S>(std::nearbyint(white * std::clamp(value, 0.0, 1.0))));
      }
    }
  }
  return samples;
}

bool is_opaque(const Params& params, const HostState& state) {
  if (params.channels == Channels::one) return true;
  const void* const samples = state.buffers[Filter::kFiltered].data();
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      // A float's weights add up to one but for rounding.
      const double alpha = sample_at(params.sample, samples, (y * pitch_of(params) + x) * 4 + 3) / white_of(params.sample);
      if (alpha < 1 - 1e-5) return false;
    }
  }
  return true;
}

}  // namespace

HostState Filter::read(const std::filesystem::path& file, Params& params, std::span<const std::string> set) {
  require_picture(file, "read");
  try {
    picture::Image image = picture::read_image(file, {.pixels = static_cast<std::int64_t>(params.most_pixels)});
    Params found = params;
    if (!is_set(set, "width")) found.width = image.width;
    if (!is_set(set, "height")) found.height = image.height;
    if (found.width != image.width || found.height != image.height) resample(image, found.width, found.height);
    if (!is_set(set, "light")) found.light = image.coding == picture::Coding::srgb ? Light::coded : Light::linear;
    if (!is_set(set, "type")) found.sample = sample_for(image, found);
    if (!is_set(set, "channels")) found.channels = image.channels == 1 ? Channels::one : Channels::four;
    found.file_channels = image.channels;
    found.file_sample = image.sample == picture::Sample::u8 ? Sample::u8 : image.sample == picture::Sample::u16 ? Sample::u16 : Sample::f32;
    HostState state = empty_state(found);
    for (std::int64_t i = 0; i < found.width * found.height; ++i) {
      double colour[4];
      colour_at(image, i, colour);
      for (const double value : colour) {
        if (!std::isfinite(value)) throw_bad_input(file.string() + ": " + item_name(found, i) + ", counted from 0, is not a finite number");
      }
      set_pixel(found, state, i % found.width, i / found.width, colour);
    }
    params = found;
    return state;
  } catch (const std::bad_alloc&) {
    throw_failed("no memory to read " + file.string());
  }
}

void Filter::write(const std::filesystem::path& file, const Params& params, const HostState& state, const Prepared*) {
  require_picture(file, "written");
  const std::string ending = ending_of(file);
  const bool opaque = is_opaque(params, state), grey = params.channels == Channels::one || params.file_channels == 1 || params.file_channels == 2;
  const Sample came = params.file_channels > 0 ? params.file_sample : params.sample;
  const bool holds_u16 = ending == ".png" || ending == ".tif" || ending == ".tiff";
  const bool floats = ending == ".exr" || (came == Sample::f32 && (ending == ".tif" || ending == ".tiff"));
  const bool no_alpha = ending == ".jpg" || ending == ".jpeg" || ending == ".bmp";
  if (!opaque && no_alpha) throw_bad_input(file.string() + ": " + ending + " can't hold what is transparent; .png and .tif can");
  const int channels = (grey ? 1 : 3) + (opaque ? 0 : 1);
  picture::Plan plan{.description = "filtered by Warplight", .width = params.width, .height = params.height, .channels = channels};
  plan.coding = floats ? picture::Coding::linear : picture::Coding::srgb;
  if (floats) {
    plan.sample = picture::Sample::f32;
    picture::write_image(file, plan, samples_of<float>(params, state, channels, true, 1).data());
  } else if (came != Sample::u8 && holds_u16) {
    plan.sample = picture::Sample::u16;
    picture::write_image(file, plan, samples_of<std::uint16_t>(params, state, channels, false, 65535).data());
  } else {
    plan.sample = picture::Sample::u8;
    picture::write_image(file, plan, samples_of<std::uint8_t>(params, state, channels, false, 255).data());
  }
}

}  // namespace warplight::image
