#include "sim/image/box.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "sim/host_threads.h"
#include "sim/image/gaussian.h"

namespace warplight {
namespace image {
namespace {

std::vector<double> box_weights(const Params& params) {
  const std::int64_t window = 2 * radius_of(params) + 1;
  return std::vector<double>(static_cast<std::size_t>(window), 1.0 / static_cast<double>(window));
}

// Sums that are exact: of whole numbers as such, of floats in double.
template <class S>
using Sum = std::conditional_t<std::is_same_v<S, float>, double, std::int64_t>;

// Rows first to last - 1. Sums of 2r + 1 rows slide down, and along each row a sum slides over those.
template <class S, int C>
class Sliding {
 public:
  Sliding(const Params& params, const View& view)
      : frame_(frame_of(params, view)), from_(static_cast<const S*>(view.from)), to_(static_cast<S*>(view.to)),
        radius_(static_cast<int>(radius_of(params))) {}

  void rows(int first, int last, const std::stop_token& stop) {
    const std::int64_t samples = std::int64_t{frame_.width} * C;
    columns_.assign(static_cast<std::size_t>(samples), 0);
    for (int y = first - radius_; y < first + radius_; ++y) add_row(y, 1);
    for (int y = first; y < last && !stop.stop_requested(); ++y) {
      add_row(y + radius_, 1);
      for (int c = 0; c < C; ++c) slide(to_ + y * frame_.pitch * C + c, c);
      add_row(y - radius_, -1);
    }
  }

 private:
  Sum<S> outside(int c) const { return static_cast<Sum<S>>(c == 3 ? frame_.opaque : frame_.outside); }

  void add_row(int y, int sign) {
    const int there = border_index(y, frame_.height, frame_.border);
    const auto samples = static_cast<std::int64_t>(columns_.size());
    Sum<S>* const sums = columns_.data();
    if (there < 0) {
      for (std::int64_t i = 0; i < samples; ++i) sums[i] += sign * outside(static_cast<int>(i % C));
      return;
    }
    const S* const row = from_ + there * frame_.pitch * C;
    const auto times = static_cast<Sum<S>>(sign);
#pragma omp simd
    for (std::int64_t i = 0; i < samples; ++i) sums[i] += times * static_cast<Sum<S>>(row[i]);
  }

  Sum<S> column(int x, int c) const {
    const int there = border_index(x, frame_.width, frame_.border);
    return there < 0 ? (2 * radius_ + 1) * outside(c) : columns_[static_cast<std::size_t>(there * C + c)];
  }

  void slide(S* to, int c) const {
    const double window = 2.0 * radius_ + 1, all = window * window;
    Sum<S> sum = 0;
    for (int x = -radius_; x < radius_; ++x) sum += column(x, c);
    for (int x = 0; x < frame_.width; ++x) {
      sum += column(x + radius_, c);
      const double mean = static_cast<double>(sum) / all;  // never half way between two whole numbers: all is odd
      if constexpr (std::is_same_v<S, float>) {
        to[static_cast<std::int64_t>(x) * C] = static_cast<float>(mean);
      } else {
        to[static_cast<std::int64_t>(x) * C] = static_cast<S>(mean + 0.5);
      }
      sum -= column(x - radius_, c);
    }
  }

  Frame frame_;
  const S* from_;
  S* to_;
  int radius_;
  std::vector<Sum<S>> columns_;
};

}  // namespace

Progress advance_box_reference(const Params& params, View& view, Call& call, int steps) {
  return advance_reference(Separable(box_weights(params)), params, view, call, steps);
}

Progress advance_box_cpu(const Params& params, View& view, Call& call, int steps) {
  constexpr std::int64_t kFewPixels = 20'000;
  const auto height = static_cast<int>(view.height);
  const int threads = view.width * view.height < kFewPixels ? 1 : std::min(host_threads(), height);
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
      for (int stretch = 0; stretch < threads; ++stretch) {
        const auto row = [&](int s) { return static_cast<int>(std::int64_t{s} * height / threads); };
        Sliding<S, C>(params, view).rows(row(stretch), row(stretch + 1), call.stop);
      }
    });
    if (call.stop.stop_requested()) return {done};
  }
  return {steps};
}

}  // namespace image

using namespace image;

const LabInfo& Box::info() {
  static const LabInfo kInfo = filter_info("box", "Box blur", "The plainest blur: each pixel the mean of a square around it.");
  return kInfo;
}

std::span<const Knob> Box::knobs() {
  static const std::vector<Knob> kKnobs = [] {
    Knob radius = knob<&Params::radius>({.name = "radius",
                                         .label = "Radius",
                                         .unit = "pixels",
                                         .help = "How far the square reaches: it is 2r + 1 wide. 0 leaves the picture as it is.",
                                         .min = 0,
                                         .max = kMostRadius,
                                         .default_value = 7});
    return with_common_knobs({radius});
  }();
  return kKnobs;
}

Cost Box::cost(const Params& params) {
  return filter_cost(params, 5, "5 flops a sample (two sums slide, one product), each pixel read and written once");
}

std::vector<CheckCase> Box::check_cases() {
  return filter_cases([](double radius) { return std::vector<std::pair<std::string_view, double>>{{"radius", radius}}; });
}

std::vector<Comparison> Box::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                          const HostState& after, std::span<const std::int64_t> items, std::stop_token stop) {
  return compare_filtered(Separable(box_weights(params)), params, tolerance, before, after, items, stop);
}

}  // namespace warplight
