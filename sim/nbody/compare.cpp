// Checks of a variant's output against the definition in double.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "sim/host_threads.h"
#include "sim/nbody/definition.h"
#include "sim/nbody/nbody.h"

namespace warplight {
namespace nbody {
namespace {

using Vector = std::array<double, 3>;
using Vectors = std::vector<Vector>;

// Half a unit in the last place is what storing a float may be off by; the second half is for the float sums that lead
// to it: a velocity is rounded twice in a step (two half kicks).
constexpr double kFloatRounding = 0x1p-23;
// What is smaller is flushed to zero, or has fewer digits.
constexpr double kSmallestFloat = 0x1p-126;

const Float4* items_of(const HostState& state, NBody::Buffer buffer) {
  return reinterpret_cast<const Float4*>(state.buffers[buffer].data());
}

Vector xyz(const Float4& value) { return {value.x, value.y, value.z}; }

double length(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// Gathers one output's errors item by item.
class Errors {
 public:
  // `rounding`: how far the item may be off for reasons that no kernel can help.
  void add(std::int64_t item, const Vector& got, const Vector& wanted, double rounding, double unused = 0) {
    rounding += kSmallestFloat;
    const Vector off{got[0] - wanted[0], got[1] - wanted[1], got[2] - wanted[2]};
    const double error = std::sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2] + unused * unused);
    // Written so that a NaN becomes, and stays, the worst.
    if (worst_item_ < 0 || (!std::isnan(worst_) && !(error <= worst_))) {
      worst_ = error;
      worst_item_ = item;
    }
    error_squared_ += error * error;
    wanted_squared_ += wanted[0] * wanted[0] + wanted[1] * wanted[1] + wanted[2] * wanted[2];
    rounding_squared_ += rounding * rounding;
    worst_rounding_ = std::max(worst_rounding_, rounding);
    ++count_;
  }

  Comparison result(std::string output, const Tolerance& tolerance) const {
    const double items = static_cast<double>(std::max<std::int64_t>(count_, 1));
    const double typical = std::sqrt(wanted_squared_ / items);
    const auto relative = [&](double error) {
      if (typical > 0) return error / typical;
      return error == 0 ? 0 : std::numeric_limits<double>::infinity();
    };
    const auto rounding = [&](double error) { return typical > 0 ? error / typical : 0; };
    return {.output = std::move(output),
            .l2_error = relative(std::sqrt(error_squared_ / items)),
            .max_error = relative(worst_),
            .allowed = {tolerance.l2 + rounding(std::sqrt(rounding_squared_ / items)),
                        tolerance.max + rounding(worst_rounding_)},
            .worst_item = worst_item_};
  }

 private:
  double error_squared_ = 0, wanted_squared_ = 0, rounding_squared_ = 0;
  double worst_ = 0, worst_rounding_ = 0;
  std::int64_t worst_item_ = -1, count_ = 0;
};

// Gathers each item's error relative to what that very item is made of, so that a weak pull is looked at as closely as
// one a million times as strong.
class OwnErrors {
 public:
  // `error` of an item that was summed from parts whose sizes add up to `size`.
  void add(std::int64_t item, double error, double size) {
    const double own = size > 0 ? error / size : error == 0 ? 0 : std::numeric_limits<double>::infinity();
    if (worst_item_ < 0 || (!std::isnan(worst_) && !(own <= worst_))) {  // a NaN becomes, and stays, the worst
      worst_ = own;
      worst_item_ = item;
    }
    squared_ += own * own;
    ++count_;
  }

  Comparison result(std::string output, const Tolerance& tolerance) const {
    const double items = static_cast<double>(std::max<std::int64_t>(count_, 1));
    return {.output = std::move(output),
            .l2_error = std::sqrt(squared_ / items),
            .max_error = worst_,
            .allowed = {tolerance.l2 + kFloatRounding, tolerance.max + kFloatRounding},
            .worst_item = worst_item_};
  }

 private:
  double squared_ = 0, worst_ = 0;
  std::int64_t worst_item_ = -1, count_ = 0;
};

struct Bodies {
  Vectors position, velocity;
  std::vector<double> mass;
};

Bodies bodies_of(const HostState& state, std::int64_t n) {
  Bodies bodies;
  for (std::int64_t i = 0; i < n; ++i) {
    bodies.position.push_back(xyz(items_of(state, NBody::kPosition)[i]));
    bodies.velocity.push_back(xyz(items_of(state, NBody::kVelocity)[i]));
    bodies.mass.push_back(items_of(state, NBody::kPosition)[i].w);
  }
  return bodies;
}

Vectors accelerations_of(const Bodies& bodies, double softening, const std::stop_token& stop) {
  Vectors out(bodies.position.size());
  const auto body_at = [&](std::int64_t j) {
    const Vector& x = bodies.position[static_cast<std::size_t>(j)];
    return Mass{x[0], x[1], x[2], bodies.mass[static_cast<std::size_t>(j)]};
  };
  const auto n = static_cast<std::int64_t>(out.size());
  constexpr std::int64_t kRowsAtOnce = 16;
  for_each_on_host_threads((n + kRowsAtOnce - 1) / kRowsAtOnce, [&](std::int64_t part) {
    for (std::int64_t i = part * kRowsAtOnce; i < std::min(n, (part + 1) * kRowsAtOnce); ++i) {
      if (stop.stop_requested()) return;
      acceleration_by_definition(body_at, n, i, softening, out[static_cast<std::size_t>(i)].data());
    }
  });
  return out;
}

void kick(Bodies& bodies, const Vectors& acceleration, double time) {
  for (std::size_t i = 0; i < acceleration.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) bodies.velocity[i][k] += acceleration[i][k] * time;
  }
}

void drift(Bodies& bodies, double time) {
  for (std::size_t i = 0; i < bodies.position.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) bodies.position[i][k] += bodies.velocity[i][k] * time;
  }
}

