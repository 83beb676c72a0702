// Checks of steps against the definition in double: of the whole field, or of some cells by all that reaches them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "sim/error.h"
#include "sim/heat/definition.h"
#include "sim/heat/state.h"
#include "sim/host_threads.h"

namespace warplight {
namespace heat {
namespace {

using Params = Heat2d::Params;

// What a cell was, should be and is.
struct Outcome {
  std::int64_t cell;
  double before, wanted, got;
};

std::vector<double> field_of(const Params& params, const HostState& state) {
  std::vector<double> field(static_cast<std::size_t>(Heat2d::item_count(params)));
#pragma omp parallel for num_threads(host_threads())
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      field[static_cast<std::size_t>(y * params.width + x)] = value_at(params, current_values(state), x, y);
    }
  }
  return field;
}

std::vector<double> advanced(const Definition& definition, std::vector<double> now, std::int64_t steps,
                             const std::stop_token& stop) {
  std::vector<double> next(now.size());
  for (std::int64_t step = 0; step < steps && !stop.stop_requested(); ++step) {
#pragma omp parallel for if (now.size() > 4096) num_threads(host_threads())
    for (std::int64_t y = 0; y < definition.height(); ++y) definition.next_row(now.data(), next.data(), y);
    now.swap(next);
  }
  return now;
}

// One cell some steps later, from the cells that can reach it: a window of as many cells to each side, which shrinks by
// one a step. Behind a periodic edge the field goes on.
class Window {
 public:
  Window(const Definition& definition, std::int64_t steps) : definition_(definition), reach_(steps) {
    now_.resize(static_cast<std::size_t>(side() * side()));
    next_.resize(now_.size());
  }

  template <class Value>
  double value_at_end(Value value, std::int64_t x, std::int64_t y) {
    for_each(reach_, x, y, [&](std::size_t i, std::int64_t cx, std::int64_t cy) { now_[i] = value(cx, cy); });
    for (std::int64_t left = reach_ - 1; left >= 0; --left) {
      for_each(left, x, y, [&](std::size_t i, std::int64_t cx, std::int64_t cy) {
        const auto at = [&](int ox, int oy) { return now_[i + static_cast<std::size_t>(oy * side() + ox)]; };
        next_[i] = definition_.next(at, cx, cy);
      });
      now_.swap(next_);
    }
    return now_[index(0, 0)];
  }

 private:
  std::int64_t side() const { return 2 * reach_ + 1; }
  std::size_t index(std::int64_t ox, std::int64_t oy) const {
    return static_cast<std::size_t>((oy + reach_) * side() + ox + reach_);
  }
  static std::int64_t wrapped(std::int64_t i, std::int64_t n) { return ((i % n) + n) % n; }

  // Of the cells up to `reach` away that there are.
  template <class Visit>
  void for_each(std::int64_t reach, std::int64_t x, std::int64_t y, Visit visit) const {
    const std::int64_t w = definition_.width(), h = definition_.height();
    const std::int64_t x0 = definition_.wraps_x() ? -reach : std::max(-reach, -x);
    const std::int64_t x1 = definition_.wraps_x() ? reach : std::min(reach, w - 1 - x);
    const std::int64_t y0 = definition_.wraps_y() ? -reach : std::max(-reach, -y);
    const std::int64_t y1 = definition_.wraps_y() ? reach : std::min(reach, h - 1 - y);
    for (std::int64_t oy = y0; oy <= y1; ++oy) {
      for (std::int64_t ox = x0; ox <= x1; ++ox) visit(index(ox, oy), wrapped(x + ox, w), wrapped(y + oy, h));
    }
  }

  const Definition& definition_;
  std::int64_t reach_;
  std::vector<double> now_, next_;
};

std::vector<Outcome> outcomes_of_all(const Params& params, const Definition& definition, const HostState& before,
                                     const HostState& after, std::int64_t steps, const std::stop_token& stop) {
  const std::vector<double> start = field_of(params, before), got = field_of(params, after);
  const std::vector<double> wanted = advanced(definition, start, steps, stop);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < start.size(); ++i) {
    outcomes.push_back({static_cast<std::int64_t>(i), start[i], wanted[i], got[i]});
  }
  return outcomes;
}

std::vector<Outcome> outcomes_at(const Params& params, const Definition& definition, const HostState& before,
                                 const HostState& after, std::int64_t steps, std::span<const std::int64_t> items,
                                 const std::stop_token& stop) {
  std::vector<Outcome> outcomes(items.size());
  const auto count = static_cast<std::int64_t>(items.size());
#pragma omp parallel num_threads(host_threads())
  {
    Window window(definition, steps);
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t cell = items[static_cast<std::size_t>(k)], x = cell % params.width, y = cell / params.width;
      const auto value = [&](std::int64_t cx, std::int64_t cy) { return value_at(params, current_values(before), cx, cy); };
      const double wanted = stop.stop_requested() ? 0 : window.value_at_end(value, x, y);
      outcomes[static_cast<std::size_t>(k)] = {cell, value(x, y), wanted, value_at(params, current_values(after), x, y)};
    }
  }
  return outcomes;
}

// As many of the items as a few seconds allow, from all over the field: a window of s steps takes 4/3 s³ cells.
std::vector<std::int64_t> affordable(std::span<const std::int64_t> items, std::int64_t steps) {
  constexpr double kMostCells = 1e9;
  const double s = static_cast<double>(steps) + 1;
  const double most = std::max(4.0, kMostCells / (4.0 / 3 * s * s * s));
  const auto count = static_cast<double>(items.size());
  if (count <= most) return {items.begin(), items.end()};
  std::vector<std::int64_t> some;
  for (double k = 0; k < most - 1; ++k) some.push_back(items[static_cast<std::size_t>(k / most * count)]);
  some.push_back(items.back());
  return some;
}

