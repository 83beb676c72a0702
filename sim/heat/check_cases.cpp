// The starts that every rung is checked at.
#include "sim/heat/heat2d.h"

namespace warplight {
namespace {

constexpr double kFixed = 0, kInsulated = 1, kPeriodic = 2, kConvective = 3;
constexpr double kOwnSide = 1;  // a side's own choices begin after as-boundary

using Knobs = std::vector<std::pair<std::string_view, double>>;

// Everything that a person's default may change is named.
Knobs grid(double width, double height, double boundary) {
  return {{"width", width}, {"height", height}, {"boundary", boundary}, {"h", 0.7}, {"u_inf", 0.5}};
}

Knobs with(Knobs knobs, const Knobs& more) {
  knobs.insert(knobs.end(), more.begin(), more.end());
  return knobs;
}

Knobs sides(double left, double right, double top, double bottom) {
  return {{"boundary_left", left + kOwnSide},
          {"boundary_right", right + kOwnSide},
          {"boundary_top", top + kOwnSide},
          {"boundary_bottom", bottom + kOwnSide}};
}

void add_sizes(std::vector<CheckCase>& cases) {
  constexpr double kSizes[][2] = {{1, 1}, {1, 500}, {500, 1}, {7, 513}, {97, 61}, {64, 512}, {512, 64}};
  for (const auto& [width, height] : kSizes) cases.push_back({"random-signed", grid(width, height, kInsulated), 1});
  for (const double boundary : {kFixed, kPeriodic, kConvective}) {
    cases.push_back({"random-signed", grid(1, 1, boundary), 3});
    cases.push_back({"random-signed", grid(3, 2, boundary), 9});
    cases.push_back({"random-signed", grid(130, 33, boundary), 1});
  }
}

// k and k + 1 steps: a lost swap shows. Wide and high enough that rungs that work in strips have some without an edge.
void add_steps(std::vector<CheckCase>& cases) {
  for (const int steps : {2, 3, 8, 9, 17}) cases.push_back({"random-signed", grid(61, 47, kConvective), steps});
  for (const int steps : {16, 17}) cases.push_back({"random-signed", grid(400, 72, kPeriodic), steps});
  cases.push_back({"random-signed", with(grid(400, 72, kInsulated), {{"dx", 1}, {"dy", 0.5}}), 9});
  cases.push_back({"random-signed", with(grid(61, 47, kPeriodic), {{"dx", 0.25}, {"dy", 2}, {"alpha", 3}}), 9});
}

void add_boundaries(std::vector<CheckCase>& cases) {
  int steps = 8;
  for (const double x : {kFixed, kInsulated, kPeriodic, kConvective}) {
    for (const double y : {kFixed, kInsulated, kPeriodic, kConvective}) {
      cases.push_back({"random-signed", with(grid(37, 29, x), sides(x, x, y, y)), steps});
      steps = 17 - steps;  // 8, 9, 8, ...
    }
  }
  for (const double a : {kFixed, kInsulated, kConvective}) {
    for (const double b : {kFixed, kInsulated, kConvective}) {
      if (a != b) cases.push_back({"random-signed", with(grid(33, 19, a), sides(a, b, b, a)), 5});
    }
  }
}

void add_materials(std::vector<CheckCase>& cases) {
  for (const double boundary : {kFixed, kInsulated, kPeriodic, kConvective}) {
    for (const int steps : {1, 8, 9}) cases.push_back({"random-materials", grid(37, 29, boundary), steps});
  }
  cases.push_back({"random-materials", with(grid(300, 40, kConvective), {{"dx", 1}, {"dy", 0.5}, {"alpha", 2}}), 5});
  cases.push_back({"random-materials", grid(1, 1, kConvective), 3});
}

void add_double(std::vector<CheckCase>& cases) {
  const Knobs in_double{{"precision", 1}};
  for (const double boundary : {kFixed, kInsulated, kPeriodic, kConvective}) {
    cases.push_back({"random-signed", with(grid(97, 61, boundary), in_double), 9});
    cases.push_back({"random-materials", with(grid(37, 29, boundary), in_double), 8});
  }
  cases.push_back({"random-signed", with(grid(300, 72, kPeriodic), in_double), 17});
}

}  // namespace

std::vector<CheckCase> Heat2d::check_cases() {
  std::vector<CheckCase> cases;
  add_sizes(cases);
  add_steps(cases);
  add_boundaries(cases);
  add_materials(cases);
  add_double(cases);
  return cases;
}

}  // namespace warplight
