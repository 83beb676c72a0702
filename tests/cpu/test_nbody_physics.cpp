// The host rungs against physics with known right values.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

#include "sim/watchdog.h"
#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

class NBodyHost : public testing::TestWithParam<HostRung> {
 protected:
  bool in_double() const { return std::string(GetParam().name) == "reference"; }
};
INSTANTIATE_TEST_SUITE_P(Rungs, NBodyHost, testing::ValuesIn(kHostRungs),
                         [](const auto& rung) { return std::string(rung.param.name); });

NBody::Params with(std::int64_t n, double dt, double softening) {
  NBody::Params params;
  params.n = n;
  params.dt = dt;
  params.softening = softening;
  return params;
}

TEST_P(NBodyHost, KeplerPairKeepsItsEnergyAndRetracesItsWay) {
  NBody::Params params = with(2, 0.01, 0);
  HostRun run(GetParam(), params, built("kepler-pair", params));
  run.evaluate();
  const std::vector<double> start = run.numbers();
  const double first = energy_of(start, 0).total();
  EXPECT_NEAR(first, -0.5, 1e-7);
  double worst = 0;
  for (int k = 0; k < 444; ++k) {
    ASSERT_EQ(run.advance(1), 1);
    worst = std::max(worst, std::fabs(energy_of(run.numbers(), 0).total() / first - 1));
  }
  EXPECT_LE(worst, in_double() ? 2e-8 : 5e-6);
  EXPECT_NEAR(run.numbers()[0], -0.5, 1e-3);

  run.params.dt = -0.01;
  ASSERT_EQ(run.advance(444), 444);
  const std::vector<double> back = run.numbers();
  for (std::size_t c = 0; c < start.size(); ++c) EXPECT_NEAR(back[c], start[c], in_double() ? 1e-10 : 2e-4) << c;
}

TEST_P(NBodyHost, TwoOfThreeBodiesAtOnePlace) {
  NBody::Params params = with(3, 0.01, 0);
  HostRun run(GetParam(), params, built("three-bodies-two-coincident", params));
  run.evaluate();
  EXPECT_FLOAT_EQ(run.view().acceleration[2].x, -2);
  EXPECT_FLOAT_EQ(run.view().acceleration[0].x, 1);
  EXPECT_FLOAT_EQ(run.view().acceleration[1].x, 1);
  run.advance(10);
  EXPECT_EQ(first_bad(NBody::buffers(run.params), run.state).item, -1);
}

TEST_P(NBodyHost, ASofteningTooSmallForFloatsIsNoDivisionByZero) {
  for (const double softening : {1e-20, 1e-30, 1e-300}) {
    NBody::Params params = with(3, 0.01, softening);
    HostRun run(GetParam(), params, built("three-bodies-two-coincident", params));
    run.evaluate();
    EXPECT_EQ(first_bad(NBody::buffers(run.params), run.state).item, -1) << softening;
    EXPECT_FLOAT_EQ(run.view().acceleration[2].x, -2);
  }
}

TEST_P(NBodyHost, TheLastBodyOf257Pulls) {
  NBody::Params params = with(257, 0.01, 0);
  HostRun run(GetParam(), params, built("one-heavy-last", params));
  run.evaluate();
  for (const std::int64_t i : {0, 1, 128, 255}) {
    const Float4& a = run.view().acceleration[i];
    EXPECT_FLOAT_EQ(a.x, 0.01f) << i;
    EXPECT_EQ(a.y, 0);
    EXPECT_EQ(a.z, 0);
  }
  EXPECT_EQ(run.view().acceleration[256].x, 0);
}

TEST_P(NBodyHost, EveryCheckCasePasses) {
  const Tolerance tolerance = in_double() ? Tolerance{1e-12, 1e-12} : Tolerance{5e-6, 5e-5};
  for (const CheckCase& start : NBody::check_cases()) {
    NBody::Params params;
    for (const auto& [name, value] : start.knobs) find_knob(NBody::knobs(), name).set(&params, value);
    HostRun run(GetParam(), params, built(start.scene, params));
    for (std::int64_t i = 0; i < params.n; ++i) {
      constexpr float kPoison = std::numeric_limits<float>::quiet_NaN();
      run.view().acceleration[i] = {kPoison, kPoison, kPoison, kPoison};
    }
    const auto expect_all = [&](const std::vector<Comparison>& comparisons) {
      for (const Comparison& c : comparisons) {
        EXPECT_TRUE(c.passed()) << start.scene << " n=" << params.n << " " << c.output << ": " << c.l2_error << " ("
                                << c.allowed.l2 << ") " << c.max_error << " (" << c.allowed.max << ")";
      }
    };
    run.evaluate();
    expect_all(NBody::compare_evaluate(params, tolerance, run.state, {}));
    const HostState before = run.state;
    ASSERT_EQ(run.advance(1), 1);
    expect_all(NBody::compare_step(params, tolerance, before, run.state));
  }
}

