// How far apart two lanes have come over simulated time: a curve that keeps its whole length in few points.
#pragma once

#include <cstddef>
#include <vector>

namespace warplight::app {

class DifferenceHistory {
 public:
  static constexpr std::size_t kMost = 256;
  struct Point {
    double time, rms, most;
  };

  // Times must not go back: one that does begins anew (a reset).
  void push(double time, double rms, double most) {
    if (!points_.empty() && time < points_.back().time) clear();
    last_ = {time, rms, most};
    if (!points_.empty() && time < points_.back().time + apart_) return;
    points_.push_back(last_);
    if (points_.size() < kMost) return;
    // Every other one goes; from here on they lie twice as far apart.
    for (std::size_t i = 0; i < kMost / 2; ++i) points_[i] = points_[2 * i];
    points_.resize(kMost / 2);
    apart_ = 2 * (points_.back().time - points_.front().time) / static_cast<double>(kMost);
  }
  void clear() {
    points_.clear();
    apart_ = 0;
    last_ = {};
  }
  bool empty() const { return points_.empty(); }
  const std::vector<Point>& points() const { return points_; }
  const Point& last() const { return last_; }

 private:
  std::vector<Point> points_;
  Point last_{};
  double apart_ = 0;  // of time, at least
};

}  // namespace warplight::app
