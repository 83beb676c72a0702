// What is not finite is found where it first was, and named with its step.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/catalog.h"
#include "sim/gpu/watch.h"
#include "sim/nbody/nbody.h"
#include "sim/watchdog.h"

namespace warplight {
namespace {

class WatchdogOnHost : public testing::Test {
 protected:
  void SetUp() override {
    params_ = lab_.defaults(Place::host);
    find_knob(lab_.knobs(), "n").set(params_.data(), kBodies);
    state_ = lab_.build("uniform-cube", params_);
    lane_.load(lab_.find_variant("cpu"), params_, state_);
    watchdog_.reset(lane_);
  }
  void spoil(NBody::Buffer buffer, std::int64_t body, int part, float value) {
    Loan loan(lane_.storage(), stream_, 0);
    static_cast<float*>(loan.lent().pointers[buffer])[4 * body + part] = value;
  }
  std::string found() {
    const auto stumble = watchdog_.found(lane_);
    return stumble ? text_of(lab_, params_, *stumble) : "";
  }

  static constexpr int kBodies = 3000;
  const Lab& lab_ = find_lab("nbody");
  gpu::Stream stream_;
  Lane lane_{lab_, stream_};
  ParamBytes params_;
  HostState state_;
  Watchdog watchdog_;
};

TEST_F(WatchdogOnHost, FindsNothingInARunThatIsWell) {
  for (int k = 0; k < 3; ++k) {
    lane_.advance(1);
    watchdog_.look(lane_);
  }
  EXPECT_EQ(found(), "");
}

TEST_F(WatchdogOnHost, NamesTheBodyThatIsLostAndNotThoseThatItPulls) {
  lane_.advance(1);
  watchdog_.look(lane_);
  spoil(NBody::kVelocity, 77, 1, NAN);
  lane_.advance(1);
  watchdog_.look(lane_);
  EXPECT_EQ(found(), "step 2: body 77 is not a number (position)");
  lane_.advance(1);  // by now all are lost
  watchdog_.look(lane_);
  EXPECT_EQ(found(), "step 2: body 77 is not a number (position)");
}

TEST_F(WatchdogOnHost, SaysBetweenWhichStepsWhereItDidNotLook) {
  lane_.advance(4);
  watchdog_.look(lane_);
  spoil(NBody::kPosition, kBodies - 1, 2, std::numeric_limits<float>::infinity());
  lane_.advance(12);
  watchdog_.look(lane_);
  EXPECT_EQ(found(), "between step 4 and 16: body 0 is not a number (position)");
}

TEST_F(WatchdogOnHost, ForgetsAtAReset) {
  spoil(NBody::kVelocity, 5, 0, -std::numeric_limits<float>::infinity());
  lane_.advance(1);
  watchdog_.look(lane_);
  EXPECT_EQ(found(), "step 1: body 5 is not a number (position)");
  lane_.load(lane_.variant(), params_, state_);
  watchdog_.reset(lane_);
  EXPECT_EQ(found(), "");
  lane_.advance(1);
  watchdog_.look(lane_);
  EXPECT_EQ(found(), "");
}

TEST_F(WatchdogOnHost, EveryValueOfEveryBufferIsLookedAt) {
  const auto specs = lab_.buffers(params_);
  for (const NBody::Buffer buffer : {NBody::kPosition, NBody::kVelocity, NBody::kAcceleration}) {
    for (const std::int64_t body : {0, 1, 1023, 1024, kBodies - 1}) {
      for (int part = 0; part < 4; ++part) {
        HostState spoilt = state_;
        reinterpret_cast<float*>(spoilt.buffers[buffer].data())[4 * body + part] = NAN;
        const BadItem bad = first_bad(specs, spoilt);
        EXPECT_EQ(bad.item, body);
        EXPECT_EQ(bad.buffer, specs[buffer].name);
      }
    }
  }
  HostState spoilt = state_;  // the largest float is a number
  reinterpret_cast<float*>(spoilt.buffers[0].data())[5] = -std::numeric_limits<float>::max();
  EXPECT_EQ(first_bad(specs, spoilt).item, -1);
}

TEST(WatchdogKeys, HoldTheStepThePartAndTheItem) {
  const auto key = [](std::uint64_t step, std::uint64_t part, std::uint64_t item) { return step << 36 | part << 34 | item; };
  const gpu::Found found = gpu::found_of(key(268'435'455, 2, 9'999'999'999));
  EXPECT_EQ(found.step, 268'435'455);
  EXPECT_EQ(found.part, 2);
  EXPECT_EQ(found.item, 9'999'999'999);
  EXPECT_LT(key(7, 3, 10'000'000'000), key(8, 0, 0));
  EXPECT_LT(key(7, 0, 10'000'000'000), key(7, 1, 0));
}

}  // namespace
}  // namespace warplight
