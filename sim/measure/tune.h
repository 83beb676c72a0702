// Sweeps the launch knobs of one variant, each point checked before it is timed, and asks whether the best beats the
// defaults.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "sim/measure/bench.h"

namespace warplight::measure {

// The values of a launch knob that a sweep takes: all of a choice or a toggle; of a number the least, what is twice and
// one and a half times each power of two of it, and the most, as far as the knob's steps allow.
std::vector<double> swept_values(const Knob& knob);

// Every combination. Throws bad_input where there are more than 1000.
std::vector<LaunchValues> launch_points(std::span<const Knob> knobs, const std::vector<std::vector<double>>& values);

struct TunePoint {
  LaunchValues launch;
  BenchRow row;  // its problem says why there is no number
};

// In which order points are tried: the defaults, then by lot (always the same one), so that a sweep that is cut short has seen
// something of everything, and another can go on where it ended.
std::vector<std::size_t> tune_order(const std::vector<LaunchValues>& points);

// What a sweep may take, and where it goes on.
struct TuneBounds {
  double seconds = std::numeric_limits<double>::infinity();  // in all; the point under way is finished
  std::size_t skip = 0;               // so many points of the order, the defaults apart, were tried before
  std::optional<LaunchValues> known;  // what won then: tried again
  Clock clock = steady_seconds;
};

struct TuneResult {
  std::vector<TunePoint> points;  // that were tried, in the order in which they were given
  std::size_t next = 0;           // TuneBounds::skip for a sweep that goes on; the number of points: all were tried
  std::optional<std::size_t> best;  // the fastest by its median, of those that are neither throttled nor too short
  std::optional<Ratio>
      against_defaults;  // the best's time over the defaults', taken in turns; none where it is the same
  // Whether the best is worth keeping: the whole interval of the ratio lies below 1, or the defaults have no number.
  bool better = false;
};

// `point`: how many were tried before.
using TuneWatcher = std::function<void(std::size_t point, const BenchProgress&)>;

// `lane` holds the state to time, and `other` the same in buffers of its own, for the comparison in turns; both with
// the variant selected. Only what rungs are compared by is timed. Stopped, it returns the points until then, and no
// best. At the bound it goes on with what it has.
TuneResult tune(Lane& lane, Lane& other, const std::vector<LaunchValues>& points, BenchOptions options,
                const TuneWatcher& watch = {}, std::stop_token stop = {}, const TuneBounds& bounds = {});

// Sets all launch knobs of a lane; throws what the variant says of values that it refuses.
void set_launch(Lane& lane, const LaunchValues& launch);

}  // namespace warplight::measure