TEST_P(NBodyHost, EvaluateMovesNothing) {
  NBody::Params params = with(100, 0.01, 0.02);
  HostRun run(GetParam(), params, built("plummer-sphere", params));
  const HostState before = run.state;
  run.evaluate();
  EXPECT_EQ(run.state.buffers[NBody::kPosition], before.buffers[NBody::kPosition]);
  EXPECT_EQ(run.state.buffers[NBody::kVelocity], before.buffers[NBody::kVelocity]);
  EXPECT_NE(run.state.buffers[NBody::kAcceleration], before.buffers[NBody::kAcceleration]);
}

TEST_P(NBodyHost, GoesOnFromWhatOthersWroteIntoTheLentBuffers) {
  NBody::Params params = with(50, 0.01, 0.02);
  HostRun run(GetParam(), params, built("plummer-sphere", params));
  run.evaluate();
  run.advance(3);
  run.view().position[7] = {2, 3, 4, 0.5f};
  run.view().velocity[7] = {0, 0, 0, 0};
  run.evaluate();
  const std::vector<double> numbers = run.numbers();
  EXPECT_EQ(numbers[7 * 7 + 1], 3);
  EXPECT_EQ(numbers[7 * 7 + 6], 0.5);
  for (const Comparison& c : NBody::compare_evaluate(run.params, {5e-6, 5e-5}, run.state, {})) EXPECT_TRUE(c.passed());
}

TEST_P(NBodyHost, AStopComesSoonAndLeavesTheStateAsItWas) {
  NBody::Params params = with(65536, 0.01, 0.02);
  HostRun run(GetParam(), params, built("uniform-cube", params));
  const HostState before = run.state;
  std::stop_source stop;
  using Clock = std::chrono::steady_clock;
  Clock::time_point asked;
  std::jthread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    asked = Clock::now();
    stop.request_stop();
  });
  int steps = 0;
  // A fast machine may finish steps before it is asked.
  for (int done = 1; done > 0;) {
    const HostState step_start = run.state;
    done = run.advance(1, stop.get_token());
    steps += done;
    if (done == 0) {
      EXPECT_EQ(run.state.buffers, step_start.buffers);
    }
  }
  const double late_ms = std::chrono::duration<double, std::milli>(Clock::now() - asked).count();
  EXPECT_LT(late_ms, 50 + 200) << "a busy machine is given 200 ms more";
  if (steps == 0) {
    EXPECT_EQ(run.state.buffers, before.buffers);
  }
  EXPECT_EQ(run.advance(5, stop.get_token()), 0);
}

TEST_P(NBodyHost, OneBodyGoesStraightOn) {
  NBody::Params params = with(1, 0.5, 0);
  HostState state = built("uniform-cube", params);
  reinterpret_cast<Float4*>(state.buffers[NBody::kPosition].data())[0] = {1, 2, 3, 4};
  reinterpret_cast<Float4*>(state.buffers[NBody::kVelocity].data())[0] = {1, 0, -1, 0};
  HostRun run(GetParam(), params, state);
  run.evaluate();
  EXPECT_EQ(run.advance(2), 2);
  EXPECT_EQ(run.numbers(), (std::vector<double>{2, 2, 2, 1, 0, -1, 4}));
}

TEST(NBodyCost, CountsOf65536BodiesNeed64Bits) {
  const Cost cost = NBody::cost(with(65536, 0.01, 0.02));
  EXPECT_EQ(cost.items, 4294967296.0);
  EXPECT_EQ(cost.flops, 85899345920.0);
  EXPECT_EQ(NBody::buffers(with(1'000'000'000, 0.01, 0.02))[0].bytes(), 16'000'000'000);
}

}  // namespace
}  // namespace warplight
