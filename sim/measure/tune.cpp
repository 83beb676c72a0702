#include "sim/measure/tune.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include "sim/error.h"

namespace warplight::measure {
namespace {

constexpr std::size_t kMostPoints = 1000;

BenchRow bench_point(Lane& lane, const LaunchValues& launch, const BenchOptions& options, std::stop_token stop) {
  try {
    set_launch(lane, launch);
  } catch (const Error& error) {
    BenchRow row = row_without_numbers(lane.info(), error.what());
    row.check_failed = error.code() != ExitCode::bad_input;  // what a rung refuses by name is no failure
    return row;
  }
  return bench_lane(lane, options, stop);
}

bool has_number(const BenchRow& row) {
  return row.timed() && row.timed()->judgement.trust != Trust::throttled &&
         row.timed()->judgement.trust != Trust::too_short;
}

void find_best(TuneResult& result) {
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    if (!has_number(result.points[i].row)) continue;
    const auto median = [&](std::size_t point) { return result.points[point].row.timed()->summary.median; };
    if (!result.best || median(i) < median(*result.best)) result.best = i;
  }
}

// The fastest of many is too fast by luck: only a second look, in turns, says whether it beats the defaults.
void compare_with_defaults(TuneResult& result, Lane& lane, Lane& other, const BenchOptions& options,
                           std::stop_token stop) {
  const LaunchValues defaults(lane.launch().knobs());
  const LaunchValues& best = result.points[*result.best].launch;
  if (best == defaults) return;
  BenchPair pair;
  try {
    set_launch(lane, defaults);
    set_launch(other, best);
    pair = bench_in_turns(lane, other, options, stop);
  } catch (const Error& error) {
    pair.a.problem = error.what();
  }
  if (stop.stop_requested()) return;
  if (pair.taken) {
    result.against_defaults = ratio(*pair.taken, options.rules);
    result.better = result.against_defaults->known() && result.against_defaults->interval.high < 1;
  } else {
    result.better = !pair.a.problem.empty() && pair.b.problem.empty();
  }
}

}  // namespace

std::vector<double> swept_values(const Knob& knob) {
  std::vector<double> values;
  if (knob.kind == KnobKind::choice || knob.kind == KnobKind::toggle) {
    for (double value = knob.min; value <= knob.max; ++value) values.push_back(value);
    return values;
  }
  const auto add = [&](double value) {
    if (value >= knob.min && value <= knob.max) values.push_back(snap_knob(knob, value));
  };
  add(knob.min);
  for (double power = 1; power <= knob.max; power *= 2) {
    add(power);
    add(1.5 * power);
  }
  add(knob.max);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<LaunchValues> launch_points(std::span<const Knob> knobs, const std::vector<std::vector<double>>& values) {
  std::vector<LaunchValues> points = {LaunchValues(knobs)};
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    if (points.size() * values[k].size() > kMostPoints) {
      throw_bad_input("more than " + std::to_string(kMostPoints) + " points: fewer values are needed");
    }
    std::vector<LaunchValues> more;
    for (const LaunchValues& point : points) {
      for (const double value : values[k]) {
        more.push_back(point);
        more.back().set(knobs[k].name, value);
      }
    }
    points = std::move(more);
  }
  return points;
}

void set_launch(Lane& lane, const LaunchValues& launch) {
  for (const Knob& knob : launch.knobs()) {
    if (lane.launch()[knob.name] != launch[knob.name]) lane.set_launch(knob.name, launch[knob.name]);
  }
}

std::vector<std::size_t> tune_order(const std::vector<LaunchValues>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Written out, since std::shuffle draws differently in each library.
  std::mt19937_64 random(1);
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random() % left]);
  const auto is_default = [&](std::size_t i) { return points[i] == LaunchValues(points[i].knobs()); };
  std::stable_partition(order.begin(), order.end(), is_default);
  return order;
}

TuneResult tune(Lane& lane, Lane& other, const std::vector<LaunchValues>& points, BenchOptions options,
                const TuneWatcher& watch, std::stop_token stop, const TuneBounds& bounds) {
  options.cold = options.step = false;
  TuneResult result;
  const double start = bounds.clock();
  std::vector<std::pair<std::size_t, TunePoint>> tried;  // by their place in `points`
  const std::vector<std::size_t> order = tune_order(points);
  for (std::size_t turn = 0; turn < order.size() && !stop.stop_requested(); ++turn) {
    const LaunchValues& launch = points[order[turn]];
    const bool again = launch == LaunchValues(launch.knobs()) || (bounds.known && launch == *bounds.known);
    if (turn < bounds.skip && !again) continue;
    if (!tried.empty() && turn >= bounds.skip && bounds.clock() - start >= bounds.seconds) break;
    if (watch) options.watch = [&watch, turn](const BenchProgress& at) { watch(turn, at); };
    TunePoint point{launch, bench_point(lane, launch, options, stop)};
    if (stop.stop_requested()) break;
    tried.emplace_back(order[turn], std::move(point));
    result.next = std::max(turn + 1, bounds.skip);
  }
  std::ranges::sort(tried, {}, &std::pair<std::size_t, TunePoint>::first);
  for (auto& [place, point] : tried) result.points.push_back(std::move(point));
  if (stop.stop_requested()) return result;
  find_best(result);
  if (result.best) compare_with_defaults(result, lane, other, options, stop);
  return result;
}

}  // namespace warplight::measure