// How far a body's acceleration may be off because positions are stored as floats: each pair's pull changes by at most
// 2 m / d^3 (d: softened distance) times what the two places are off by.
double pull_of_rounding(const Bodies& bodies, std::size_t i, double softening) {
  double off = 0;
  for (std::size_t j = 0; j < bodies.position.size(); ++j) {
    const Vector &a = bodies.position[i], &b = bodies.position[j];
    const Vector apart{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double squared = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
    if (squared == 0) continue;
    const double softened = squared + softening * softening;
    off += 2 * std::fabs(bodies.mass[j]) / (softened * std::sqrt(softened)) * kFloatRounding * (length(a) + length(b));
  }
  return off;
}

// Where a step should bring a body, and how far its pull may be off.
struct Target {
  std::int64_t item;
  Vector position, velocity, acceleration;
  double pull_off;
};

std::vector<Target> targets_of_all(const NBody::Params& params, const Bodies& start, const std::stop_token& stop) {
  Bodies wanted = start;
  kick(wanted, accelerations_of(start, params.softening, stop), 0.5 * params.dt);
  drift(wanted, params.dt);
  const Vectors acceleration = accelerations_of(wanted, params.softening, stop);
  kick(wanted, acceleration, 0.5 * params.dt);
  std::vector<Target> targets;
  for (std::size_t i = 0; i < acceleration.size() && !stop.stop_requested(); ++i) {
    targets.push_back({static_cast<std::int64_t>(i), wanted.position[i], wanted.velocity[i], acceleration[i],
                       pull_of_rounding(wanted, i, params.softening)});
  }
  return targets;
}

// The work of n² pairs is spared: the places after the step, from which the new accelerations come, are the variant's own.
std::vector<Target> targets_at(const NBody::Params& params, const Bodies& start, const HostState& before,
                               const HostState& after, std::span<const std::int64_t> items,
                               const std::stop_token& stop) {
  const Bodies end = bodies_of(after, params.n);
  std::vector<Target> targets(items.size());
  for_each_on_host_threads(static_cast<std::int64_t>(items.size()), [&](std::int64_t t) {
    if (stop.stop_requested()) return;
    const std::int64_t item = items[static_cast<std::size_t>(t)];
    const auto i = static_cast<std::size_t>(item);
    Vector pull, new_pull;
    acceleration_in_double(params, items_of(before, NBody::kPosition), item, pull.data());
    acceleration_in_double(params, items_of(after, NBody::kPosition), item, new_pull.data());
    Target& target = targets[static_cast<std::size_t>(t)];
    target = {item, start.position[i], start.velocity[i], new_pull, pull_of_rounding(end, i, params.softening)};
    for (std::size_t k = 0; k < 3; ++k) {
      const double halfway = start.velocity[i][k] + 0.5 * params.dt * pull[k];
      target.position[k] += params.dt * halfway;
      target.velocity[k] = halfway + 0.5 * params.dt * new_pull[k];
    }
  });
  return targets;
}

auto masses_at(const Float4* position) {
  return [position](std::int64_t j) {
    const Float4& body = position[j];
    return Mass{body.x, body.y, body.z, body.w};
  };
}

Comparison compare_masses(const HostState& before, const HostState& after, std::int64_t n) {
  Errors errors;
  for (std::int64_t i = 0; i < n; ++i) {
    const double was = items_of(before, NBody::kPosition)[i].w, is = items_of(after, NBody::kPosition)[i].w;
    errors.add(i, {is, 0, 0}, {was, 0, 0}, 0);
  }
  return errors.result("mass", {});
}

}  // namespace

void acceleration_in_double(const NBody::Params& params, const Float4* position, std::int64_t i, double out[3]) {
  acceleration_by_definition(masses_at(position), params.n, i, params.softening, out);
}

}  // namespace nbody

using namespace nbody;

