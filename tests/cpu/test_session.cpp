// What runs behind the window, without one: the gate, the worker, the knobs, switching and stopping.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>

#include "app/session/session.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/gpu/chosen_code.h"
#include "tests/planted_lab.h"

namespace warplight::app {
namespace {

using Clock = std::chrono::steady_clock;

const LabAdapter<planted::HostLab> kPlanted;

// A host variant that has a launch knob.
struct ShapedLab : NBody {
  static std::span<const Variant<ShapedLab>> ladder() {
    static constexpr Knob kKnobs[] = {{.name = "block", .min = 32, .max = 128, .default_value = 32, .kind = KnobKind::integer}};
    static const Variant<ShapedLab> rows[] = {{.info = {.name = "shaped", .place = Place::host, .tolerance = {5e-6, 5e-5}},
                                               .launch_knobs = kKnobs,
                                               .prepare = nbody::prepare_reference,
                                               .evaluate = nbody::evaluate_reference,
                                               .advance = nbody::advance_reference}};
    return rows;
  }
};
const LabAdapter<ShapedLab> kShaped;

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

// A session whose frames are drawn by the test.
struct Rig {
  Rig(const Lab& lab, Start start, Hooks hooks = {}) : session(lab, stream, std::move(start), std::move(hooks)) {}

