// What runs behind the window, without one: the worker, the knobs, switching and stopping.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

#include "sim/catalog.h"
#include "sim/error.h"
#include "tests/cpu/session_rig.h"

namespace warplight::app {
namespace {

TEST(Session, RunsAndShowsATimeOnceItPassed) {
  Rig rig(*catalog()[0], small("cpu"));
  EXPECT_TRUE(std::isnan(rig.rung("cpu").ms_a_step));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 5; }));
  EXPECT_EQ(rig.rung("cpu").status, RungStatus::passed);
  EXPECT_GT(rig.rung("cpu").ms_a_step, 0);
  EXPECT_TRUE(std::isnan(rig.rung("reference").ms_a_step));
  EXPECT_EQ(rig.session.state(), "running");
  EXPECT_NEAR(rig.session.time(), static_cast<double>(rig.session.step()) * rig.session.knob(rig.knob("dt")), 1e-9);
}

TEST(Session, PausesAndTakesSingleSteps) {
  Rig rig(*catalog()[0], small("cpu"));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.step(), 0);
  rig.session.step_once();
  rig.session.step_once();
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.step(), 2);
  EXPECT_EQ(rig.session.state(), "paused");
  rig.session.reset();
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.step(), 0);
}

TEST(Session, StepsAFrameAreOneJob) {
  Rig rig(*catalog()[0], small("cpu"));
  rig.session.set_steps_a_frame(7);
  ASSERT_TRUE(rig.until([&] { return rig.session.advances() == 3; }));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.step(), 21);
}

TEST(Session, SwitchesVariantsAndGoesOnFromTheSameState) {
  const Lab& lab = *catalog()[0];
  Rig rig(lab, small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 4; }));
  rig.session.select(lab.find_variant("reference"));
  ASSERT_TRUE(rig.until([&] { return rig.session.info().name == "reference" && rig.session.holds_numbers(); }));
  EXPECT_GE(rig.session.step(), 4);
  const auto step = rig.session.step();
  ASSERT_TRUE(rig.until([&] { return rig.session.step() > step; }));
}

TEST(Session, AKnobThatResetsRebuildsAndForgetsNumbers) {
  Rig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("cpu").ms_a_step > 0; }));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  rig.session.set_knob(rig.knob("n"), 400);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.knob(rig.knob("n")), 400);
  EXPECT_EQ(rig.session.step(), 0);
  EXPECT_TRUE(std::isnan(rig.rung("cpu").ms_a_step));
  EXPECT_EQ(rig.rung("cpu").status, RungStatus::passed);
}

TEST(Session, AValueThatChangesWhileASceneIsMadeIsNoWarning) {
  Rig rig(*catalog()[0], small("cpu"));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  rig.session.set_knob(rig.knob("n"), 400);
  rig.session.update();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the scene of 400 bodies is ready, but not taken
  rig.session.set_knob(rig.knob("n"), 500);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.session.knob(rig.knob("n")), 500);
  EXPECT_FALSE(rig.noted("was set")) << rig.last_note();
}

TEST(Session, AKnobThatDoesNotResetKeepsTheState) {
  Rig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
  rig.session.set_knob(rig.knob("softening"), 0.125);
  const auto step = rig.session.step();
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= step + 3; }));
  EXPECT_EQ(rig.session.knob(rig.knob("softening")), 0.125);
}

TEST(Session, ASizeThatMemoryCanNotHoldLeavesTheOldOne) {
  const auto scarce = [](Place place, std::vector<BufferSpec> specs) {
    if (specs[0].items > 1000) throw_failed("3 GB needed, 2 GB free");
    return make_plain_storage(place, std::move(specs));
  };
  Rig rig(*catalog()[0], small("cpu"), {.make_storage = scarce});
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
  rig.session.set_knob(rig.knob("n"), 2000);
  ASSERT_TRUE(rig.until([&] { return rig.noted("2 GB free"); }));
  const auto step = rig.session.step();
  EXPECT_GE(step, 3);
  EXPECT_EQ(rig.session.knob(rig.knob("n")), 300);
  EXPECT_TRUE(rig.until([&] { return rig.session.step() > step; }));
}

TEST(Session, ABeginningThatMemoryCanNotHoldIsAnError) {
  const auto scarce = [](Place, std::vector<BufferSpec>) -> std::unique_ptr<Storage> { throw_failed("nothing free"); };
  Rig rig(*catalog()[0], small("cpu"), {.make_storage = scarce});
  EXPECT_THROW(rig.settle(), Error);
}

