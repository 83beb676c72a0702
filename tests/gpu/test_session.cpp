// The session on a GPU, without a window: the asynchronous gate, switching, knobs.
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include "app/session/session.h"
#include "sim/lab_adapter.h"
#include "tests/gpu/gpu_test.h"
#include "tests/planted_lab.h"

namespace warplight::app {
namespace {

const LabAdapter<planted::DeviceLab> kZeroForce;

class SessionOnGpu : public GpuTest {
 protected:
  Session& open(const Lab& lab, std::string variant, double n = 2000) {
    session_ = std::make_unique<Session>(
        lab, stream_, Start{.variant = std::move(variant), .scene = "uniform-cube", .in = {}, .knobs = {{"n", n}}, .launch = {}},
        Hooks{});
    return *session_;
  }
  bool until(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      session_->update();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  std::unique_ptr<Session> session_;
};

TEST_F(SessionOnGpu, EveryRungPassesRunsAndGoesOnFromTheSameState) {
  Session& session = open(nbody_lab(), std::string(nbody_lab().variant(device_variants(nbody_lab())[0]).name));
  for (int v = 0; v < nbody_lab().variant_count(); ++v) {
    const auto step = session.step();
    session.select(v);
    ASSERT_TRUE(until([&] { return session.variant() == v && session.holds_numbers() && session.step() > step + 3; }))
        << nbody_lab().variant(v).name;
    ASSERT_TRUE(until([&] { return session.rung().ms_a_step > 0; }));
  }
  EXPECT_TRUE(until([&] { return session.meter_history()[0].size() >= 2; }));
}

TEST_F(SessionOnGpu, APlantedZeroForceKernelGetsNoNumber) {
  Session& session = open(kZeroForce, "zero-force");
  ASSERT_TRUE(until([&] { return session.rung().status == RungStatus::failed; }));
  EXPECT_TRUE(std::isnan(session.rung().ms_a_step));
  EXPECT_NE(session.rung().reason.find("acceleration off by 1"), std::string::npos) << session.rung().reason;
  EXPECT_EQ(session.step(), 0);
  EXPECT_FALSE(session.playing());
}

TEST_F(SessionOnGpu, ALaunchKnobIsCheckedAnew) {
  const int v = device_variants(nbody_lab())[0];
  if (nbody_lab().launch_knobs(v).empty()) GTEST_SKIP() << "the first device variant has no launch knob";
  Session& session = open(nbody_lab(), std::string(nbody_lab().variant(v).name));
  ASSERT_TRUE(until([&] { return session.rung().ms_a_step > 0; }));
  const Knob& knob = nbody_lab().launch_knobs(v)[0];
  session.set_launch(knob, snap_knob(knob, knob.max));
  ASSERT_TRUE(until([&] { return !session.holds_numbers(); }));
  ASSERT_TRUE(until([&] { return session.rung().ms_a_step > 0; }));
  EXPECT_EQ(session.launch(knob), snap_knob(knob, knob.max));
}

TEST_F(SessionOnGpu, AKnobIsTakenByTheNextStep) {
  Session& session = open(nbody_lab(), "direct");
  ASSERT_TRUE(until([&] { return session.step() > 3; }));
  const auto step = session.step();
  const double time = session.time();
  session.set_knob(find_knob(nbody_lab().knobs(), "dt"), 0.0625);
  ASSERT_TRUE(until([&] { return session.step() > step; }));
  EXPECT_NEAR(session.time() - time, 0.0625 * static_cast<double>(session.step() - step), 1e-9);
}

}  // namespace
}  // namespace warplight::app