  // Frames until it holds, at most so long; the longest frame is kept.
  bool until(const std::function<bool()>& holds, double seconds = 20) {
    const auto start = Clock::now();
    while (!holds()) {
      if (ms_since(start) > 1000 * seconds) return false;
      const auto frame = Clock::now();
      session.update();
      longest_frame_ms = std::max(longest_frame_ms, ms_since(frame));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  bool settle() {
    return until([&] { return session.settled() && session.loaded(); });
  }
  const Rung& rung(std::string_view name) const {
    return session.rungs()[static_cast<std::size_t>(session.lab().find_variant(name))];
  }
  const Knob& knob(std::string_view name) const { return find_knob(session.lab().knobs(), name); }
  std::string last_note() const { return session.notes().empty() ? "" : session.notes().back().text; }
  bool noted(std::string_view part) const {
    return std::ranges::any_of(session.notes(), [&](const Note& note) { return note.text.find(part) != std::string::npos; });
  }

  gpu::Stream stream;
  Session session;
  double longest_frame_ms = 0;
};

Start small(std::string variant, double n = 300) {
  return {.variant = std::move(variant), .scene = "uniform-cube", .in = {}, .knobs = {{"n", n}}, .launch = {}};
}

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

TEST(Session, APlantedZeroForceVariantGetsNoNumberAndTheOneBeforeGoesOn) {
  Rig rig(kPlanted, small("reference"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  const auto step = rig.session.step();
  rig.session.select(kPlanted.find_variant("zero-force"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("zero-force").status == RungStatus::failed; }));
  ASSERT_TRUE(rig.settle());
  EXPECT_TRUE(std::isnan(rig.rung("zero-force").ms_a_step));
  EXPECT_NE(rig.rung("zero-force").reason.find("acceleration off by 1"), std::string::npos) << rig.rung("zero-force").reason;
  EXPECT_EQ(rig.session.info().name, "reference");
  EXPECT_EQ(rig.rung("reference").status, RungStatus::passed);
  EXPECT_EQ(rig.session.step(), step);
  EXPECT_TRUE(rig.noted("zero-force is off"));
  rig.session.select(kPlanted.find_variant("zero-force"));  // refused at once, with the reason
  EXPECT_EQ(rig.session.info().name, "reference");
}

TEST(Session, AVariantThatWritesNothingIsRefusedFromTheStart) {
  Rig rig(kPlanted, small("no-write"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("no-write").status == RungStatus::failed; }));
  EXPECT_EQ(rig.session.step(), 0);
  EXPECT_TRUE(rig.until([&] { return rig.session.step() > 0; }));  // with another that may run
  EXPECT_NE(rig.session.info().name, "no-write");
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

TEST(Session, ATimeOfAnotherLaunchShapeIsNotShown) {
  Rig rig(kShaped, small("shaped"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("shaped").ms_a_step > 0; }));
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
  rig.session.set_launch(kShaped.launch_knobs(0)[0], 64);
  ASSERT_TRUE(rig.settle());
  EXPECT_EQ(rig.rung("shaped").status, RungStatus::passed);
  EXPECT_TRUE(std::isnan(rig.rung("shaped").ms_a_step));
  rig.session.set_playing(true);
  EXPECT_TRUE(rig.until([&] { return rig.rung("shaped").ms_a_step > 0; }));
}

TEST(Session, AVariantWhoseStepIsWrongIsRefusedThoughItsForcesAreRight) {
  Rig rig(kPlanted, small("reference"));
  ASSERT_TRUE(rig.until([&] { return rig.session.holds_numbers(); }));
  rig.session.select(kPlanted.find_variant("does-not-move"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("does-not-move").status == RungStatus::failed; }));
  EXPECT_NE(rig.rung("does-not-move").reason.find("position increment off by 1"), std::string::npos)
      << rig.rung("does-not-move").reason;
  EXPECT_TRUE(std::isnan(rig.rung("does-not-move").ms_a_step));
}

TEST(Session, TheCheckOfAStepLeavesTheStateAsItWas) {
  Start start = small("reference");
  start.playing = false;
  Rig rig(kPlanted, start);
  ASSERT_TRUE(rig.settle());
  ASSERT_TRUE(rig.session.holds_numbers());
  EXPECT_EQ(rig.session.step(), 0);
  ParamBytes params = rig.session.params();
  const HostState built = kPlanted.build("uniform-cube", params, {});
  const Lent lent = rig.session.picture()->lend(rig.stream);
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_EQ(std::memcmp(lent.pointers[b], built.buffers[b].data(), built.buffers[b].size()), 0) << b;
  }
}

// Takes other code at a softening of zero, which computes nothing.
struct ChoosingLab : NBody {
  static Progress evaluate(const Params& params, View& view, Call& call) {
    static constexpr char kRight = 0, kWrong = 0;
    gpu::note_code(params.softening > 0 ? &kRight : &kWrong);
    return params.softening > 0 ? nbody::evaluate_reference(params, view, call) : planted::zero_force(params, view, call);
  }
  static Progress advance(const Params& params, View& view, Call& call, int steps) {
    evaluate(params, view, call);
    return params.softening > 0 ? nbody::advance_reference(params, view, call, steps) : Progress{steps};
  }
  static std::span<const Variant<ChoosingLab>> ladder() {
    static const Variant<ChoosingLab> rows[] = {{.info = {.name = "choosing", .place = Place::host, .tolerance = {5e-6, 5e-5}},
                                                 .launch_knobs = {},
                                                 .prepare = nbody::prepare_reference,
                                                 .evaluate = evaluate,
                                                 .advance = advance}};
    return rows;
  }
};
const LabAdapter<ChoosingLab> kChoosing;

TEST(Session, CodeThatAnotherKnobValueChoosesIsCheckedBeforeItsNumbersShow) {
  Rig rig(kChoosing, small("choosing"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("choosing").ms_a_step > 0; }));
  for (int k = 1; k <= 10; ++k) {  // dragged: the same code, and no flicker
    rig.session.set_knob(rig.knob("softening"), 0.02 + 0.01 * k);
    const auto step = rig.session.step();
    ASSERT_TRUE(rig.until([&] {
      EXPECT_TRUE(rig.session.holds_numbers());
      return rig.session.step() > step;
    }));
  }
  rig.session.set_knob(rig.knob("softening"), 0);
  ASSERT_TRUE(rig.until([&] { return rig.rung("choosing").status == RungStatus::failed; }));
  EXPECT_TRUE(std::isnan(rig.rung("choosing").ms_a_step));
  EXPECT_NE(rig.rung("choosing").reason.find("acceleration off by 1"), std::string::npos) << rig.rung("choosing").reason;
}

TEST(Session, ALaunchKnobThatIsDraggedIsTakenOnceItRests) {
  Rig rig(kShaped, small("shaped"));
  ASSERT_TRUE(rig.until([&] { return rig.rung("shaped").ms_a_step > 0; }));
  const Knob& block = kShaped.launch_knobs(0)[0];
  int changes = 0;
  bool held = rig.session.holds_numbers();
  const auto watch = [&] {
    changes += rig.session.holds_numbers() != held;
    held = rig.session.holds_numbers();
  };
  const auto start = Clock::now();
  const auto step = rig.session.step();
  for (int value = 33; value <= 64; ++value) {
    rig.session.set_launch(block, value);
    watch();
    EXPECT_EQ(rig.session.launch(block), value);
    rig.until([&, frame = 0]() mutable { return watch(), frame++ == 5; });
  }
  const bool in_time = ms_since(start) < 31 * 140;  // each value came before the one before had rested
  if (in_time) {
    EXPECT_GT(rig.session.step(), step);  // it ran on meanwhile
    EXPECT_LE(changes, 1);
  }
  ASSERT_TRUE(rig.until([&] { return watch(), rig.session.settled() || rig.rung("shaped").ms_a_step > 0; }));
  ASSERT_TRUE(rig.until([&] { return watch(), rig.session.holds_numbers(); }));
  EXPECT_TRUE(changes == 2 || !in_time) << changes;  // gone when the slider was taken, back once
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
