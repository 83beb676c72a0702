// A fixed ring of the last samples of one quantity, with its median and spread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace warplight::app {

struct Quantiles {
  double p10 = std::numeric_limits<double>::quiet_NaN();
  double median = std::numeric_limits<double>::quiet_NaN();
  double p90 = std::numeric_limits<double>::quiet_NaN();
};

class History {
 public:
  static constexpr std::size_t kCapacity = 240;

  // Values that are not finite are left out: a gap is no sample.
  void push(double value) {
    if (!std::isfinite(value)) return;
    values_[next_] = value;
    next_ = (next_ + 1) % kCapacity;
    size_ = std::min(size_ + 1, kCapacity);
  }
  void clear() { size_ = next_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  double operator[](std::size_t i) const { return values_[(next_ + kCapacity - size_ + i) % kCapacity]; }  // oldest first
  double last() const { return empty() ? std::numeric_limits<double>::quiet_NaN() : (*this)[size_ - 1]; }

  // Of the newest `most` samples; NaN where there is none.
  Quantiles quantiles(std::size_t most = kCapacity) const {
    const std::size_t count = std::min(most, size_);
    if (count == 0) return {};
    std::vector<double> sorted(count);
    for (std::size_t i = 0; i < count; ++i) sorted[i] = (*this)[size_ - count + i];
    std::ranges::sort(sorted);
    const auto at = [&](double q) { return sorted[static_cast<std::size_t>(std::lround(q * static_cast<double>(count - 1)))]; };
    return {at(0.1), at(0.5), at(0.9)};
  }

 private:
  std::array<double, kCapacity> values_{};
  std::size_t next_ = 0, size_ = 0;
};

}  // namespace warplight::app