TEST(Session, TheReferenceNeverHoldsAFrameUpAndStopsWhenTheSessionEnds) {
  double stopped_ms = 0;
  {
    auto rig = std::make_unique<Rig>(*catalog()[0], small("reference", 65536));
    ASSERT_TRUE(rig->until([&] { return rig->session.activity().starts_with("checking"); }));
    rig->longest_frame_ms = 0;
    const auto start = Clock::now();
    rig->until([&] { return ms_since(start) > 500; });
    EXPECT_LT(rig->longest_frame_ms, 50);
    const auto stop = Clock::now();
    rig.reset();
    stopped_ms = ms_since(stop);
  }
  EXPECT_LT(stopped_ms, 200);  // 50 ms are aimed at; a busy machine gets more
}

TEST(Session, CancellingACheckGoesBackToTheVariantBefore) {
  const Lab& lab = *catalog()[0];
  Rig rig(lab, small("cpu", 32768));
  ASSERT_TRUE(rig.until([&] { return rig.session.holds_numbers(); }));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  rig.session.select(lab.find_variant("reference"));
  ASSERT_TRUE(rig.until([&] { return rig.session.activity().starts_with("checking reference"); }));
  rig.session.cancel();
  ASSERT_TRUE(rig.until([&] { return rig.session.info().name == "cpu" && rig.session.holds_numbers(); }));
}

TEST(Session, ABuildThatIsOvertakenByAnotherWishGivesWayToIt) {
  constexpr double kSlow = 4e6;  // a build that takes long enough to be overtaken
  Rig rig(*catalog()[0], {.variant = "cpu", .scene = "galaxy-collision", .in = {}, .knobs = {{"n", kSlow}}, .launch = {}});
  rig.session.set_playing(false);
  for (const double wanted : {300.0, 400.0}) {  // the first one before anything is in place
    ASSERT_TRUE(rig.until([&] { return rig.session.activity().starts_with("building"); }));
    rig.session.set_knob(rig.knob("n"), wanted);
    ASSERT_TRUE(rig.settle());
    EXPECT_EQ(rig.session.knob(rig.knob("n")), wanted);
    EXPECT_EQ(rig.session.picture()->specs()[0].items, static_cast<std::int64_t>(wanted));
    EXPECT_TRUE(rig.session.holds_numbers());
    rig.session.set_knob(rig.knob("n"), kSlow);
  }
}

TEST(Session, ACheckThatIsStoppedForAWishThatIsTakenBackIsMadeAgain) {
  const Lab& lab = *catalog()[0];
  Rig rig(lab, small("reference", 16384));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.until([&] { return rig.session.state() == "checking"; }));
  rig.session.select(lab.find_variant("cpu"));
  rig.session.update();  // asks the check to stop
  rig.session.select(lab.find_variant("reference"));
  ASSERT_TRUE(rig.settle());
  EXPECT_TRUE(rig.session.holds_numbers());
  EXPECT_EQ(rig.session.info().name, "reference");
}

TEST(Session, AMillionBodiesDoNotHoldTheEndUp) {
  auto rig = std::make_unique<Rig>(*catalog()[0], small("cpu", 1'000'000));
  ASSERT_TRUE(rig->until([&] { return rig->session.activity().starts_with("checking"); }, 60));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto stop = Clock::now();
  rig.reset();
  EXPECT_LT(ms_since(stop), 400);  // 100 ms are aimed at; a busy machine gets more
}

TEST(Session, ALostGpuStopsEverythingWithOneMessage) {
  bool lost = false;
  Hooks hooks;
  hooks.gpu_is_lost = [&] { return lost; };
  hooks.publish = [&](Storage&, gpu::Stream&) -> Publication {
    if (lost) throw_failed("an illegal memory access was encountered");
    return {};
  };
  Rig rig(*catalog()[0], small("cpu"), hooks);
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
  lost = true;
  ASSERT_TRUE(rig.until([&] { return rig.session.lost(); }));
  const std::size_t notes = rig.session.notes().size();
  EXPECT_TRUE(rig.noted("GPU lost: an illegal memory access"));
  rig.session.reset();
  rig.session.select(0);
  rig.session.set_playing(true);
  rig.session.step_once();
  for (int i = 0; i < 20; ++i) rig.session.update();
  EXPECT_EQ(rig.session.notes().size(), notes);
  EXPECT_EQ(rig.session.state(), "lost");
  EXPECT_EQ(rig.session.pace(), Session::Pace::still);
  EXPECT_TRUE(std::isnan(rig.rung("cpu").ms_a_step) || !rig.session.holds_numbers());
}

