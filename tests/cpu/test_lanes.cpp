// Two lanes beside each other: what both follow, who steps when, and what comparing them says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <thread>

#include "app/session/lanes.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "tests/cpu/session_rig.h"

namespace warplight::app {
namespace {

// As the lab of tunable work, but the step does that work too: with 0, the default, three times that of 1.
Progress step_with_work(const NBody::Params& params, NBody::View& view, Call& call, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int extra = call.launch["work"] == 0 ? 2 : 0; extra > 0; --extra) nbody::evaluate_reference(params, view, call);
    nbody::advance_reference(params, view, call, 1);
  }
  return {steps};
}

struct WorkLab : NBody {
  static std::span<const Variant<WorkLab>> ladder() {
    static const Variant<WorkLab> rows[] = {{.info = {.name = "work", .place = Place::host, .tolerance = {5e-6, 5e-5}},
                                             .launch_knobs = planted::kWorkKnobs,
                                             .prepare = planted::prepare_work,
                                             .evaluate = planted::do_work,
                                             .advance = step_with_work}};
    return rows;
  }
};
const LabAdapter<WorkLab> kTuned;

struct LanesRig {
  LanesRig(const Lab& lab, Start start) : lanes(lab, stream, std::move(start), [](int) { return Hooks{}; }) {}

  // Frames until it holds, at most so long. In none of them do both lanes take the processor.
  bool until(const std::function<bool()>& holds, double seconds = 30) {
    const auto start = Clock::now();
    while (!holds()) {
      if (ms_since(start) > 1000 * seconds) return false;
      lanes.update();
      if (lanes.has(1) && lanes.a().working() && lanes.b()->working()) ++both_worked;
      if (lanes.has(1) && !lanes.a().rebuilding() && !lanes.b()->rebuilding()) {
        farthest_apart = std::max(farthest_apart, std::abs(lanes.a().step() - lanes.b()->step()));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  bool both_hold_numbers() {
    return until([&] { return lanes.has(1) && lanes.a().holds_numbers() && lanes.b()->holds_numbers(); });
  }
  const Knob& knob(std::string_view name) { return find_knob(lanes.a().lab().knobs(), name); }
  int variant(std::string_view name) { return lanes.a().lab().find_variant(name); }

  gpu::Stream stream;
  Lanes lanes;
  int both_worked = 0;
  std::int64_t farthest_apart = 0;
};

TEST(Lanes, OneLaneRunsAsASessionDoes) {
  LanesRig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.lanes.a().step() >= 5; }));
  EXPECT_EQ(rig.lanes.count(), 1);
  EXPECT_EQ(rig.lanes.b(), nullptr);
  EXPECT_EQ(rig.lanes.state(), "running");
}

