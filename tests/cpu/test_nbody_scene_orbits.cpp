// Scenes of few bodies against what is known of their orbits: the figure-eight's period, the planets' years.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

const HostRung& kReference = kHostRungs[0];

NBody::Params params_of(std::string_view name) {
  NBody::Params params;
  for (const SceneInfo& scene : NBody::scenes()) {
    if (scene.name != name) continue;
    for (const auto& [knob, value] : scene.knobs) find_knob(NBody::knobs(), knob).set(&params, value);
  }
  return params;
}

constexpr double kFigureEightPeriod = 6.32591398;

// How far the three bodies are from where they started, after one period in so many steps.
double figure_eight_misses_by(int steps) {
  NBody::Params params = params_of("figure-eight");
  params.dt = kFigureEightPeriod / steps;
  HostRun run(kReference, params, built("figure-eight", params));
  run.evaluate();
  const std::vector<double> start = run.numbers();
  EXPECT_EQ(run.advance(steps), steps);
  const std::vector<double> end = run.numbers();
  double worst = 0;
  for (std::size_t i = 0; i < end.size(); i += 7) {
    for (std::size_t c = 0; c < 3; ++c) worst = std::max(worst, std::fabs(end[i + c] - start[i + c]));
  }
  return worst;
}

TEST(NBodySceneOrbits, TheFigureEightReturnsAfterItsPeriod) {
  // The leapfrog's error falls with the square of the step; what is left is the start's, rounded to eight digits.
  const double coarse = figure_eight_misses_by(1265);  // the scene's own step
  const double fine = figure_eight_misses_by(2 * 1265);
  EXPECT_LT(coarse, 6e-5);
  EXPECT_NEAR(coarse / fine, 4, 0.1);
  EXPECT_LT(figure_eight_misses_by(64 * 1265), 1e-6);
}

TEST(NBodySceneOrbits, ThreeBodiesOfTheFigureEightSwapPlacesAfterAThirdOfIt) {
  NBody::Params params = params_of("figure-eight");
  params.dt = kFigureEightPeriod / 3 / 4000;
  HostRun run(kReference, params, built("figure-eight", params));
  run.evaluate();
  const std::vector<double> start = run.numbers();
  run.advance(4000);
  const std::vector<double> end = run.numbers();
  for (std::size_t i = 0; i < 3; ++i) {
    double nearest = 1;
    for (std::size_t j = 0; j < 3; ++j) {
      if (j == i) continue;
      nearest = std::min(nearest, std::hypot(end[7 * i] - start[7 * j], end[7 * i + 1] - start[7 * j + 1]));
    }
    EXPECT_LT(nearest, 2e-5) << i;
  }
}

// Days of one revolution against the stars: NASA's planetary fact sheets.
constexpr std::array<double, 8> kSiderealDays{87.969, 224.701, 365.256, 686.980, 4332.589, 10759.22, 30685.4, 60189.0};
constexpr double kDaysAUnit = 1 / 0.01720209895;  // Gauss's constant

// The direction of a planet seen from the Sun, in the plane of the Earth's orbit.
double direction_of(HostRun& run, std::size_t planet) {
  const Float4& sun = run.view().position[0];
  const Float4& at = run.view().position[planet];
  return std::atan2(double{at.y} - sun.y, double{at.x} - sun.x);
}

// Steps until each planet has been round once, with parts of a step.
std::array<double, 8> years_in_steps(HostRun& run) {
  std::array<double, 8> years{}, travelled{}, last{};
  for (std::size_t k = 0; k < 8; ++k) last[k] = direction_of(run, k + 1);
  constexpr double kTurn = 2 * std::numbers::pi;
  const double most = 1.01 * kSiderealDays[7] / kDaysAUnit / run.params.dt;
  for (int step = 1; step < most && years[7] == 0; ++step) {
    run.advance(1);
    for (std::size_t k = 0; k < 8; ++k) {
      if (years[k] > 0) continue;
      const double now = direction_of(run, k + 1);
      const double moved = std::remainder(now - last[k], kTurn);
      last[k] = now;
      travelled[k] += moved;
      if (travelled[k] >= kTurn) years[k] = step - (travelled[k] - kTurn) / moved;
    }
  }
  return years;
}

class NBodyPlanets : public testing::TestWithParam<HostRung> {};
INSTANTIATE_TEST_SUITE_P(Rungs, NBodyPlanets, testing::ValuesIn(kHostRungs),
                         [](const auto& rung) { return std::string(rung.param.name); });

TEST_P(NBodyPlanets, AYearOfEachIsRightWithinAThousandth) {
  NBody::Params params = params_of("solar-system");
  HostRun run(GetParam(), params, built("solar-system", params));
  run.evaluate();
  const double first = energy_of(run.numbers(), 0).total();
  const std::array<double, 8> years = years_in_steps(run);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_NEAR(years[k] * params.dt * kDaysAUnit / kSiderealDays[k], 1, 1e-3) << "planet " << k + 1;
  }
  EXPECT_NEAR(energy_of(run.numbers(), 0).total() / first, 1, 1e-4);
}

TEST(NBodySceneOrbits, PlanetsStandWhereTheyStoodOn1January2000) {
  NBody::Params params = params_of("solar-system");
  const HostState state = built("solar-system", params);
  const auto* position = reinterpret_cast<const Float4*>(state.buffers[NBody::kPosition].data());
  // VSOP87 (Bretagnon and Francou 1988), the printed check values for this day: longitude, latitude, distance from the
  // Sun. The elements are means, from which Jupiter and Saturn stray by up to 400 and 600 seconds of arc, as Standish
  // says.
  constexpr double kSeen[8][3] = {
      {4.4293481036, -0.0527573409, 0.4664714751},  {3.1870221833, 0.0569782849, 0.7202129253},
      {1.7519238681, -0.0000039656, 0.9833276819},  {6.2735389983, -0.0247779824, 1.3912076925},
      {0.6334614186, -0.0205001039, 4.9653813154},  {0.7980038761, -0.0401984149, 9.1838483715},
      {5.5225485803, -0.0119527838, 19.9240482667}, {5.3045629252, 0.0042236789, 30.1205328392}};
  constexpr double kArcSeconds[8] = {15, 20, 20, 40, 400, 600, 50, 20};
  constexpr double kSecond = std::numbers::pi / 180 / 3600;
  double mass = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    const Float4 &sun = position[0], &at = position[k + 1];
    const double x = double{at.x} - sun.x, y = double{at.y} - sun.y, z = double{at.z} - sun.z;
    const double r = std::sqrt(x * x + y * y + z * z);
    EXPECT_NEAR(std::remainder(std::atan2(y, x) - kSeen[k][0], 2 * std::numbers::pi), 0, kArcSeconds[k] * kSecond) << k;
    EXPECT_NEAR(std::asin(z / r), kSeen[k][1], 100 * kSecond) << k;
    EXPECT_NEAR(r / kSeen[k][2], 1, 1e-3) << k;
    mass += at.w;
  }
  EXPECT_EQ(position[0].w, 1);
  EXPECT_NEAR(1 / mass, 745.25, 0.01);  // the Sun to all planets together
}

}  // namespace
}  // namespace warplight
