#include "render/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplight::render {
namespace {

double round_step(double at_least) {
  const double power = std::pow(10.0, std::floor(std::log10(at_least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= at_least * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

std::string text_of(double value, double step, double largest) {
  if (largest >= 1e6 || largest < 1e-3) {
    const int digits = static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step)));
    return fmt::format("{:.{}e}", value, std::clamp(digits, 0, 8));
  }
  const int decimals = static_cast<int>(-std::floor(std::log10(step) + 1e-9));
  return fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 9));
}

}  // namespace

std::vector<Tick> ticks_between(double low, double high, int most) {
  if (!(low < high) || !std::isfinite(high - low) || most < 1) return {};
  std::vector<Tick> ticks;
  double step = round_step((high - low) / std::max(most, 2));
  // Both ends may fall upon a tick: then there is one more.
  const auto first_of = [&](double s) { return std::ceil(low / s - 1e-9); };
  const auto last_of = [&](double s) { return std::floor(high / s + 1e-9); };
  while (last_of(step) - first_of(step) + 1 > most) step = round_step(step * 1.5);
  if (!(std::fabs(first_of(step)) < 1e12)) return {};  // rounding would tell the ticks apart no more
  const double largest = std::max(std::fabs(low), std::fabs(high));
  for (double i = first_of(step); i <= last_of(step); ++i) {
    const double value = i == 0 ? 0.0 : i * step;
    ticks.push_back({value, value == 0 ? "0" : text_of(value, step, largest)});
  }
  return ticks;
}

}  // namespace warplight::render
