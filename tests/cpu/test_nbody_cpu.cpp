// The rung `cpu` at every vector width that this processor has, not the widest alone.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/nbody/cpu_vectors.h"
#include "sim/watchdog.h"
#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

template <int kLoop>
std::unique_ptr<Prepared> prepare_with(const NBody::Params&, const NBody::View& view, const LaunchValues&,
                                       gpu::Stream&) {
  return nbody::prepare_cpu_with(nbody::cpu_loops()[kLoop], view);
}

// One rung a loop, from narrow to wide.
constexpr HostRung kRungs[] = {
    {"baseline", prepare_with<0>, nbody::evaluate_cpu, nbody::advance_cpu},
    {"avx2", prepare_with<1>, nbody::evaluate_cpu, nbody::advance_cpu},
    {"avx512", prepare_with<2>, nbody::evaluate_cpu, nbody::advance_cpu},
};

class NBodyCpu : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (GetParam() >= nbody::cpu_loops().size()) GTEST_SKIP() << "not compiled for this kind of processor";
    if (nbody::cpu_loops()[GetParam()].vectors > host_vectors()) GTEST_SKIP() << "not on this processor";
  }
  const HostRung& rung() const { return kRungs[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Widths, NBodyCpu, testing::Values(0, 1, 2),
                         [](const auto& width) { return std::string(kRungs[width.param].name); });

// What the estimate and one step of Newton may err by, with all roundings: see cpu_vectors.cpp. The check allows 5e-6.
constexpr double kPairError = 2e-6;

NBody::Params with(std::int64_t n, double softening) {
  NBody::Params params;
  params.n = n;
  params.softening = softening;
  return params;
}

HostState with_bodies(NBody::Params& params, const std::vector<Float4>& bodies) {
  params.n = static_cast<std::int64_t>(bodies.size());
  HostState state = built("uniform-cube", params);
  std::copy(bodies.begin(), bodies.end(), reinterpret_cast<Float4*>(state.buffers[NBody::kPosition].data()));
  return state;
}

// Relative L2 of all accelerations against the definition in double.
double error_of(HostRun& run) {
  run.evaluate();
  double off = 0, all = 0;
  for (std::int64_t i = 0; i < run.params.n; ++i) {
    const Float4& got = run.view().acceleration[i];
    double wanted[3];
    nbody::acceleration_in_double(run.params, run.view().position, i, wanted);
    const double difference[3] = {got.x - wanted[0], got.y - wanted[1], got.z - wanted[2]};
    for (int k = 0; k < 3; ++k) {
      off += difference[k] * difference[k];
      all += wanted[k] * wanted[k];
    }
    EXPECT_EQ(got.w, 0);
  }
  return std::sqrt(off / all);
}

TEST_P(NBodyCpu, EveryNumberOfBodiesAroundAVectorAndATile) {
  std::vector<std::int64_t> sizes{255, 257, 1000, 2047, 2048, 2049, 2064, 2500};
  for (std::int64_t n = 2; n <= 70; ++n) sizes.push_back(n);
  for (const std::int64_t n : sizes) {
    NBody::Params params = with(n, 0.02);
    HostRun run(rung(), params, built("uniform-cube", params));
    EXPECT_LE(error_of(run), kPairError) << n;
  }
}

TEST_P(NBodyCpu, EveryCheckCasePasses) {
  for (const CheckCase& start : NBody::check_cases()) {
    NBody::Params params;
    for (const auto& [name, value] : start.knobs) find_knob(NBody::knobs(), name).set(&params, value);
    HostRun run(rung(), params, built(start.scene, params));
    run.evaluate();
    const HostState before = run.state;
    ASSERT_EQ(run.advance(2), 2);
    for (const auto& comparison : NBody::compare_evaluate(params, {5e-6, 5e-5}, before, {})) {
      EXPECT_TRUE(comparison.passed()) << start.scene << " " << params.n << " " << comparison.l2_error;
    }
    EXPECT_EQ(first_bad(NBody::buffers(params), run.state).item, -1) << start.scene;
  }
}

TEST_P(NBodyCpu, OnePairAtAnySeparationFrom1em12To1e12) {
  for (const double softening : {0.0, 1e-12, 1e-6, 1.0}) {
    for (double distance = 1e-12; distance < 2e12; distance *= 3.7) {
      NBody::Params params = with(2, softening);
      const auto x = static_cast<float>(distance);
      HostRun run(rung(), params, with_bodies(params, {{0, 0, 0, 1}, {0.6f * x, -0.8f * x, 0, 0.5f}}));
      EXPECT_LE(error_of(run), kPairError) << distance << " softened by " << softening;
    }
  }
}

TEST_P(NBodyCpu, BodiesAtOnePlaceAddNothing) {
  for (const double softening : {0.0, 1e-300, 1e-20, 1e-13, 1e-12, 1.0}) {
    NBody::Params params = with(3, softening);
    HostRun run(rung(), params, with_bodies(params, {{3, 3, 3, 1}, {3, 3, 3, 1}, {3, 3, 3, 1e6f}}));
    run.evaluate();
    for (std::int64_t i = 0; i < 3; ++i) {
      const Float4& a = run.view().acceleration[i];
      EXPECT_TRUE(a.x == 0 && a.y == 0 && a.z == 0) << softening << ": " << a.x << " " << a.y << " " << a.z;
    }
  }
}

TEST_P(NBodyCpu, BodiesTooFarToPullAddNothing) {
  NBody::Params params = with(3, 0.01);
  HostRun run(rung(), params, with_bodies(params, {{0, 0, 0, 1}, {1, 0, 0, 1}, {2e19f, 2e19f, -1e30f, 1}}));
  EXPECT_LE(error_of(run), kPairError);
  EXPECT_EQ(run.view().acceleration[2].x, 0);
}

TEST_P(NBodyCpu, AHeavyBodyAmongLightOnesAndMassesOfNothing) {
  NBody::Params params = with(0, 0);
  std::vector<Float4> bodies;
  for (int i = 0; i < 100; ++i) {
    bodies.push_back({0.1f * static_cast<float>(i), 1 + 0.01f * static_cast<float>(i * i), 0, i % 3 == 0 ? 0 : 1e-3f});
  }
  bodies.push_back({-5, 0, 2, 1e6f});
  HostRun run(rung(), params, with_bodies(params, bodies));
  EXPECT_LE(error_of(run), kPairError);
}

// A body that is not a number must not be hidden by a guard.
TEST_P(NBodyCpu, NotANumberIsPassedOn) {
  for (const double softening : {0.0, 0.1}) {
    NBody::Params params = with(2, softening);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    HostRun run(rung(), params, with_bodies(params, {{0, 0, 0, 1}, {1, nan, 0, 1}}));
    run.evaluate();
    EXPECT_TRUE(std::isnan(run.view().acceleration[0].y)) << softening;
  }
}

TEST(NBodyCpuLoops, GoFromNarrowToWideAndTheFirstRunsEverywhere) {
  const auto loops = nbody::cpu_loops();
  ASSERT_FALSE(loops.empty());
  EXPECT_EQ(loops[0].vectors, HostVectors::baseline);
  for (std::size_t i = 1; i < loops.size(); ++i) {
    EXPECT_GT(loops[i].vectors, loops[i - 1].vectors);
    EXPECT_EQ(loops[i].lanes, 2 * loops[i - 1].lanes);
    EXPECT_LE(loops[i].lanes, nbody::kMostLanes);
  }
}

}  // namespace
}  // namespace warplight
