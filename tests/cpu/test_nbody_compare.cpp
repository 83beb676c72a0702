// The comparison with the definition refuses planted faults.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

constexpr Tolerance kTolerance{5e-6, 5e-5};
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// A right step from a Plummer sphere, to be spoilt.
class NBodyCompare : public testing::Test {
 protected:
  void SetUp() override {
    params_.n = 300;
    params_.dt = 0.005;
    HostRun run(kHostRungs[0], params_, built("plummer-sphere", params_));
    run.evaluate();
    before_ = run.state;
    run.advance(1);
    after_ = run.state;
  }

  Float4* items(HostState& state, NBody::Buffer buffer) {
    return reinterpret_cast<Float4*>(state.buffers[buffer].data());
  }
  Comparison evaluated(std::span<const std::int64_t> checked = {}) {
    return NBody::compare_evaluate(params_, kTolerance, before_, checked).at(0);
  }
  Comparison stepped(std::string_view output) {
    for (const Comparison& c : NBody::compare_step(params_, kTolerance, before_, after_)) {
      if (c.output == output) return c;
    }
    ADD_FAILURE() << "no output " << output;
    return {};
  }

  NBody::Params params_;
  HostState before_, after_;
};

TEST_F(NBodyCompare, TheRightStepPasses) {
  EXPECT_TRUE(evaluated().passed());
  for (const Comparison& c : NBody::compare_step(params_, kTolerance, before_, after_)) {
    EXPECT_TRUE(c.passed()) << c.output << " " << c.l2_error << " " << c.max_error;
    EXPECT_LT(c.allowed.max, 0.01) << c.output;
  }
}

TEST_F(NBodyCompare, NoForceIsOffByOne) {
  for (std::int64_t i = 0; i < params_.n; ++i) {
    items(before_, NBody::kAcceleration)[i] = {};
    items(after_, NBody::kAcceleration)[i] = {};
    items(after_, NBody::kVelocity)[i] = items(before_, NBody::kVelocity)[i];
  }
  EXPECT_NEAR(evaluated().l2_error, 1, 1e-6);
  EXPECT_FALSE(evaluated().passed());
  for (const std::string_view output : {"new acceleration", "velocity increment"}) {
    EXPECT_NEAR(stepped(output).l2_error, 1, 1e-6);
    EXPECT_FALSE(stepped(output).passed()) << output;
  }
}

TEST_F(NBodyCompare, OneWrongBodyIsNamed) {
  items(before_, NBody::kAcceleration)[123].y *= 1.01f;
  const Comparison comparison = evaluated();
  EXPECT_FALSE(comparison.passed());
  EXPECT_EQ(comparison.worst_item, 123);
  const std::array<std::int64_t, 2> others{0, 299};
  EXPECT_TRUE(evaluated(others).passed());
  const std::array<std::int64_t, 2> it{0, 123};
  EXPECT_FALSE(evaluated(it).passed());
}

TEST_F(NBodyCompare, NaNFails) {
  items(before_, NBody::kAcceleration)[17].z = kNaN;
  EXPECT_FALSE(evaluated().passed());
  EXPECT_EQ(evaluated().worst_item, 17);
  items(after_, NBody::kVelocity)[5].x = kNaN;
  EXPECT_FALSE(stepped("velocity increment").passed());
  items(after_, NBody::kPosition)[299].x = kNaN;
  EXPECT_FALSE(stepped("position increment").passed());
  items(after_, NBody::kAcceleration)[0].w = kNaN;
  EXPECT_FALSE(stepped("new acceleration").passed());
}

TEST_F(NBodyCompare, AChangedMassFails) {
  items(after_, NBody::kPosition)[298].w *= 1.0001f;
  EXPECT_FALSE(stepped("mass").passed());
  EXPECT_EQ(stepped("mass").worst_item, 298);
  items(after_, NBody::kPosition)[298].w = kNaN;
  EXPECT_FALSE(stepped("mass").passed());
}

TEST_F(NBodyCompare, AForgottenHalfKickFails) {
  for (std::int64_t i = 0; i < params_.n; ++i) {
    Float4& v = items(after_, NBody::kVelocity)[i];
    const Float4& a = items(after_, NBody::kAcceleration)[i];
    v.x -= 0.5f * static_cast<float>(params_.dt) * a.x;
  }
  EXPECT_FALSE(stepped("velocity increment").passed());
  EXPECT_TRUE(stepped("position increment").passed());
}

TEST_F(NBodyCompare, ABodyThatStaysFails) {
  items(after_, NBody::kPosition)[0] = items(before_, NBody::kPosition)[0];
  EXPECT_FALSE(stepped("position increment").passed());
}

TEST(NBodyCompareAlone, ForceOnALoneBodyIsInfinitelyWrong) {
  NBody::Params params;
  params.n = 1;
  HostState state = built("uniform-cube", params);
  EXPECT_TRUE(NBody::compare_evaluate(params, kTolerance, state, {}).at(0).passed());
  reinterpret_cast<Float4*>(state.buffers[NBody::kAcceleration].data())[0].x = 1e-20f;
  const Comparison comparison = NBody::compare_evaluate(params, kTolerance, state, {}).at(0);
  EXPECT_TRUE(std::isinf(comparison.l2_error));
  EXPECT_FALSE(comparison.passed());
}

Comparison named(const std::vector<Comparison>& comparisons, std::string_view output) {
  for (const Comparison& c : comparisons) {
    if (c.output == output) return c;
  }
  ADD_FAILURE() << "no output " << output;
  return {};
}

TEST(NBodyCompareAlone, AWeakPullIsLookedAtAsCloselyAsOneThatIsFarStronger) {
  NBody::Params params;
  params.softening = 1e-12;
  HostRun run(kHostRungs[0], params, built("all-scales-equal-masses", params));
  run.params.n = 26;
  run.evaluate();
  Float4* const a = run.view().acceleration;
  EXPECT_GT(std::fabs(a[0].x), 1e22);
  EXPECT_LT(std::fabs(a[25].x), 1e-20);
  const auto compared = [&] { return NBody::compare_evaluate(run.params, kTolerance, run.state, {}); };
  EXPECT_TRUE(named(compared(), "acceleration of each").passed());
  a[25].x *= 1.001f;
  EXPECT_TRUE(named(compared(), "acceleration").passed());  // nothing beside the strongest
  EXPECT_FALSE(named(compared(), "acceleration of each").passed());
  EXPECT_EQ(named(compared(), "acceleration of each").worst_item, 25);
  a[25].x = kNaN;
  EXPECT_FALSE(named(compared(), "acceleration of each").passed());
}

TEST(NBodyCompareAlone, WhatCancelsMayBeOffByARoundingOfItsParts) {
  NBody::Params params;
  params.n = 1000;
  HostRun run(kHostRungs[1], params, built("both-signs", params));
  run.evaluate();
  EXPECT_TRUE(named(NBody::compare_evaluate(run.params, kTolerance, run.state, {}), "acceleration of each").passed());
}

TEST(NBodyCompareAlone, AStopIsHeard) {
  NBody::Params params;
  params.n = 100'000;  // 1e10 pairs: some ten seconds
  const HostState state = built("uniform-cube", params);
  std::stop_source stop;
  stop.request_stop();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(NBody::compare_evaluate(params, kTolerance, state, {}, stop.get_token()).empty());
  EXPECT_TRUE(NBody::compare_step(params, kTolerance, state, state, {}, stop.get_token()).empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

}  // namespace
}  // namespace warplight
