// What all labs of the Image group share: a picture, which no step changes, and the picture that a filter makes of it. A
// step filters anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/image/kernels/picture_types.h"
#include "sim/lab.h"
#include "sim/ladder.h"

namespace warplight::image {

enum class Sample : std::int32_t { u8, u16, f32 };
enum class Channels : std::int32_t { one, four };
enum class Light : std::int32_t { coded, linear };
enum class Norm : std::int32_t { l1, l2 };

// Of all filters; each shows the knobs that are its own.
struct Params {
  std::int64_t width = 8192, height = 8192;
  Sample sample = Sample::u8;
  Channels channels = Channels::four;
  Border border = Border::clamp;
  Light light = Light::coded;
  double border_value = 0;  // 1: white
  std::int64_t seed = 1;
  double most_pixels = 1e9;  // of a file
  double sigma = 3;
  std::int64_t radius = -1;  // -1: follows from sigma
  Norm norm = Norm::l1;
  double amount = 1;
  double threshold = 0.5;
  std::int32_t preset = 0;
  std::int64_t matrix = -1;  // the number of one that was typed; -1: none was
  // Of a file, so that it is written as it came: its channels (0: there was none), and what its samples were.
  std::int32_t file_channels = 0;
  Sample file_sample = Sample::u8;
};

inline int channels_of(const Params& params) { return params.channels == Channels::four ? 4 : 1; }
inline std::int64_t sample_bytes(Sample sample) { return sample == Sample::u8 ? 1 : sample == Sample::u16 ? 2 : 4; }
inline std::int64_t pixel_bytes(const Params& params) { return sample_bytes(params.sample) * channels_of(params); }
inline double white_of(Sample sample) { return sample == Sample::u8 ? 255 : sample == Sample::u16 ? 65535 : 1; }
// Pixels from a row to the next: rows begin at a cache line.
inline std::int64_t pitch_of(const Params& params) {
  const std::int64_t line = 128 / pixel_bytes(params);
  return (params.width + line - 1) / line * line;
}
// In the numbers that are stored; of whole ones the nearest.
double outside_of(const Params&);

// In one memory: [y][x][channel], rows of `pitch` pixels.
struct View {
  std::int64_t width, height, pitch;
  const void* from;
  void* to;
};

// What a filter is, in double: the truth that rungs are held to. Numbers are those that are stored, not rounded.
class Definition;

// The functions of a lab that are the same for all filters; a lab adds info, knobs, ladder, cost and the definition.
struct Filter {
  using Params = image::Params;
  using View = image::View;
  enum Buffer { kPicture, kFiltered, kBuffers };

  static std::span<const SceneInfo> scenes();
  static std::span<const MeterInfo> meters() { return {}; }
  static Picture picture();
  static FieldShape field_shape(const Params&);
  static std::vector<BufferSpec> buffers(const Params&);
  static View view(const Params&, const Lent&);
  static std::int64_t item_count(const Params& params) { return params.width * params.height; }
  static std::string item_name(const Params&, std::int64_t item);
  static double time_step(const Params&) { return 1; }
  static HostState build(std::string_view scene, Params&, std::stop_token);
  static HostState read(const std::filesystem::path&, Params&, std::span<const std::string> set);
  static void write(const std::filesystem::path&, const Params&, const HostState&, const Prepared*);
  static Bounds bounds(const Params&, const HostState&);
  static std::vector<Comparison> compare_evaluate(const Params&, const Tolerance&, const HostState&,
                                                  std::span<const std::int64_t>, std::stop_token);
  static std::unique_ptr<TruthMeter> make_truth_meter();
};

// The knobs of every filter, behind those that are one's own.
std::vector<Knob> with_common_knobs(std::vector<Knob> own);
// The LabInfo of a filter.
LabInfo filter_info(std::string_view name, std::string_view title, std::string_view what);
// Each pixel read and written once, `flops` by the textbook.
Cost filter_cost(const Params&, double flops_a_sample, std::string_view convention);
// What every rung of every filter is checked at: all pairs of sample, channels, border, size and reach, seeded. `reach`
// sets the knobs that make a filter reach so far; null: it has none.
std::vector<CheckCase> filter_cases(std::vector<std::pair<std::string_view, double>> (*reach)(double radius));

// What a step should have made of the picture, and that it left the picture alone.
std::vector<Comparison> compare_filtered(const Definition&, const Params&, const Tolerance&, const HostState& before,
                                         const HostState& after, std::span<const std::int64_t> items, std::stop_token);

// All zero. Throws failed where memory is short.
HostState empty_state(const Params&);

// The host rung that is the definition itself, on one thread.
Progress advance_reference(const Definition&, const Params&, View&, Call&, int steps);

// Calls run.operator()<Sample type, channels>() for the picture's own.
template <class Run>
void with_pixels(const Params& params, Run run) {
  const auto with_channels = [&]<class S>() {
    params.channels == Channels::four ? run.template operator()<S, 4>() : run.template operator()<S, 1>();
  };
  switch (params.sample) {
    case Sample::u8: return with_channels.template operator()<unsigned char>();
    case Sample::u16: return with_channels.template operator()<unsigned short>();
    case Sample::f32: return with_channels.template operator()<float>();
  }
}

inline Frame frame_of(const Params& params, const View& view) {
  return {.width = static_cast<int>(view.width),
          .height = static_cast<int>(view.height),
          .pitch = view.pitch,
          .border = params.border,
          .outside = static_cast<float>(outside_of(params)),
          .opaque = static_cast<float>(white_of(params.sample))};
}

}  // namespace warplight::image
