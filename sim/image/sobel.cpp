#include "sim/image/sobel.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/host_threads.h"

namespace warplight {
namespace image {
namespace {

// The sum of the sizes of both differences, or the root of the sum of their squares; clamped to white. Alpha stays.
class SobelDefinition final : public Definition {
 public:
  void pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const override {
    for (int c = 0; c < source.channels(); ++c) {
      const auto at = [&](int i, int j) { return source.at(x + i, y + j, c); };
      const double across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const double down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      const double size = source.params().norm == Norm::l1 ? std::fabs(across) + std::fabs(down) : std::hypot(across, down);
      out[c] = c == 3 ? at(0, 0) : std::min(size, white_of(source.params().sample));
    }
  }
};

template <class S, int C>
void sobel_row(const Frame& f, const S* from, S* to, int y, bool l1, std::vector<float>& rows) {
  const std::int64_t wide = (std::int64_t{f.width} + 2) * C, samples = std::int64_t{f.width} * C;
  rows.resize(static_cast<std::size_t>(3 * wide));
  for (int j = 0; j < 3; ++j) {
    const int there = border_index(y + j - 1, f.height, f.border);
    float* const row = rows.data() + j * wide;
    for (std::int64_t x = -1; x <= f.width; ++x) {
      const int column = x >= 0 && x < f.width ? static_cast<int>(x) : border_index(static_cast<int>(x), f.width, f.border);
      for (int c = 0; c < C; ++c) {
        row[(x + 1) * C + c] = there < 0 || column < 0 ? (c == 3 ? f.opaque : f.outside)
                                                       : static_cast<float>(from[there * f.pitch * C + column * C + c]);
      }
    }
  }
  const float *up = rows.data() + C, *at = up + wide, *down = at + wide, white = f.opaque;
  S* const out = to + y * f.pitch * C;
#pragma omp simd
  for (std::int64_t i = 0; i < samples; ++i) {
    const float gx = (up[i + C] - up[i - C]) + 2 * (at[i + C] - at[i - C]) + (down[i + C] - down[i - C]);
    const float gy = (down[i - C] - up[i - C]) + 2 * (down[i] - up[i]) + (down[i + C] - up[i + C]);
    const float size = std::min(l1 ? std::fabs(gx) + std::fabs(gy) : std::sqrt(gx * gx + gy * gy), white);
    out[i] = static_cast<S>(std::is_same_v<S, float> ? size : std::nearbyintf(size));
  }
  if constexpr (C == 4) {
    for (std::int64_t i = 3; i < samples; i += 4) out[i] = static_cast<S>(at[i]);
  }
}

}  // namespace

Progress advance_sobel_reference(const Params& params, View& view, Call& call, int steps) {
  return advance_reference(SobelDefinition(), params, view, call, steps);
}

Progress advance_sobel_cpu(const Params& params, View& view, Call& call, int steps) {
  const Frame frame = frame_of(params, view);
  const bool l1 = params.norm == Norm::l1;
  const int threads = view.width * view.height < 20'000 ? 1 : host_threads();
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
#pragma omp parallel num_threads(threads) if (threads > 1)
      {
        std::vector<float> rows;
#pragma omp for schedule(static)
        for (int y = 0; y < frame.height; ++y) {
          if (!call.stop.stop_requested()) sobel_row<S, C>(frame, static_cast<const S*>(view.from), static_cast<S*>(view.to), y, l1, rows);
        }
      }
    });
    if (call.stop.stop_requested()) return {done};
  }
  return {steps};
}

}  // namespace image

using namespace image;

const LabInfo& Sobel::info() {
  static const LabInfo kInfo = filter_info("sobel", "Sobel edges", "Edges: how much the picture changes at each pixel, across and down.");
  return kInfo;
}

std::span<const Knob> Sobel::knobs() {
  static constexpr std::array<std::string_view, 2> kNorms{"l1", "l2"};
  static const std::vector<Knob> kKnobs = with_common_knobs({knob<&Params::norm>(
      {.name = "norm",
       .label = "Norm",
       .unit = "",
       .help = "l1: the sizes of both differences added, clamped to white; l2: the root of the sum of their squares.",
       .min = 0,
       .max = 1,
       .default_value = 0,
       .choices = kNorms})});
  return kKnobs;
}

Cost Sobel::cost(const Params& params) {
  return filter_cost(params, 14, "14 flops a sample, each pixel read and written once");
}

std::vector<CheckCase> Sobel::check_cases() {
  std::vector<CheckCase> cases = filter_cases(nullptr);
  for (CheckCase& start : filter_cases(nullptr)) {
    start.knobs.push_back({"norm", 1});
    cases.push_back(std::move(start));
  }
  return cases;
}

std::vector<Comparison> Sobel::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                            const HostState& after, std::span<const std::int64_t> items, std::stop_token stop) {
  return compare_filtered(SobelDefinition(), params, tolerance, before, after, items, stop);
}

}  // namespace warplight
