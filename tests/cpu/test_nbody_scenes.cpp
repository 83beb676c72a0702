// Scenes: the same bytes everywhere, in balance where they should be, and valid for any number of bodies.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/error.h"
#include "sim/watchdog.h"
#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

NBody::Params with(std::int64_t n, std::int64_t seed = 1) {
  NBody::Params params;
  params.n = n;
  params.seed = seed;
  return params;
}

std::uint64_t hash_of(const HostState& state) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const auto& buffer : state.buffers) {
    for (const std::byte byte : buffer) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  }
  return hash;
}

const Float4* items(const HostState& state, NBody::Buffer buffer) {
  return reinterpret_cast<const Float4*>(state.buffers[buffer].data());
}

std::vector<double> numbers_of(const HostState& state, std::int64_t n) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < n; ++i) {
    const Float4 &x = items(state, NBody::kPosition)[i], &v = items(state, NBody::kVelocity)[i];
    all.insert(all.end(), {x.x, x.y, x.z, v.x, v.y, v.z, x.w});
  }
  return all;
}

TEST(NBodyScenes, TheSameBytesOnEveryMachine) {
  struct Golden {
    const char* scene;
    std::int64_t n;
    std::uint64_t hash;
  };
  for (const Golden& golden : {
           Golden{"galaxy-collision", 257, 0xc5ecfaa6656529d9},
           Golden{"galaxy-collision", 1000, 0x814e816bffa24496},
           Golden{"plummer-sphere", 257, 0x64989c79df2514ca},
           Golden{"plummer-sphere", 1000, 0xafe930fc449bcabf},
           Golden{"kepler-pair", 2, 0x1f8330540608ce71},
           Golden{"uniform-cube", 257, 0x29be9661ed369a1f},
           Golden{"uniform-cube", 1000, 0xb9dd8bca63d1a74b},
           Golden{"cold-collapse", 1000, 0x56937dbb8da226af},
           Golden{"barred-disc", 1000, 0x5e1b1f4c57431098},
           Golden{"figure-eight", 3, 0x4762f6b7f3c9962e},
           Golden{"solar-system", 9, 0x5aae281e27d54395},
       }) {
    NBody::Params params = with(golden.n);
    EXPECT_EQ(hash_of(built(golden.scene, params)), golden.hash)
        << golden.scene << " " << golden.n << std::hex << " 0x" << hash_of(built(golden.scene, params));
  }
}

TEST(NBodyScenes, TheNumberOfThreadsChangesNothing) {
  NBody::Params params = with(20000);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto alone = hash_of(built("galaxy-collision", params));
  omp_set_num_threads(7);
  const auto many = hash_of(built("galaxy-collision", params));
  omp_set_num_threads(threads);
  EXPECT_EQ(alone, many);
}

// A scene with its own number of bodies names it among its knobs.
std::int64_t fixed_n(const SceneInfo& scene) {
  for (const auto& [name, value] : scene.knobs) {
    if (name == "n") return static_cast<std::int64_t>(value);
  }
  return 0;
}

TEST(NBodyScenes, AnotherSeedIsAnotherThrow) {
  for (const SceneInfo& scene : NBody::scenes()) {
    NBody::Params one = with(300, 1), two = with(300, 2);
    const bool same = hash_of(built(scene.name, one)) == hash_of(built(scene.name, two));
    EXPECT_EQ(same, fixed_n(scene) > 0) << scene.name;
  }
}

TEST(NBodyScenes, ValidForAnyNumberOfBodies) {
  for (const SceneInfo& scene : NBody::scenes()) {
    for (std::int64_t n = 1; n <= 40; ++n) {
      NBody::Params params = with(n);
      const HostState state = built(scene.name, params);
      EXPECT_EQ(params.n, fixed_n(scene) > 0 ? fixed_n(scene) : n) << scene.name;
      EXPECT_EQ(first_bad(NBody::buffers(params), state).item, -1) << scene.name << " " << n;
      double heaviest = 0;
      for (std::int64_t i = 0; i < params.n; ++i) {
        const double mass = items(state, NBody::kPosition)[i].w;
        EXPECT_GT(mass, 0);
        heaviest = std::max(heaviest, mass);
      }
      EXPECT_EQ(params.heaviest, heaviest);
      EXPECT_GT(NBody::bounds(params, state).radius, 0);
    }
  }
}