TEST(Session, ALaunchThatIsRefusedTurnsTheRungOff) {
  bool refuse = false;
  Hooks hooks;
  hooks.gpu_is_lost = [] { return false; };
  hooks.publish = [&](Storage&, gpu::Stream&) -> Publication {
    if (std::exchange(refuse, false)) throw_failed("too many resources requested for launch");
    return {};
  };
  Rig rig(kPlanted, small("reference"), hooks);
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
  refuse = true;
  ASSERT_TRUE(rig.until([&] { return rig.rung("reference").status == RungStatus::failed; }));
  EXPECT_EQ(rig.rung("reference").reason, "too many resources requested for launch");
  EXPECT_TRUE(rig.until([&] { return rig.session.info().name != "reference"; }));  // another one takes over
}

TEST(Session, MeasuresWhatMustHold) {
  Rig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.meter_history()[0].size() >= 2; }));
  for (const History& history : rig.session.meter_history()) EXPECT_LT(std::fabs(history.last()), 1e-2);
}

TEST(Session, NotANumberPausesAndSaysWhere) {
  Start start = small("cpu");
  start.knobs["dt"] = find_knob(catalog()[0]->knobs(), "dt").max;
  start.knobs["softening"] = 0;
  Rig rig(*catalog()[0], start);
  // Bodies that fly apart stay finite, so the fault is planted: a body that is not a number.
  ASSERT_TRUE(rig.until([&] { return rig.session.meter_history()[0].size() >= 1; }));
  Storage* storage = rig.session.picture();
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  static_cast<float*>(storage->lend(rig.stream).pointers[0])[0] = NAN;
  const auto step = rig.session.step();
  rig.session.set_playing(true);
  ASSERT_TRUE(rig.until([&] { return rig.noted("body 0 is not a number (position)"); }));
  EXPECT_TRUE(rig.last_note().starts_with(fmt::format("step {}: body 0", step + 1))) << rig.last_note();
  EXPECT_FALSE(rig.session.playing());
  ASSERT_TRUE(rig.settle());
  const auto paused_at = rig.session.step();
  rig.session.set_playing(true);  // nothing to go on with
  ASSERT_TRUE(rig.until([&] { return !rig.session.playing(); }));
  ASSERT_TRUE(rig.settle());
  EXPECT_LE(rig.session.step(), paused_at + 1);
  rig.session.reset();
  rig.session.set_playing(true);
  EXPECT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
}

TEST(Session, TheCommandLineSaysWhatIsOnScreen) {
  Rig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.holds_numbers(); }));
  EXPECT_EQ(rig.session.command_line(), "warplight nbody --variant cpu --scene uniform-cube --set n=300");
  rig.session.set_knob(rig.knob("softening"), 0.25);
  EXPECT_NE(rig.session.command_line().find("--set softening=0.25"), std::string::npos);
}

TEST(Session, RefusesWhatIsUnknownOrCanNotRun) {
  gpu::Stream none;
  EXPECT_THROW(Session(*catalog()[0], none, small("no-such"), {}), Error);
  EXPECT_THROW(Session(*catalog()[0], none, {.variant = "cpu", .scene = "no-such"}, {}), Error);
  const Lab& lab = *catalog()[0];
  for (int i = 0; i < lab.variant_count(); ++i) {
    if (lab.variant(i).place != Place::device) continue;
    try {
      Session session(lab, none, small(std::string(lab.variant(i).name)), {});
      ADD_FAILURE() << "ran without a GPU";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::missing);
    }
  }
}

TEST(Session, WithoutAGpuDeviceRungsAreListedWithTheReason) {
  Rig rig(*catalog()[0], {});
  bool any = false;
  for (int i = 0; i < rig.session.lab().variant_count(); ++i) {
    if (rig.session.lab().variant(i).place != Place::device) continue;
    any = true;
    EXPECT_EQ(rig.session.rungs()[static_cast<std::size_t>(i)].status, RungStatus::unavailable);
    EXPECT_FALSE(rig.session.rungs()[static_cast<std::size_t>(i)].reason.empty());
  }
  EXPECT_TRUE(any);
  EXPECT_EQ(rig.session.info().place, Place::host);
}

TEST(History, KeepsTheNewestAndIgnoresGaps) {
  History history;
  EXPECT_TRUE(std::isnan(history.quantiles().median));
  for (int i = 0; i < 1000; ++i) history.push(i);
  history.push(NAN);
  EXPECT_EQ(history.size(), History::kCapacity);
  EXPECT_EQ(history.last(), 999);
  EXPECT_EQ(history[0], 1000 - static_cast<double>(History::kCapacity));
  EXPECT_NEAR(history.quantiles(11).median, 994, 1e-9);
  EXPECT_NEAR(history.quantiles(11).p10, 990, 1e-9);
  EXPECT_NEAR(history.quantiles(11).p90, 998, 1e-9);
}

}  // namespace
}  // namespace warplight::app
