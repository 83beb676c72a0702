// What the heat lab's host rungs compute against values that are known: conserved, analytic, or worked out elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sim/error.h"
#include "tests/cpu/heat_host.h"

namespace warplight {
namespace {

constexpr double kFixed = 0, kInsulated = 1, kPeriodic = 2, kConvective = 3;
constexpr double kOwnSide = 1;
const double kPi = std::numbers::pi;

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(HeatKnown, ALoneHotCellSpreadsAsItWasWorkedOut) {
  for (const char* variant : {"reference", "cpu"}) {
    for (const double precision : {0.0, 1.0}) {
      HeatRun run(variant, "hot-cell",
                  {{"width", 97}, {"height", 61}, {"boundary", kInsulated}, {"dt", 0.2}, {"precision", precision}});
      EXPECT_EQ(run.field()[30 * 97 + 48], 100);
      run.advance(1000);
      const std::vector<double> field = run.field();
      EXPECT_NEAR(sum(field), 100, precision == 1 ? 1e-10 : 1e-3) << variant;
      EXPECT_NEAR(*std::ranges::max_element(field), 0.04054, 5e-6) << variant;
      EXPECT_NEAR(*std::ranges::min_element(field), 0.002631, 5e-7) << variant;
      EXPECT_EQ(std::ranges::max_element(field) - field.begin(), 30 * 97 + 48) << variant;
    }
  }
}

TEST(HeatKnown, APeriodicModeFadesByTheKnownFactor) {
  for (const char* variant : {"reference", "cpu"}) {
    HeatRun run(variant, "fourier-mode",
                {{"width", 64}, {"height", 48}, {"boundary", kPeriodic}, {"dt", 0.2}, {"precision", 1}});
    const std::vector<double> before = run.field();
    run.advance(1);
    const std::vector<double> after = run.field();
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], 0.994651835 * before[i], 1e-9) << variant;
  }
}

double limit_of(const HeatKnobs& knobs) {
  Heat2d::Params params = heat_lab().defaults(Place::host).as<Heat2d::Params>();
  for (const auto& [name, value] : knobs) find_knob(Heat2d::knobs(), name).set(&params, value);
  return heat::stability_limit(params);
}

TEST(HeatKnown, LimitsOfTheTimeStep) {
  EXPECT_DOUBLE_EQ(limit_of({{"dx", 1}, {"dy", 0.5}, {"alpha", 1}}), 0.1);
  EXPECT_DOUBLE_EQ(limit_of({}), 0.25);
  EXPECT_DOUBLE_EQ(limit_of({{"alpha", 4}}), 0.0625);
  EXPECT_DOUBLE_EQ(limit_of({{"width", 1}}), 0.5);  // insulated: nothing goes along x
  EXPECT_TRUE(std::isinf(limit_of({{"width", 1}, {"height", 1}})));
  EXPECT_TRUE(std::isinf(limit_of({{"width", 2}, {"boundary", kFixed}})));  // every cell is held
  // A surface that lets everything pass is half a cell away: 2 alpha / dx² and not 1.
  EXPECT_NEAR(limit_of({{"boundary", kConvective}, {"h", 1e9}}), 1.0 / 6, 1e-8);
}

TEST(HeatKnown, AStepAboveTheLimitIsRefusedWithBothNumbers) {
  Heat2d::Params params;
  params.dt = 0.26;
  EXPECT_EQ(Heat2d::problem(params), "dt 0.26 > limit 0.25");
  params.dt = 0.25;
  EXPECT_EQ(Heat2d::problem(params), "");
  params.dt = 0;
  EXPECT_NE(Heat2d::problem(params), "");
  params.dt = std::nan("");  // automatic
  EXPECT_EQ(Heat2d::problem(params), "");
  EXPECT_DOUBLE_EQ(Heat2d::time_step(params), 0.225);
  params.left = Heat2d::Side::periodic;
  EXPECT_NE(Heat2d::problem(params).find("boundary_left"), std::string::npos);
}

