#include "sim/measure/trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/text.h"

namespace warplight::measure {
namespace {

std::string percent(double part) { return significant(100 * part, 2) + "%"; }

std::string runs_text(std::size_t n) { return n == 1 ? "1 sample" : fmt::format("{} samples", n); }

// Lowest of the clocks and all reasons of what was dropped.
std::string throttle_reason(const Samples& samples, const std::vector<bool>& flags) {
  std::uint32_t reasons = 0;
  double lowest_mhz = std::nan("");
  for (std::size_t i = 0; i < samples.conditions.size(); ++i) {
    if (!flags[i]) continue;
    reasons |= samples.conditions[i].throttle;
    lowest_mhz = std::fmin(lowest_mhz, samples.conditions[i].sm_clock_mhz);
  }
  std::string text = reasons != 0 ? throttle_text(reasons) : "no reason given";
  if (std::isfinite(lowest_mhz)) text += fmt::format("; SM clock down to {:.0f} MHz", lowest_mhz);
  return text;
}

std::string too_short(const Samples& samples, const Rules& rules) {
  const std::size_t n = samples.ms.size();
  if (samples.stopped == Stopped::one_run) {
    return fmt::format("too short: one run takes longer than the {} s there were", significant(rules.most_seconds));
  }
  return fmt::format("too short: {} in the time there was, and {} are needed; one takes {}", runs_text(n),
                     rules.fewest_samples, duration_text(*std::ranges::max_element(samples.ms) * samples.batch));
}

std::string noisy(const Summary& summary) {
  if (!std::isfinite(summary.relative_interval())) return "noisy: nothing is known of the median";
  std::string text = fmt::format("noisy: the median is known to ±{} only", percent(summary.relative_interval()));
  if (summary.independent < 0.5 * static_cast<double>(summary.n)) {
    text += fmt::format("; the times wander, so that {} samples are worth {:.0f}", summary.n, summary.independent);
  }
  return text;
}

}  // namespace

const char* word(Trust trust) {
  switch (trust) {
    case Trust::trusted: return "trusted";
    case Trust::noisy: return "noisy";
    case Trust::throttled: return "throttled";
    case Trust::too_short: return "too short";
  }
  return "";
}

Judgement judge(const Samples& samples, const Rules& rules) {
  const std::size_t n = samples.ms.size();
  if (n < rules.fewest_samples) return {Trust::too_short, too_short(samples, rules)};
  const Summary summary = summarize(samples, rules);
  const double stretch_ms = summary.median * samples.batch;
  if (!(stretch_ms > 0) || samples.clock_step_ms > rules.trusted_interval * stretch_ms) {
    return {Trust::too_short, fmt::format("too short: a sample lasts {}, and the clock goes in steps of {}",
                                          duration_text(stretch_ms), duration_text(samples.clock_step_ms))};
  }
  const std::vector<bool> flags = throttled(samples, rules);
  const std::size_t dropped = count_throttled(samples, rules);
  if (n - dropped < rules.fewest_samples || 2 * dropped > n) {
    return {Trust::throttled,
            fmt::format("throttled: {} of {} were ({})", dropped, runs_text(n), throttle_reason(samples, flags))};
  }
  if (!(summary.relative_interval() <= rules.trusted_interval)) return {Trust::noisy, noisy(summary)};
  std::string text = fmt::format("trusted: the median is known to ±{}", percent(summary.relative_interval()));
  if (dropped > 0)
    text += fmt::format("; {} throttled ({}), not counted", runs_text(dropped), throttle_reason(samples, flags));
  return {Trust::trusted, text};
}

}  // namespace warplight::measure
