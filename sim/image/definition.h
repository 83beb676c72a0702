// Filters by their definition, in double: what every rung is compared with.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "sim/image/filter.h"

namespace warplight::image {

inline double sample_at(Sample sample, const void* samples, std::int64_t i) {
  if (sample == Sample::u8) return static_cast<const std::uint8_t*>(samples)[i];
  if (sample == Sample::u16) return static_cast<const std::uint16_t*>(samples)[i];
  return double{static_cast<const float*>(samples)[i]};
}

// Rounded to the nearest, ties to even, within what the type holds.
inline void set_sample(Sample sample, void* samples, std::int64_t i, double value) {
  if (sample == Sample::f32) {
    static_cast<float*>(samples)[i] = static_cast<float>(value);
    return;
  }
  const double white = white_of(sample), whole = value > 0 ? (value < white ? std::nearbyint(value) : white) : 0;
  if (sample == Sample::u8) {
    static_cast<std::uint8_t*>(samples)[i] = static_cast<std::uint8_t>(whole);
  } else {
    static_cast<std::uint16_t*>(samples)[i] = static_cast<std::uint16_t>(whole);
  }
}

// A picture that goes on beyond its edges.
class Source {
 public:
  Source(const Params& params, const void* samples)
      : params_(params), samples_(samples), channels_(channels_of(params)), pitch_(pitch_of(params)), outside_(outside_of(params)) {}

  double at(std::int64_t x, std::int64_t y, int channel) const {
    const int column = border_index(static_cast<int>(x), static_cast<int>(params_.width), params_.border);
    const int row = border_index(static_cast<int>(y), static_cast<int>(params_.height), params_.border);
    if (column < 0 || row < 0) return outside(channel);
    return sample_at(params_.sample, samples_, (row * pitch_ + column) * channels_ + channel);
  }
  double outside(int channel) const { return channel == 3 ? white_of(params_.sample) : outside_; }
  std::int64_t width() const { return params_.width; }
  std::int64_t height() const { return params_.height; }
  int channels() const { return channels_; }
  const Params& params() const { return params_; }

 private:
  const Params& params_;
  const void* samples_;
  int channels_;
  std::int64_t pitch_;
  double outside_;
};

class Definition {
 public:
  virtual ~Definition() = default;
  // The samples of one pixel.
  virtual void pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const = 0;
  // Those of all, [y][x][channel], by so many threads. False: it was stopped.
  virtual bool whole(const Source& source, std::vector<double>& out, int threads, const std::stop_token& stop) const;
};

// The same weights along both axes, 2r + 1 of them: along the rows first, then along the columns.
class Separable final : public Definition {
 public:
  explicit Separable(std::vector<double> weights) : weights_(std::move(weights)) {}
  void pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const override;
  bool whole(const Source& source, std::vector<double>& out, int threads, const std::stop_token& stop) const override;

 private:
  std::int64_t radius() const { return static_cast<std::int64_t>(weights_.size()) / 2; }
  std::vector<double> weights_;
};

}  // namespace warplight::image
