#include "sim/image/point.h"

#include <cmath>
#include <type_traits>

#include "sim/host_threads.h"
#include "sim/image/light.h"

namespace warplight {
namespace image {
namespace {

double level_of(const Params& params) {
  return white_of(params.sample) * (params.light == Light::linear ? linear_of_srgb(params.threshold) : params.threshold);
}

// Of numbers of type T; colours are multiplied by alpha, white is alpha there.
template <class T, class Get, class Put>
inline void point_of(PointKind kind, int channels, T white, T level, const Get& in, const Put& put) {
  const T alpha = channels == 4 ? in(3) : white;
  const int colours = channels == 4 ? 3 : 1;
  T grey = in(0);
  if (channels == 4) grey = static_cast<T>(0.2126f) * in(0) + static_cast<T>(0.7152f) * in(1) + static_cast<T>(0.0722f) * in(2);
  for (int c = 0; c < colours; ++c) {
    if (kind == PointKind::invert) put(c, alpha - in(c));
    if (kind == PointKind::threshold) put(c, in(c) > level * (alpha / white) ? alpha : T(0));
    if (kind == PointKind::grayscale) put(c, grey);
  }
  if (channels == 4) put(3, alpha);
}

class PointDefinition final : public Definition {
 public:
  explicit PointDefinition(PointKind kind) : kind_(kind) {}
  void pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const override {
    // The level is the one that kernels in single precision are given.
    const auto level = static_cast<double>(static_cast<float>(level_of(source.params())));
    point_of<double>(
        kind_, source.channels(), white_of(source.params().sample), level, [&](int c) { return source.at(x, y, c); },
        [&](int c, double value) { out[c] = value; });
  }

 private:
  PointKind kind_;
};

template <class S, int C, PointKind kKind>
void point_row(const S* from, S* to, int width, float white, float level) {
  for (std::int64_t x = 0; x < width; ++x) {
    point_of<float>(
        kKind, C, white, level, [&](int c) { return static_cast<float>(from[x * C + c]); },
        [&](int c, float value) { to[x * C + c] = static_cast<S>(std::is_same_v<S, float> ? value : std::nearbyintf(value)); });
  }
}

template <PointKind kKind>
Progress advance_cpu_of(const Params& params, View& view, Call& call, int steps) {
  const Frame frame = frame_of(params, view);
  const auto level = static_cast<float>(level_of(params));
  const int threads = view.width * view.height < 20'000 ? 1 : host_threads();
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
      for (int y = 0; y < frame.height; ++y) {
        if (call.stop.stop_requested()) continue;
        const std::int64_t row = y * frame.pitch * C;
        point_row<S, C, kKind>(static_cast<const S*>(view.from) + row, static_cast<S*>(view.to) + row, frame.width, frame.opaque, level);
      }
    });
    if (call.stop.stop_requested()) return {done};
  }
  return {steps};
}

constexpr std::string_view kNames[] = {"invert", "threshold", "grayscale"};
constexpr std::string_view kTitles[] = {"Invert", "Threshold", "Grayscale"};
constexpr std::string_view kWhats[] = {"A negative: each sample taken from white.", "Each sample becomes black or white.",
                                       "Colours become the grey that is as bright (ITU-R BT.709)."};

}  // namespace

Progress advance_point_reference(PointKind kind, const Params& params, View& view, Call& call, int steps) {
  return advance_reference(PointDefinition(kind), params, view, call, steps);
}

Progress advance_point_cpu(PointKind kind, const Params& params, View& view, Call& call, int steps) {
  switch (kind) {
    case PointKind::invert: return advance_cpu_of<PointKind::invert>(params, view, call, steps);
    case PointKind::threshold: return advance_cpu_of<PointKind::threshold>(params, view, call, steps);
    case PointKind::grayscale: break;
  }
  return advance_cpu_of<PointKind::grayscale>(params, view, call, steps);
}

template <PointKind kKind>
const LabInfo& PointFilter<kKind>::info() {
  constexpr auto i = static_cast<std::size_t>(kKind);
  static const LabInfo kInfo = filter_info(kNames[i], kTitles[i], kWhats[i]);
  return kInfo;
}

template <PointKind kKind>
std::span<const Knob> PointFilter<kKind>::knobs() {
  static const std::vector<Knob> kKnobs = [] {
    std::vector<Knob> own;
    if (kKind == PointKind::threshold) {
      own.push_back(knob<&Params::threshold>({.name = "level",
                                              .label = "Level",
                                              .unit = "",
                                              .help = "What is above becomes white, as it is coded: 0 is black, 1 is white.",
                                              .min = 0,
                                              .max = 1,
                                              .default_value = 0.5}));
    }
    return with_common_knobs(std::move(own));
  }();
  return kKnobs;
}

template <PointKind kKind>
std::vector<Comparison> PointFilter<kKind>::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                                         const HostState& after, std::span<const std::int64_t> items,
                                                         std::stop_token stop) {
  return compare_filtered(PointDefinition(kKind), params, tolerance, before, after, items, stop);
}

#define WARPLIGHT_POINT_FILTER(kind)                                                                                  \
  template const LabInfo& PointFilter<kind>::info();                                                                  \
  template std::span<const Knob> PointFilter<kind>::knobs();                                                          \
  template std::vector<Comparison> PointFilter<kind>::compare_step(const Params&, const Tolerance&, const HostState&, \
                                                                   const HostState&, std::span<const std::int64_t>, std::stop_token);
WARPLIGHT_POINT_FILTER(PointKind::invert)
WARPLIGHT_POINT_FILTER(PointKind::threshold)
WARPLIGHT_POINT_FILTER(PointKind::grayscale)
#undef WARPLIGHT_POINT_FILTER

}  // namespace image
}  // namespace warplight
