// All cores, vectorised: a thread streams down its rows, keeps the last 2r + 1 of them blurred along the row, and sums
// down the columns while those are in the cache.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "sim/host_threads.h"
#include "sim/image/gaussian.h"

namespace warplight::image {
namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPLIGHT_WIDEST __attribute__((target_clones("avx512f", "arch=x86-64-v3", "default")))
#else
#define WARPLIGHT_WIDEST
#endif

constexpr std::int64_t kBlock = 256;  // samples whose sums stay in the first cache

// out[i] = w[0] at[i] + the sum over k of w[k] (low[k][i] + high[k][i])
WARPLIGHT_WIDEST void weigh_pairs(const float* weights, std::int64_t radius, const float* at, const float* const* low,
                                  const float* const* high, float* out, std::int64_t count) {
  for (std::int64_t start = 0; start < count; start += kBlock) {
    const std::int64_t n = std::min(kBlock, count - start);
    float sums[kBlock];
    const float middle = weights[0], *const from = at + start;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) sums[i] = middle * from[i];
    std::int64_t k = 1;
    for (; k + 1 <= radius; k += 2) {
      const float w0 = weights[k], w1 = weights[k + 1];
      const float *a = low[k] + start, *b = high[k] + start, *c = low[k + 1] + start, *d = high[k + 1] + start;
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) sums[i] += w0 * (a[i] + b[i]) + w1 * (c[i] + d[i]);
    }
    if (k <= radius) {
      const float w0 = weights[k], *a = low[k] + start, *b = high[k] + start;
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) sums[i] += w0 * (a[i] + b[i]);
    }
    std::copy_n(sums, n, out + start);
  }
}

template <class S>
inline void widen(const S* from, float* to, std::int64_t count) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
WARPLIGHT_WIDEST void widen_row(const std::uint8_t* from, float* to, std::int64_t count) { widen(from, to, count); }
WARPLIGHT_WIDEST void widen_row(const std::uint16_t* from, float* to, std::int64_t count) { widen(from, to, count); }
void widen_row(const float* from, float* to, std::int64_t count) { std::copy_n(from, count, to); }

// Adding and taking away 1.5 * 2^23 rounds to the nearest whole number, ties to even.
template <class S>
inline void round_off(const float* from, S* to, std::int64_t count, float white) {
  constexpr float kMagic = 12582912.0f;
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const float held = std::min(std::max(from[i], 0.0f), white);
    to[i] = static_cast<S>(static_cast<std::int32_t>((held + kMagic) - kMagic));
  }
}
WARPLIGHT_WIDEST void round_row(const float* from, std::uint8_t* to, std::int64_t count) { round_off(from, to, count, 255); }
WARPLIGHT_WIDEST void round_row(const float* from, std::uint16_t* to, std::int64_t count) { round_off(from, to, count, 65535); }
void round_row(const float* from, float* to, std::int64_t count) { std::copy_n(from, count, to); }

template <class S, int C>
class Stretch {
 public:
  Stretch(const Params& params, const View& view, const Weights& weights)
      : frame_(frame_of(params, view)), from_(static_cast<const S*>(view.from)), to_(static_cast<S*>(view.to)), weights_(weights),
        samples_(view.width * C), kept_(2 * weights.radius + 1), rim_(std::int64_t{weights.radius} * C) {
    wide_.resize(static_cast<std::size_t>(samples_ + 2 * rim_));
    ring_.resize(static_cast<std::size_t>(kept_ * samples_));
    low_.resize(static_cast<std::size_t>(weights.radius) + 1);
    high_.resize(low_.size());
    out_.resize(static_cast<std::size_t>(samples_));
  }

  void rows(int first, int last, const std::stop_token& stop) {
    const int r = weights_.radius;
    for (int y = first - r; y < first + r; ++y) blur_into_ring(y);
    for (int y = first; y < last && !stop.stop_requested(); ++y) {
      blur_into_ring(y + r);
      for (int k = 1; k <= r; ++k) low_[static_cast<std::size_t>(k)] = ring(y - k), high_[static_cast<std::size_t>(k)] = ring(y + k);
      weigh_pairs(weights_.at, r, ring(y), low_.data(), high_.data(), out_.data(), samples_);
      round_row(out_.data(), to_ + y * frame_.pitch * C, samples_);
    }
  }

 private:
  float* ring(int y) { return ring_.data() + ((y % kept_ + kept_) % kept_) * samples_; }

  float beyond(const S* row, int x, int c) const {
    const int column = border_index(x, frame_.width, frame_.border);
    return column < 0 ? (c == 3 ? frame_.opaque : frame_.outside) : static_cast<float>(row[column * C + c]);
  }

  void blur_into_ring(int y) {
    const int r = weights_.radius, there = border_index(y, frame_.height, frame_.border);
    float* const to = ring(y);
    if (there < 0) {
      for (std::int64_t i = 0; i < samples_; ++i) to[i] = i % C == 3 ? frame_.opaque : frame_.outside;
      return;
    }
    const S* const row = from_ + there * frame_.pitch * C;
    widen_row(row, wide_.data() + rim_, samples_);
    for (int i = 1; i <= r; ++i) {
      for (int c = 0; c < C; ++c) {
        wide_[static_cast<std::size_t>(rim_ - i * C + c)] = beyond(row, -i, c);
        wide_[static_cast<std::size_t>(rim_ + samples_ + (i - 1) * C + c)] = beyond(row, frame_.width - 1 + i, c);
      }
    }
    const float* const at = wide_.data() + rim_;
    for (int k = 1; k <= r; ++k) low_[static_cast<std::size_t>(k)] = at - k * C, high_[static_cast<std::size_t>(k)] = at + k * C;
    weigh_pairs(weights_.at, r, at, low_.data(), high_.data(), to, samples_);
  }

  Frame frame_;
  const S* from_;
  S* to_;
  const Weights& weights_;
  std::int64_t samples_, kept_, rim_;
  std::vector<float> wide_, ring_, out_;
  std::vector<const float*> low_, high_;
};

}  // namespace

Progress advance_gaussian_cpu(const Params& params, View& view, Call& call, int steps) {
  constexpr std::int64_t kFewPixels = 20'000;
  const Weights weights = half_weights(params);
  const auto height = static_cast<int>(view.height);
  const int threads = view.width * view.height < kFewPixels ? 1 : std::min(host_threads(), height);
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
      for (int stretch = 0; stretch < threads; ++stretch) {
        const auto row = [&](int s) { return static_cast<int>(std::int64_t{s} * height / threads); };
        Stretch<S, C>(params, view, weights).rows(row(stretch), row(stretch + 1), call.stop);
      }
    });
    if (call.stop.stop_requested()) return {done};
  }
  return {steps};
}

}  // namespace warplight::image