TEST(NBodyScenes, NeitherDriftsNorLeansToOneSide) {
  for (const SceneInfo& scene : NBody::scenes()) {
    if (scene.name == "uniform-cube") continue;  // thrown freely, and at rest
    NBody::Params params = with(5000);
    const HostState state = built(scene.name, params);
    double sums[6] = {};
    const std::vector<double> numbers = numbers_of(state, params.n);
    for (std::size_t i = 0; i < numbers.size(); i += 7) {
      for (std::size_t c = 0; c < 6; ++c) sums[c] += numbers[i + 6] * numbers[i + c];
    }
    for (const double sum : sums) EXPECT_NEAR(sum, 0, 2e-7) << scene.name;
  }
}

TEST(NBodyScenes, APlummerSphereIsInBalance) {
  NBody::Params params = with(4000);
  const Energy energy = energy_of(numbers_of(built("plummer-sphere", params), params.n), 0);
  EXPECT_NEAR(energy.total(), -0.25, 0.01);
  EXPECT_NEAR(-2 * energy.kinetic / energy.potential, 1, 0.03);
}

// Medians of radius and height of the bodies of a lone galaxy's disc, and how much they lie along a bar.
struct DiscShape {
  double radius, height, bar;
};

DiscShape disc_shape(const HostState& state, std::int64_t n) {
  const auto* appearance = reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data());
  std::vector<std::array<double, 3>> disc;
  std::array<double, 3> center{};
  for (std::int64_t i = 0; i < n; ++i) {
    if (appearance[i].y != 1) continue;
    const Float4& x = items(state, NBody::kPosition)[i];
    disc.push_back({x.x, x.y, x.z});
    for (std::size_t k = 0; k < 3; ++k) center[k] += disc.back()[k];
  }
  const auto count = static_cast<double>(disc.size());
  std::vector<double> radii, heights;
  double along = 0, across = 0;
  for (const auto& body : disc) {
    const double x = body[0] - center[0] / count, y = body[1] - center[1] / count, z = body[2] - center[2] / count;
    const double squared = x * x + y * y;
    radii.push_back(std::sqrt(squared));
    heights.push_back(std::fabs(z));
    along += (x * x - y * y) / squared;
    across += 2 * x * y / squared;
  }
  const auto median = [](std::vector<double>& values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
  };
  return {median(radii), median(heights), std::hypot(along, across) / count};
}

TEST(NBodyScenes, AGalaxyByItselfStaysThinAndRoundForThreeTurns) {
  NBody::Params params = with(3000);
  params.dt = 0.01;
  params.softening = 0.03;
  HostRun run(kHostRungs[1], params, built("lone-galaxy", params));
  const DiscShape first = disc_shape(run.state, params.n);
  run.evaluate();
  run.advance(800);  // a turn at the median radius takes 2.6
  const DiscShape last = disc_shape(run.state, params.n);
  // So few bodies, of which the halo's are heavy, heat the disc a little: with more of them it stays thinner.
  EXPECT_NEAR(last.radius / first.radius, 1, 0.25) << last.radius;
  EXPECT_LT(last.height, 0.25 * last.radius) << last.height;
  EXPECT_LT(last.bar, 0.25) << last.bar;
}

TEST(NBodyScenes, GalaxiesAreMostlyDiscAndTheirHalosAreNearlyDark) {
  NBody::Params params = with(10000);
  const HostState state = built("galaxy-collision", params);
  const auto* appearance = reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data());
  int dark = 0, disc = 0, second = 0;
  double mass[2] = {};
  for (std::int64_t i = 0; i < params.n; ++i) {
    dark += appearance[i].y < 0.1f;
    disc += appearance[i].y == 1;
    second += appearance[i].x == 1;
    mass[static_cast<int>(appearance[i].x)] += items(state, NBody::kPosition)[i].w;
  }
  EXPECT_NEAR(dark, 2000, 5);
  EXPECT_NEAR(disc, 6500, 5);
  EXPECT_NEAR(second, 4000, 1);
  EXPECT_NEAR(mass[1] / mass[0], 2.0 / 3.0, 1e-3);
}

TEST(NBodyScenes, UnknownNamesAndStopsAreRefused) {
  NBody::Params params = with(100);
  try {
    built("galaxy-colision", params);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("did you mean galaxy-collision?"), std::string::npos) << error.what();
  }
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{2'000'000'000'000}}) {
    NBody::Params wrong = with(n);
    EXPECT_THROW(built("uniform-cube", wrong), Error);
  }
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(NBody::build("galaxy-collision", params, stop.get_token()), Error);
}

TEST(NBodyScenes, BringTheirOwnKnobs) {
  for (const SceneInfo& scene : NBody::scenes()) {
    EXPECT_FALSE(scene.title.empty());
    EXPECT_FALSE(scene.look.empty());
    for (const auto& [name, value] : scene.knobs) EXPECT_NO_THROW(check_knob(find_knob(NBody::knobs(), name), value));
  }
}

}  // namespace
}  // namespace warplight