// Cells where the field changes most, of each of some bands of rows: a plate may rest all over but at an edge, and cells
// that rest tell nothing of a step.
std::vector<std::int64_t> liveliest(const Params& params, const HostState& before) {
  constexpr std::int64_t kBands = 64;
  const std::int64_t bands = std::min(kBands, params.height), w = params.width, h = params.height;
  std::vector<std::int64_t> cells(static_cast<std::size_t>(bands), -1);
  const auto value = [&](std::int64_t x, std::int64_t y) { return value_at(params, current_values(before), x, y); };
#pragma omp parallel for schedule(dynamic, 1) num_threads(host_threads())
  for (std::int64_t band = 0; band < bands; ++band) {
    double most = 0;
    for (std::int64_t y = band * h / bands; y < (band + 1) * h / bands; ++y) {
      for (std::int64_t x = 0; x < w; ++x) {
        const double u = value(x, y), right = x + 1 < w ? value(x + 1, y) - u : 0, down = y + 1 < h ? value(x, y + 1) - u : 0;
        const double change = std::fabs(right) + std::fabs(down);
        if (change > most) most = change, cells[static_cast<std::size_t>(band)] = y * w + x;
      }
    }
  }
  std::erase(cells, -1);
  return cells;
}

double largest(const std::vector<Outcome>& outcomes, const Params& params) {
  double most = std::fabs(params.u_inf);
  for (const Outcome& o : outcomes) most = std::max({most, std::fabs(o.before), std::fabs(o.wanted)});
  return most;
}

// What a rung may be off by. Its own tolerance is for single precision; in double it is as much less as the last bit is.
// A rung whose tolerance says that it stores less keeps it in both.
Tolerance tolerance_of(const Params& params, Tolerance tolerance) {
  constexpr double kStoresLess = 1e-3, kPerBit = 0x1p-29;
  if (params.precision == Heat2d::Precision::fp32 || tolerance.l2 >= kStoresLess) return tolerance;
  return {tolerance.l2 * kPerBit, tolerance.max * kPerBit};
}

// A step rounds some eight times, each time at most half a unit of a number that is no larger than the largest
// temperature (the weights of a step add up to one): 4 units in the last place and step. Later steps don't make it more.
Comparison compare_increments(const Params& params, const Tolerance& tolerance, const std::vector<Outcome>& outcomes,
                              std::int64_t steps) {
  const double unit = params.precision == Heat2d::Precision::fp64 ? 0x1p-53 : 0x1p-24;
  const double rounding = 4 * unit * largest(outcomes, params) * static_cast<double>(steps);
  double errors2 = 0, wanted2 = 0, worst = 0;
  std::int64_t worst_item = -1;
  for (const Outcome& o : outcomes) {
    const double error = std::fabs(o.got - o.wanted), increment = o.wanted - o.before;
    // Written so that a NaN becomes, and stays, the worst.
    if (worst_item < 0 || (!std::isnan(worst) && !(error <= worst))) {
      worst = error;
      worst_item = o.cell;
    }
    errors2 += error * error;
    wanted2 += increment * increment;
  }
  const double count = std::max(1.0, static_cast<double>(outcomes.size()));
  // Where nothing should change, a rounding is measured against the temperatures themselves.
  const double typical = wanted2 > 0 ? std::sqrt(wanted2 / count) : largest(outcomes, params);
  const auto relative = [&](double error) {
    if (typical > 0) return error / typical;
    return error <= rounding ? 0 : std::numeric_limits<double>::infinity();  // nothing should change
  };
  const double allowance = typical > 0 ? rounding / typical : 0;
  const Tolerance own = tolerance_of(params, tolerance);
  return {.output = "increment",
          .l2_error = relative(std::sqrt(errors2 / count)),
          .max_error = relative(worst),
          .allowed = {own.l2 + allowance, own.max + allowance},
          .worst_item = worst_item};
}

// Nothing that a step may change.
Comparison compare_materials(const HostState& before, const HostState& after) {
  const auto& was = before.buffers[Heat2d::kMaterial];
  const auto& is = after.buffers[Heat2d::kMaterial];
  const auto differs = std::mismatch(was.begin(), was.end(), is.begin()).first;
  const bool same = differs == was.end();
  return {.output = "material",
          .l2_error = same ? 0.0 : 1.0,
          .max_error = same ? 0.0 : 1.0,
          .allowed = {},
          .worst_item = same ? -1 : (differs - was.begin()) / static_cast<std::ptrdiff_t>(sizeof(Heat2d::Material))};
}

}  // namespace
}  // namespace heat

using namespace heat;

std::vector<Comparison> Heat2d::compare_evaluate(const Params&, const Tolerance&, const HostState&,
                                                 std::span<const std::int64_t>, std::stop_token) {
  throw_failed("heat2d has no evaluate to compare");
}

std::vector<Comparison> Heat2d::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                             const HostState& after, std::span<const std::int64_t> items,
                                             std::stop_token stop) {
  const Definition definition(params, materials(before));
  const std::int64_t steps = after.step - before.step;
  std::vector<Outcome> outcomes;
  if (items.empty()) {
    outcomes = outcomes_of_all(params, definition, before, after, steps, stop);
  } else {
    std::vector<std::int64_t> cells = affordable(items, steps);
    for (const std::int64_t cell : affordable(liveliest(params, before), steps)) cells.push_back(cell);
    outcomes = outcomes_at(params, definition, before, after, steps, cells, stop);
  }
  if (stop.stop_requested()) return {};
  std::vector<Comparison> comparisons{compare_increments(params, tolerance, outcomes, steps)};
  if (params.has_materials) comparisons.push_back(compare_materials(before, after));
  return comparisons;
}

}  // namespace warplight