std::vector<CheckCase> NBody::check_cases() {
  std::vector<CheckCase> cases;
  // A lone body, less than a warp, around a block's edge, and no multiple of anything.
  for (const double n : {1, 2, 3, 255, 256, 257, 1000}) {
    cases.push_back({.scene = "uniform-cube", .knobs = {{"n", n}, {"dt", 0.005}, {"softening", 0.02}}});
  }
  cases.push_back({.scene = "plummer-sphere", .knobs = {{"n", 1000}, {"dt", 0.005}, {"softening", 0}}});
  cases.push_back({.scene = "galaxy-collision", .knobs = {{"n", 1000}, {"dt", 0.01}, {"softening", 0.03}}});
  cases.push_back({.scene = "kepler-pair", .knobs = {{"n", 2}, {"dt", 0.01}, {"softening", 0}}});
  cases.push_back({.scene = "three-bodies-two-coincident", .knobs = {{"n", 3}, {"dt", 0.01}, {"softening", 0}}});
  cases.push_back({.scene = "one-heavy-last", .knobs = {{"n", 257}, {"dt", 0.01}, {"softening", 0}}});
  cases.push_back({.scene = "crowded-places", .knobs = {{"n", 300}, {"dt", 0.001}, {"softening", 0}}});
  cases.push_back({.scene = "crowded-places", .knobs = {{"n", 300}, {"dt", 0.001}, {"softening", 1e-12}}});
  cases.push_back({.scene = "every-other-massless", .knobs = {{"n", 130}, {"dt", 0.01}, {"softening", 0.02}}});
  cases.push_back({.scene = "all-massless", .knobs = {{"n", 65}, {"dt", 0.01}, {"softening", 0}}});
  cases.push_back({.scene = "both-signs", .knobs = {{"n", 258}, {"dt", 0.01}, {"softening", 0.05}}});
  for (const double softening : {0.0, 1e-12}) {
    for (const std::string_view scene : {"all-scales-equal-masses", "all-scales-own-masses"}) {
      cases.push_back({.scene = scene, .knobs = {{"n", 26}, {"dt", 1e-6}, {"softening", softening}}});
    }
  }
  return cases;
}

std::vector<Comparison> NBody::compare_evaluate(const Params& params, const Tolerance& tolerance,
                                                const HostState& after, std::span<const std::int64_t> items,
                                                std::stop_token stop) {
  std::vector<std::int64_t> checked(items.begin(), items.end());
  if (checked.empty()) {
    checked.resize(static_cast<std::size_t>(params.n));
    std::iota(checked.begin(), checked.end(), std::int64_t{0});
  }
  Vectors wanted(checked.size());
  std::vector<double> pulls(checked.size());  // the sizes of all pulls on a body, whatever their directions
  const auto body_at = masses_at(items_of(after, kPosition));
  for_each_on_host_threads(static_cast<std::int64_t>(checked.size()), [&](std::int64_t c) {
    if (stop.stop_requested()) return;
    const auto row = static_cast<std::size_t>(c);
    double sum = 0;
    acceleration_by_definition(body_at, params.n, checked[row], params.softening, wanted[row].data(),
                               [&sum](double pull, double squared) { sum += std::fabs(pull) * std::sqrt(squared); });
    pulls[row] = sum;
  });
  if (stop.stop_requested()) return {};
  Errors errors;
  OwnErrors own_errors;
  for (std::size_t c = 0; c < checked.size(); ++c) {
    const Float4& got = items_of(after, kAcceleration)[checked[c]];
    const Vector& is = wanted[c];
    errors.add(checked[c], xyz(got), is, kFloatRounding * length(is), got.w);
    own_errors.add(checked[c], length({got.x - is[0], got.y - is[1], got.z - is[2]}), pulls[c]);
  }
  return {errors.result("acceleration", tolerance), own_errors.result("acceleration of each", tolerance)};
}

std::vector<Comparison> NBody::compare_step(const Params& params, const Tolerance& tolerance, const HostState& before,
                                            const HostState& after, std::span<const std::int64_t> items,
                                            std::stop_token stop) {
  const Bodies start = bodies_of(before, params.n);
  const std::vector<Target> targets =
      items.empty() ? targets_of_all(params, start, stop) : targets_at(params, start, before, after, items, stop);
  if (stop.stop_requested()) return {};
  const auto difference = [](const Vector& a, const Vector& b) {
    return Vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  };
  const double dt = std::fabs(params.dt);
  Errors moved, kicked, pulled;
  for (const auto& [i, x1, v1, acceleration, pull_off] : targets) {
    const auto row = static_cast<std::size_t>(i);
    const Vector &x0 = start.position[row], &v0 = start.velocity[row];
    const Float4& a1 = items_of(after, kAcceleration)[i];
    const double speed_off = kFloatRounding * length(v1), pulled_off = kFloatRounding * length(acceleration);
    moved.add(i, difference(xyz(items_of(after, kPosition)[i]), x0), difference(x1, x0),
              kFloatRounding * length(x1) + dt * speed_off);
    kicked.add(i, difference(xyz(items_of(after, kVelocity)[i]), v0), difference(v1, v0),
               speed_off + dt * (pulled_off + pull_off));
    pulled.add(i, xyz(a1), acceleration, pulled_off + pull_off, a1.w);
  }
  return {moved.result("position increment", tolerance), kicked.result("velocity increment", tolerance),
          pulled.result("new acceleration", tolerance), compare_masses(before, after, params.n)};
}

}  // namespace warplight
