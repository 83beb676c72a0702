// The session on a GPU, without a window: the asynchronous gate, switching, knobs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

#include "app/session/session.h"
#include "sim/gpu/chosen_code.h"
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

// A kernel that is chosen at a softening of zero alone, and is wrong.
struct ChoosingLab : NBody {
  static std::span<const Variant<ChoosingLab>> ladder() {
    static const Variant<NBody>& direct = *std::ranges::find_if(
        NBody::ladder(), [](const Variant<NBody>& row) { return row.info.name == "direct"; });
    static const Variant<ChoosingLab> rows[] = {
        {.info = {.name = "choosing", .place = Place::device, .tolerance = {.l2 = 5e-6, .max = 5e-5}},
         .launch_knobs = direct.launch_knobs,
         .prepare = nullptr,
         .evaluate = [](const Params& params, View& view, Call& call) {
           static constexpr char kOther = 0;
           if (params.softening > 0) return direct.evaluate(params, view, call);
           gpu::note_code(&kOther);
           return planted::zero_force(params, view, call);
         },
         .advance = [](const Params& params, View& view, Call& call, int steps) {
           if (params.softening > 0) return direct.advance(params, view, call, steps);
           rows[0].evaluate(params, view, call);
           return Progress{steps};
         }}};
    return rows;
  }
};
const LabAdapter<ChoosingLab> kChoosing;

TEST_F(SessionOnGpu, AKernelThatAnotherKnobValueChoosesIsCheckedBeforeItsNumbersShow) {
  Session& session = open(kChoosing, "choosing");
  ASSERT_TRUE(until([&] { return session.rung().ms_a_step > 0; }));
  const Knob& softening = find_knob(kChoosing.knobs(), "softening");
  session.set_knob(softening, 0.5);
  const auto step = session.step();
  ASSERT_TRUE(until([&] {
    EXPECT_TRUE(session.holds_numbers());  // the same kernel: no flicker
    return session.step() > step + 3;
  }));
  session.set_knob(softening, 0);
  ASSERT_TRUE(until([&] { return session.rungs()[0].status == RungStatus::failed; }));
  EXPECT_TRUE(std::isnan(session.rungs()[0].ms_a_step));
}

TEST_F(SessionOnGpu, TheCheckLeavesTheStateAsItWas) {
  session_ = std::make_unique<Session>(nbody_lab(), stream_,
                                       Start{.variant = "tiled", .scene = "uniform-cube", .in = {}, .knobs = {{"n", 2000}},
                                             .launch = {}, .playing = false},
                                       Hooks{});
  ASSERT_TRUE(until([&] { return session_->holds_numbers() && session_->settled(); }));
  EXPECT_EQ(session_->step(), 0);
  ParamBytes params = session_->params();
  const HostState start = nbody_lab().build("uniform-cube", params);
  std::vector<std::byte> position(start.buffers[0].size());
  Storage& storage = *session_->picture();
  gpu::copy_to_host(position.data(), storage.lend(stream_).pointers[0], static_cast<std::int64_t>(position.size()), stream_);
  stream_.wait();
  storage.give_back(stream_);
  EXPECT_EQ(position, start.buffers[0]);
}

TEST_F(SessionOnGpu, NotANumberPausesAndSaysWhere) {
  Session& session = open(nbody_lab(), "tiled");
  ASSERT_TRUE(until([&] { return session.step() > 3; }));
  session.set_playing(false);
  ASSERT_TRUE(until([&] { return session.settled(); }));
  const float nan = NAN;
  Storage& storage = *session.picture();
  auto* const velocity = static_cast<float*>(storage.lend(stream_).pointers[NBody::kVelocity]);
  gpu::copy_to_device(velocity + 4 * 77, &nan, sizeof nan, stream_);
  stream_.wait();
  storage.give_back(stream_);
  const auto step = session.step();
  session.step_once();
  ASSERT_TRUE(until([&] { return !session.notes().empty(); }));
  // Its pull on the others is not a number either, but they have not moved by it yet.
  EXPECT_TRUE(session.notes().back().text.starts_with("step " + std::to_string(step + 1) +
                                                      ": body 77 is not a number (position)"))
      << session.notes().back().text;
}

TEST_F(SessionOnGpu, TheWatchdogNamesTheFirstBodyOfTheFirstBadStep) {
  ParamBytes params = nbody_lab().defaults(Place::device);
  find_knob(nbody_lab().knobs(), "n").set(params.data(), 300'000);
  Lane lane(nbody_lab(), stream_);
  lane.load(nbody_lab().find_variant("direct"), params, nbody_lab().build("uniform-cube", params));
  Watchdog watchdog;
  watchdog.reset(lane);
  lane.advance(1);
  watchdog.look(lane);
  stream_.wait();
  EXPECT_FALSE(watchdog.found(lane));
  lane.advance(1);
  const auto spoil = [&](std::int64_t body, float value) {
    Loan loan(lane.storage(), stream_, 0);
    gpu::copy_to_device(static_cast<float*>(loan.lent().pointers[NBody::kVelocity]) + 4 * body + 1, &value, sizeof value, stream_);
    stream_.wait();
  };
  spoil(299'999, INFINITY);
  spoil(123'456, NAN);
  watchdog.look(lane);
  lane.advance(1);
  watchdog.look(lane);
  stream_.wait();
  const auto stumble = watchdog.found(lane);
  ASSERT_TRUE(stumble);
  EXPECT_EQ(text_of(nbody_lab(), lane.params(), *stumble), "step 2: body 123 456 is not a number (velocity)");
  watchdog.reset(lane);
  stream_.wait();
  EXPECT_FALSE(watchdog.found(lane));
}

}  // namespace
}  // namespace warplight::app
