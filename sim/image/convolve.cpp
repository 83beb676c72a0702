#include "sim/image/convolve.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "sim/host_threads.h"
#include "sim/image/matrices.h"

namespace warplight {
namespace image {
namespace {

// Alpha stays as it is: a matrix whose numbers don't add up to one would make holes.
class ConvolveDefinition final : public Definition {
 public:
  explicit ConvolveDefinition(const Matrix& matrix) : matrix_(matrix) {}
  void pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const override {
    const int radius = matrix_.size / 2;
    for (int c = 0; c < source.channels(); ++c) {
      double sum = 0;
      for (int j = 0; j < matrix_.size; ++j) {
        for (int i = 0; i < matrix_.size; ++i) {
          // Kernels have the numbers in single precision: the same matrix for all.
          const auto number = static_cast<double>(static_cast<float>(matrix_.at[static_cast<std::size_t>(j * matrix_.size + i)]));
          sum += number * source.at(x + i - radius, y + j - radius, c);
        }
      }
      out[c] = c == 3 ? source.at(x, y, c) : sum;
    }
  }

 private:
  const Matrix& matrix_;
};

template <class S, int C>
void convolve_row(const Frame& f, const Matrix& matrix, const S* from, S* to, int y, std::vector<float>& wide, std::vector<float>& sums) {
  const int radius = matrix.size / 2;
  const std::int64_t samples = std::int64_t{f.width} * C;
  wide.resize(static_cast<std::size_t>(samples + 2 * radius * C));
  sums.assign(static_cast<std::size_t>(samples), 0);
  S* const out = to + y * f.pitch * C;
  for (int j = 0; j < matrix.size; ++j) {
    const int there = border_index(y + j - radius, f.height, f.border);
    for (int x = -radius; x < f.width + radius; ++x) {
      const int column = border_index(x, f.width, f.border);
      for (int c = 0; c < C; ++c) {
        wide[static_cast<std::size_t>((x + radius) * C + c)] =
            there < 0 || column < 0 ? (c == 3 ? f.opaque : f.outside) : static_cast<float>(from[there * f.pitch * C + column * C + c]);
      }
    }
    for (int i = 0; i < matrix.size; ++i) {
      const auto number = static_cast<float>(matrix.at[static_cast<std::size_t>(j * matrix.size + i)]);
      const float* const at = wide.data() + i * C;
      float* const sum = sums.data();
#pragma omp simd
      for (std::int64_t k = 0; k < samples; ++k) sum[k] += number * at[k];
    }
  }
  for (std::int64_t k = 0; k < samples; ++k) {
    const float held = std::clamp(sums[static_cast<std::size_t>(k)], 0.0f, f.opaque);
    out[k] = static_cast<S>(std::is_same_v<S, float> ? sums[static_cast<std::size_t>(k)] : std::nearbyintf(held));
    if (C == 4 && k % 4 == 3) out[k] = from[y * f.pitch * C + k];
  }
}

}  // namespace

Progress advance_convolve_reference(const Params& params, View& view, Call& call, int steps) {
  return advance_reference(ConvolveDefinition(matrix_of(params)), params, view, call, steps);
}

Progress advance_convolve_cpu(const Params& params, View& view, Call& call, int steps) {
  const Frame frame = frame_of(params, view);
  const Matrix& matrix = matrix_of(params);
  const int threads = view.width * view.height < 20'000 ? 1 : host_threads();
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
#pragma omp parallel num_threads(threads) if (threads > 1)
      {
        std::vector<float> wide, sums;
#pragma omp for schedule(static)
        for (int y = 0; y < frame.height; ++y) {
          if (call.stop.stop_requested()) continue;
          convolve_row<S, C>(frame, matrix, static_cast<const S*>(view.from), static_cast<S*>(view.to), y, wide, sums);
        }
      }
    });
    if (call.stop.stop_requested()) return {done};
  }
  return {steps};
}

}  // namespace image

using namespace image;

const LabInfo& Convolve::info() {
  static const LabInfo kInfo = filter_info("convolve", "Convolution", "Each sample the sum of those around it, each times a number of a matrix that one chooses or types.");
  return kInfo;
}

std::span<const Knob> Convolve::knobs() {
  static const std::vector<Knob> kKnobs = [] {
    Knob preset = knob<&Params::preset>({.name = "matrix",
                                         .label = "Matrix",
                                         .unit = "",
                                         .help = "What lies over each pixel: one of these, unless coefficients were typed.",
                                         .min = 0,
                                         .max = kPresets.size() - 1,
                                         .default_value = 0,
                                         .choices = kPresets});
    preset.kind = KnobKind::choice;
    return with_common_knobs(
      {preset,
       knob<&Params::matrix>({.name = "coefficients",
                              .label = "Coefficients",
                              .unit = "",
                              .help = "A matrix of one's own, 3 x 3 to 15 x 15, row by row: 0 -1 0; -1 5 -1; 0 -1 0. preset: none.",
                              .min = -1,
                              .max = 1e9,
                              .default_value = -1,
                              .of_files = true,
                              .parse = keep_matrix,
                              .format = matrix_text})});
  }();
  return kKnobs;
}

Cost Convolve::cost(const Params& params) {
  const double size = matrix_of(params).size;
  return filter_cost(params, 2 * size * size, "2 flops a sample and number of the matrix, each pixel read and written once");
}

std::vector<CheckCase> Convolve::check_cases() {
  std::vector<CheckCase> cases = filter_cases(nullptr);
  double k = 0;
  for (CheckCase& start : cases) start.knobs.push_back({"matrix", std::fmod(k++, kPresets.size())});
  static const double typed = keep_matrix("1 0 -1 0 2 0 1; 0 0 0 0 0 0 0; 0 0.5 0 0 0 0 0; 0 0 0 1 0 0 0; 0 0 0 0 0 0 0; -1 0 0 0 0 -0.25 0; 0 0 0 0.125 0 0 -1");
  for (const double border : {0, 1, 2, 3, 4}) {
    cases.push_back({"noise", {{"width", 5}, {"height", 3}, {"type", 2}, {"channels", 1}, {"border", border}, {"border_value", 0.6}, {"coefficients", typed}}, 1});
  }
  return cases;
}

std::vector<Comparison> Convolve::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                               const HostState& after, std::span<const std::int64_t> items, std::stop_token stop) {
  return compare_filtered(ConvolveDefinition(matrix_of(params)), params, tolerance, before, after, items, stop);
}

}  // namespace warplight
