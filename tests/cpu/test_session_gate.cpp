// The window's gate: no number before the variant, at this size and in this shape, has passed its check.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "sim/gpu/chosen_code.h"
#include "tests/cpu/session_rig.h"

namespace warplight::app {
namespace {

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

}  // namespace
}  // namespace warplight::app