TEST(Lanes, TheSecondGoesOnFromTheFirstsState) {
  LanesRig rig(*catalog()[0], small("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.lanes.a().step() >= 7; }));
  const auto step = rig.lanes.a().step();
  rig.lanes.set_playing(false);
  rig.lanes.open_b(rig.variant("reference"));
  EXPECT_EQ(rig.lanes.count(), 2);
  ASSERT_TRUE(rig.both_hold_numbers());
  EXPECT_GE(rig.lanes.a().step(), step);
  EXPECT_EQ(rig.lanes.a().step(), rig.lanes.b()->step());
  EXPECT_NEAR(rig.lanes.a().time(), rig.lanes.b()->time(), 1e-12);
  EXPECT_EQ(rig.lanes.b()->info().name, "reference");
  rig.lanes.reset();
  ASSERT_TRUE(rig.until([&] { return rig.lanes.settled(); }));
  EXPECT_EQ(rig.lanes.a().step(), 0);
  EXPECT_EQ(rig.lanes.b()->step(), 0);
}

TEST(Lanes, InLockstepNeitherGetsAhead) {
  LanesRig rig(*catalog()[0], small("cpu"));
  rig.lanes.set_steps_a_frame(3);
  rig.lanes.open_b(rig.variant("reference"));
  ASSERT_TRUE(rig.until([&] { return rig.lanes.has(1) && rig.lanes.b()->step() >= 30; }));
  EXPECT_LE(rig.farthest_apart, 3);
  EXPECT_EQ(rig.both_worked, 0) << "side by side they would time each other";
  rig.lanes.set_playing(false);
  ASSERT_TRUE(rig.until([&] { return rig.lanes.settled(); }));
  rig.lanes.step_once();
  ASSERT_TRUE(rig.until([&] { return rig.lanes.settled(); }));
}

TEST(Lanes, ALaneThatIsCheckedIsWaitedFor) {
  LanesRig rig(*catalog()[0], small("cpu", 2000));
  rig.lanes.open_b(rig.variant("reference"));
  ASSERT_TRUE(rig.both_hold_numbers());
  rig.lanes.select(1, rig.variant("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.lanes.b()->info().name == "cpu" && rig.lanes.b()->step() > 5; }));
  EXPECT_LE(rig.farthest_apart, 1);
}

TEST(Lanes, InARaceBothGetTheSameTime) {
  LanesRig rig(kTuned, small("work", 600));
  rig.lanes.set_pairing(Pairing::race);
  rig.lanes.open_b(0);
  ASSERT_TRUE(rig.both_hold_numbers());
  const Knob& work = rig.lanes.a().lab().launch_knobs(0)[0];
  rig.lanes.set_linked(work, false);
  rig.lanes.set_launch(1, work, 1);  // a third of the work
  EXPECT_EQ(rig.lanes.a().launch(work), 0) << "not linked";
  ASSERT_TRUE(rig.until([&] { return rig.lanes.verdict().there(); }));
  const auto a = rig.lanes.a().step(), b = rig.lanes.b()->step();
  ASSERT_TRUE(rig.until([&] { return rig.lanes.b()->step() > b + 300; }, 60));
  const double gained = static_cast<double>(rig.lanes.b()->step() - b) / static_cast<double>(rig.lanes.a().step() - a);
  EXPECT_GT(gained, 2.0);
  EXPECT_LT(gained, 4.5);
  EXPECT_EQ(rig.both_worked, 0);
}

TEST(Lanes, TheVerdictIsRightAndGoesWithAKnob) {
  LanesRig rig(kTuned, small("work", 600));
  rig.lanes.open_b(0);
  ASSERT_TRUE(rig.both_hold_numbers());
  const Knob& work = rig.lanes.a().lab().launch_knobs(0)[0];
  rig.lanes.set_linked(work, false);
  rig.lanes.set_launch(1, work, 1);
  ASSERT_TRUE(rig.until([&] { return rig.lanes.verdict().there(); }));
  // One evaluation of three, and the rest of a step beside it.
  EXPECT_LT(rig.lanes.verdict().ratio.ratio, 0.6);
  EXPECT_GT(rig.lanes.verdict().ratio.ratio, 0.25);
  EXPECT_NE(rig.lanes.verdict().headline().find("B is "), std::string::npos) << rig.lanes.verdict().headline();
  EXPECT_NE(rig.lanes.verdict().headline().find("faster than A"), std::string::npos);
  rig.lanes.swap();
  EXPECT_FALSE(rig.lanes.verdict().there());
  ASSERT_TRUE(rig.until([&] { return rig.lanes.verdict().there(); }));
  EXPECT_GT(rig.lanes.verdict().ratio.ratio, 1.6);
  EXPECT_NE(rig.lanes.verdict().headline().find("A is "), std::string::npos) << rig.lanes.verdict().headline();
  rig.lanes.set_knob(0, rig.knob("softening"), 0.5);
  rig.lanes.update();
  EXPECT_FALSE(rig.lanes.verdict().there()) << "it went with the knob";
  ASSERT_TRUE(rig.until([&] { return rig.lanes.verdict().there(); })) << "and comes back";
}

TEST(Lanes, AWrongKernelGetsNoVerdictButTheReason) {
  LanesRig rig(kTuned, small("work", 400));
  rig.lanes.open_b(0);
  ASSERT_TRUE(rig.both_hold_numbers());
  const Knob& work = rig.lanes.a().lab().launch_knobs(0)[0];
  ASSERT_TRUE(rig.until([&] { return rig.lanes.verdict().there(); }));
  rig.lanes.set_linked(work, false);
  rig.lanes.set_launch(1, work, 2);  // computes no force: three times as fast, and wrong
  rig.lanes.update();
  EXPECT_FALSE(rig.lanes.verdict().there());
  bool judged = false;
  ASSERT_TRUE(rig.until([&] {
    judged = judged || rig.lanes.verdict().there();
    return rig.lanes.b()->launch(work) == 0 && rig.lanes.b()->holds_numbers();
  }));
  EXPECT_FALSE(judged) << "not for a moment";
  EXPECT_TRUE(std::ranges::any_of(rig.lanes.b()->notes(), [](const Note& note) { return note.text.find("refused") != std::string::npos; }));
}

TEST(Lanes, AVariantThatFailsInBHasItsReasonInTheVerdict) {
  LanesRig rig(kPlanted, small("reference", 200));
  rig.lanes.open_b(rig.lanes.a().lab().find_variant("zero-force"));
  ASSERT_TRUE(rig.until([&] {
    return rig.lanes.has(1) && rig.lanes.b()->rungs()[static_cast<std::size_t>(rig.variant("zero-force"))].status == RungStatus::failed;
  }));
  EXPECT_FALSE(rig.lanes.verdict().there());
}

TEST(Lanes, LinkedKnobsMoveBoth) {
  LanesRig rig(*catalog()[0], small("cpu"));
  rig.lanes.open_b(rig.variant("reference"));
  ASSERT_TRUE(rig.both_hold_numbers());
  const Knob &softening = rig.knob("softening"), &n = rig.knob("n");
  rig.lanes.set_knob(1, softening, 0.3);
  EXPECT_EQ(rig.lanes.a().knob(softening), 0.3);
  rig.lanes.set_linked(softening, false);
  rig.lanes.set_knob(1, softening, 0.4);
  EXPECT_EQ(rig.lanes.a().knob(softening), 0.3);
  EXPECT_EQ(rig.lanes.b()->knob(softening), 0.4);
  rig.lanes.set_linked(softening, true);
  EXPECT_EQ(rig.lanes.b()->knob(softening), 0.3) << "linked again, B takes A's";
  rig.lanes.set_linked(n, false);
  EXPECT_TRUE(rig.lanes.linked(n)) << "both lanes begin from the same state";
  rig.lanes.set_knob(0, n, 350);
  ASSERT_TRUE(rig.until([&] { return !rig.lanes.a().rebuilding() && !rig.lanes.b()->rebuilding() && rig.lanes.b()->step() > 2; }));
  EXPECT_EQ(rig.lanes.b()->knob(n), 350);
}

TEST(Lanes, SwappedTheyKeepTheirPicturesAndTheirState) {
  LanesRig rig(*catalog()[0], small("cpu"));
  rig.lanes.open_b(rig.variant("reference"));
  ASSERT_TRUE(rig.both_hold_numbers());
  EXPECT_EQ(rig.lanes.slot(0), 0);
  rig.lanes.swap();
  EXPECT_EQ(rig.lanes.slot(0), 1);
  EXPECT_EQ(rig.lanes.a().info().name, "reference");
  EXPECT_EQ(rig.lanes.b()->info().name, "cpu");
  rig.lanes.close_b();
  EXPECT_EQ(rig.lanes.count(), 1);
  const auto step = rig.lanes.a().step();
  ASSERT_TRUE(rig.until([&] { return rig.lanes.a().step() > step + 3; })) << "goes on alone";
  rig.lanes.open_b(rig.variant("cpu"));
  ASSERT_TRUE(rig.both_hold_numbers());
  EXPECT_EQ(rig.lanes.slot(1), 0);
}

TEST(Lanes, TheLineNamesBoth) {
  LanesRig rig(*catalog()[0], small("cpu"));
  EXPECT_EQ(rig.lanes.command_line().find("--compare"), std::string::npos);
  rig.lanes.open_b(rig.variant("reference"));
  rig.lanes.set_pairing(Pairing::race);
  EXPECT_NE(rig.lanes.command_line().find("--variant cpu"), std::string::npos);
  EXPECT_NE(rig.lanes.command_line().find("--compare reference"), std::string::npos) << rig.lanes.command_line();
  EXPECT_NE(rig.lanes.command_line().find("--race"), std::string::npos);
}

TEST(Lanes, WhatCannotRunHereIsRefused) {
  LanesRig rig(*catalog()[0], small("cpu"));
  const int direct = rig.variant("direct");
  if (rig.lanes.a().rungs()[static_cast<std::size_t>(direct)].status != RungStatus::unavailable) GTEST_SKIP() << "a GPU is here";
  EXPECT_THROW(rig.lanes.open_b(direct), Error);
  rig.lanes.select(1, direct);
  EXPECT_EQ(rig.lanes.count(), 1);
  EXPECT_NE(rig.lanes.a().notes().back().text.find("can't run"), std::string::npos);
  EXPECT_EQ(rig.lanes.suits_b(), rig.variant("reference"));
}

}  // namespace
}  // namespace warplight::app
