#include "sim/image/filter.h"

#include <cmath>

#include "sim/error.h"
#include "sim/image/definition.h"
#include "sim/image/light.h"
#include "sim/picture/image.h"
#include "sim/storage.h"
#include "sim/text.h"

namespace warplight::image {
namespace {

constexpr std::array<std::string_view, 3> kSamples{"u8", "u16", "f32"};
constexpr std::array<std::string_view, 2> kChannels{"1", "4"};
constexpr std::array<std::string_view, 5> kBorders{"clamp", "mirror", "reflect101", "wrap", "constant"};
constexpr std::array<std::string_view, 2> kLights{"coded", "linear"};

constexpr Knob side_knob(std::string_view name, std::string_view label, std::string_view help) {
  return {.name = name,
          .label = label,
          .unit = "pixels",
          .help = help,
          .min = 1,
          .max = 131072,
          .default_value = 8192,
          .host_default = 512,
          .scale = KnobScale::log,
          .resets = true};
}

template <auto Member>
constexpr Knob choice(std::string_view name, std::string_view label, std::string_view help,
                      std::span<const std::string_view> choices, int value, bool resets) {
  return knob<Member>({.name = name,
                       .label = label,
                       .unit = "",
                       .help = help,
                       .min = 0,
                       .max = static_cast<double>(choices.size() - 1),
                       .default_value = static_cast<double>(value),
                       .resets = resets,
                       .choices = choices});
}

std::string why_file_is_missing(std::string_view) { return picture::why_missing(); }

class NoMeter final : public TruthMeter {
 public:
  void begin(const ParamBytes&, const Lent&, Place, const Prepared*, gpu::Stream&, double) override {}
  bool slice(double, gpu::Stream&, std::stop_token) override { return true; }
  std::span<const double> values() const override { return {}; }
  std::string basis(std::size_t) const override { return {}; }
  void reset() override {}
};

}  // namespace

double outside_of(const Params& params) {
  const double coded = params.border_value;
  const double value = white_of(params.sample) * (params.light == Light::linear ? linear_of_srgb(coded) : coded);
  return params.sample == Sample::f32 ? double{static_cast<float>(value)} : std::nearbyint(value);
}

std::vector<Knob> with_common_knobs(std::vector<Knob> own) {
  own.push_back(choice<&Params::border>("border", "Border",
                                        "What lies beyond the edge of abcd: clamp (aaa|abcd|ddd), mirror (cba|abcd|dcb), "
                                        "reflect101 (dcb|abcd|cba), wrap (bcd|abcd|abc), or a constant.",
                                        kBorders, 0, false));
  own.push_back(knob<&Params::border_value>({.name = "border_value",
                                             .label = "Border value",
                                             .unit = "",
                                             .help = "The constant beyond the edge, as it is coded: 0 is black, 1 is white.",
                                             .min = 0,
                                             .max = 1,
                                             .default_value = 0}));
  own.push_back(choice<&Params::light>("light", "Light",
                                       "What is filtered: the numbers as they are coded (sRGB), or linear light, in which the "
                                       "mean of black and white is 188 of 255. A file's own where nobody sets it.",
                                       kLights, 0, true));
  own.push_back(choice<&Params::sample>("type", "Samples", "What a sample is held as; of a file, as many bits as it needs.",
                                        kSamples, 0, true));
  own.push_back(choice<&Params::channels>("channels", "Channels", "1: grey. 4: red, green, blue and alpha.", kChannels, 1, true));
  own.push_back(knob<&Params::width>(side_knob("width", "Width", "How many pixels a row has; of a file, resampled to it.")));
  own.push_back(knob<&Params::height>(side_knob("height", "Height", "How many rows there are.")));
  own.push_back(knob<&Params::seed>({.name = "seed",
                                     .label = "Seed",
                                     .unit = "",
                                     .help = "Another number gives another throw of the dice for the same scene.",
                                     .min = 0,
                                     .max = 1e9,
                                     .default_value = 1,
                                     .resets = true}));
  own.push_back(knob<&Params::most_pixels>({.name = "most_pixels",
                                            .label = "Most pixels",
                                            .unit = "pixels",
                                            .help = "Files of more are refused before they are decoded.",
                                            .min = 1,
                                            .max = 1e10,
                                            .default_value = 1e9,
                                            .scale = KnobScale::log,
                                            .resets = true,
                                            .of_files = true}));
  return own;
}

LabInfo filter_info(std::string_view name, std::string_view title, std::string_view what) {
  return {.name = name,
          .title = title,
          .group = "Image",
          .what = what,
          .item = "pixel",
          .state_endings = picture::endings(),
          .why_state_file_is_missing = why_file_is_missing,
          .bench_steps = 1,
          .bench_scene = "noise",
          .one_step = true};
}

Cost filter_cost(const Params& params, double flops_a_sample, std::string_view convention) {
  const double pixels = static_cast<double>(params.width) * static_cast<double>(params.height);
  return {.flops = flops_a_sample * pixels * channels_of(params),
          .bytes = 2.0 * static_cast<double>(pixel_bytes(params)) * pixels,
          .items = pixels,
          .item_name = "pixels",
          .convention = convention};
}

std::vector<CheckCase> filter_cases(std::vector<std::pair<std::string_view, double>> (*reach)(double radius)) {
  constexpr double kSizes[][2] = {{1, 1}, {1, 257}, {257, 1}, {5, 3}, {64, 512}, {410, 3}};
  // Every pair of two of: sample 3, channels 2, border 5, size 6, reach 7, by walking them at coprime strides.
  constexpr double kRadii[] = {0, 1, 2, 5, 16, -1, -3};  // negative: so many widths
  std::vector<CheckCase> cases;
  int k = 0;
  for (int size = 0; size < 6; ++size) {
    for (int radius = 0; radius < 7; ++radius, ++k) {
      const double width = kSizes[size][0], height = kSizes[size][1];
      const double wanted = kRadii[radius] < 0 ? -kRadii[radius] * width : kRadii[radius];
      // All but the largest size takes the largest radius: the square of it is many pixels.
      if (wanted > 16 || (wanted > 8 && width * height > 10'000) || (reach == nullptr && radius > 1)) continue;
      CheckCase start{"noise",
                      {{"width", width},
                       {"height", height},
                       {"type", (k + size) % 3},
                       {"channels", (k + radius / 2) % 2},
                       {"border", (k + 2 * size) % 5},
                       {"border_value", 0.7}},
                      1};
      if (reach != nullptr) {
        const auto knobs = reach(wanted);
        start.knobs.insert(start.knobs.end(), knobs.begin(), knobs.end());
      }
      cases.push_back(std::move(start));
    }
  }
  for (int sample = 0; sample < 3; ++sample) {  // each type, with each number of channels, large enough to have an inside
    for (int channels = 0; channels < 2; ++channels) {
      CheckCase start{"noise", {{"width", 300}, {"height", 67}, {"type", sample}, {"channels", channels}, {"border", 4 - sample}, {"border_value", 0.3}}, 1};
      if (reach != nullptr) {
        const auto knobs = reach(channels == 0 ? 8 : 3);
        start.knobs.insert(start.knobs.end(), knobs.begin(), knobs.end());
      }
      cases.push_back(std::move(start));
    }
  }
  return cases;
}

Picture Filter::picture() {
  return {.kind = Picture::Kind::photo, .field = {kPicture, kFiltered}, .quantity = "light"};
}

FieldShape Filter::field_shape(const Params& params) {
  return {.width = params.width,
          .height = params.height,
          .pitch = pitch_of(params),
          .value_bytes = static_cast<std::size_t>(sample_bytes(params.sample)),
          .channels = channels_of(params),
          .linear_light = params.light == Light::linear};
}

std::vector<BufferSpec> Filter::buffers(const Params& params) {
  const auto one = [&](std::string_view name) -> BufferSpec {
    return {.name = name,
            .items = pitch_of(params) * params.height,
            .item_bytes = static_cast<std::size_t>(pixel_bytes(params)),
            .drawn = true,
            .finite_bytes = params.sample == Sample::f32 ? sizeof(float) : 0,
            .row_items = params.width,
            .row_pitch = pitch_of(params)};
  };
  BufferSpec picture = one("picture"), filtered = one("filtered");
  picture.steady = true;
  filtered.output = true;
  return {picture, filtered};
}

View Filter::view(const Params& params, const Lent& lent) {
  return {.width = params.width,
          .height = params.height,
          .pitch = pitch_of(params),
          .from = lent.pointers[kPicture],
          .to = lent.pointers[kFiltered]};
}

std::string Filter::item_name(const Params& params, std::int64_t item) {
  return "pixel (" + std::to_string(item % params.width) + ", " + std::to_string(item / params.width) + ")";
}

Bounds Filter::bounds(const Params& params, const HostState&) {
  const auto x = static_cast<float>(params.width) / 2, y = static_cast<float>(params.height) / 2;
  return {.center = {x, y, 0}, .radius = std::hypot(x, y)};
}

std::vector<Comparison> Filter::compare_evaluate(const Params&, const Tolerance&, const HostState&,
                                                 std::span<const std::int64_t>, std::stop_token) {
  throw_failed("filters have no evaluate to compare");
}

std::unique_ptr<TruthMeter> Filter::make_truth_meter() { return std::make_unique<NoMeter>(); }

HostState empty_state(const Params& params) {
  HostState state;
  std::int64_t total = 0;
  for (const BufferSpec& spec : Filter::buffers(params)) total += spec.bytes();
  require_host_memory(total);
  for (const BufferSpec& spec : Filter::buffers(params)) state.buffers.emplace_back(static_cast<std::size_t>(spec.bytes()));
  return state;
}

}  // namespace warplight::image