// The amplitude of a wave along x after a time, over what it began with.
double amplitude(std::int64_t n, double dt, double time) {
  HeatRun run("reference", "fourier-mode",
              {{"width", static_cast<double>(n)}, {"height", 1}, {"mode_y", 0}, {"dx", 1.0 / static_cast<double>(n)},
               {"boundary", kInsulated}, {"boundary_left", kPeriodic + kOwnSide}, {"boundary_right", kPeriodic + kOwnSide},
               {"dt", dt}, {"precision", 1}});
  const double before = run.field()[0];
  run.advance(static_cast<int>(std::lround(time / dt)));
  return run.field()[0] / before;
}

TEST(HeatKnown, SecondOrderInDx) {
  constexpr double kTime = 2e-3;
  const double exact = std::exp(-4 * kPi * kPi * kTime);
  const auto error = [&](std::int64_t n) { return std::fabs(amplitude(n, 1e-6, kTime) - exact); };
  const double e8 = error(8), e16 = error(16), e32 = error(32);
  EXPECT_NEAR(std::log2(e8 / e16), 2, 0.1);
  EXPECT_NEAR(std::log2(e16 / e32), 2, 0.1);
}

TEST(HeatKnown, FirstOrderInDt) {
  constexpr double kTime = 0.02;
  const double a = amplitude(16, 1e-3, kTime), b = amplitude(16, 5e-4, kTime), c = amplitude(16, 2.5e-4, kTime);
  EXPECT_NEAR(std::log2((a - b) / (b - c)), 1, 0.1);
}

// Between two edges of a hundred and nothing the end is a straight line; through a wall of half the diffusivity twice as
// much falls off as through the rest.
TEST(HeatKnown, ThePlateComesToRestOnAStraightLine) {
  const double fixed = kFixed + kOwnSide;
  HeatRun run("cpu", "four-edges",
              {{"width", 9}, {"height", 1}, {"boundary", kInsulated}, {"boundary_left", fixed}, {"boundary_right", fixed},
               {"precision", 1}});
  run.advance(2000);
  const std::vector<double> field = run.field();
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(field[i], field[0] + (field[8] - field[0]) * static_cast<double>(i) / 8, 1e-9);
  }
}

// Newton's law: a lone cell with four surfaces fades as (1 - dt h_eff)^n, whatever the solver.
TEST(HeatKnown, AConvectiveCellFadesByTheSurfacesLaw) {
  HeatRun run("cpu", "random-signed",
              {{"width", 1}, {"height", 1}, {"boundary", kConvective}, {"h", 0.7}, {"u_inf", 0.5}, {"dt", 0.1}, {"precision", 1}});
  const double before = run.field()[0];
  run.advance(10);
  const double through = 1 / (1 / 0.7 + 0.5);  // the surface, and half a cell of diffusivity 1
  EXPECT_NEAR(run.field()[0], 0.5 + (before - 0.5) * std::pow(1 - 0.1 * 4 * through, 10), 1e-12);
}

TEST(HeatKnown, FacesBetweenMaterialsAreHarmonicMeans) {
  Heat2d::Params params = heat_lab().defaults(Place::host).as<Heat2d::Params>();
  params.width = 3, params.height = 2;
  params.has_materials = true;
  HostState state = heat::empty_state(params);
  Heat2d::Material* const cells = heat::materials(state);
  cells[0].alpha = 1, cells[1].alpha = 3, cells[2].alpha = 0, cells[3].alpha = -0.5f;
  heat::finish_materials(params, state);
  EXPECT_FLOAT_EQ(cells[0].right, 1.5f);
  EXPECT_EQ(cells[1].right, 0);
  EXPECT_EQ(cells[2].right, 0);            // behind the edge: the first cell
  EXPECT_FLOAT_EQ(cells[0].down, 2.0f / 3);  // a held cell conducts as others do
}

TEST(HeatKnown, AUniformPlateStaysAsItIs) {
  for (const double boundary : {kFixed, kInsulated, kPeriodic}) {
    HeatRun run("cpu", "hot-spot", {{"width", 1}, {"height", 1}, {"boundary", boundary}});
    run.advance(7);
    EXPECT_EQ(run.field()[0], 100);
  }
}

}  // namespace
}  // namespace warplight
