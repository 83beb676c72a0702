// The bench shows no number of a variant that computes the wrong thing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "sim/error.h"
#include "sim/measure/bench.h"
#include "sim/measure/tune.h"
#include "tests/planted_lab.h"

namespace warplight::measure {
namespace {

class PlantedBench : public testing::Test {
 protected:
  BenchRow benched(std::string_view variant, double n = 300) {
    gpu::Stream stream;
    ParamBytes params = lab_.defaults(Place::host);
    find_knob(lab_.knobs(), "n").set(params.data(), n);
    const HostState state = lab_.build("plummer-sphere", params, {});
    Lane lane(lab_, stream);
    lane.load(lab_.find_variant(variant), params, state);
    BenchOptions options;
    options.rules.most_seconds = 0.2;
    return bench_lane(lane, options);
  }

 private:
  LabAdapter<planted::HostLab> lab_;
};

TEST_F(PlantedBench, NumbersOfWhatPassed) {
  const BenchRow row = benched("reference");
  EXPECT_EQ(row.problem, "");
  EXPECT_FALSE(row.check_failed);
  ASSERT_TRUE(row.evaluate && row.step);
  EXPECT_FALSE(row.checks.empty());
  EXPECT_FALSE(row.step_checks.empty());
  EXPECT_GT(row.evaluate->summary.median, 0);
  EXPECT_EQ(row.evaluate->judgement.sentence, judge(row.evaluate->samples).sentence);
  EXPECT_FALSE(row.cold) << "nobody empties a processor's caches";
  EXPECT_TRUE(row.kernels.empty());
}

TEST_F(PlantedBench, NoNumberOfZeroForceOrNothingWritten) {
  for (const char* variant : {"zero-force", "no-write"}) {
    const BenchRow row = benched(variant);
    EXPECT_TRUE(row.check_failed) << variant;
    EXPECT_NE(row.problem.find("acceleration"), std::string::npos) << row.problem;
    EXPECT_FALSE(row.evaluate || row.step) << variant;
  }
}

TEST_F(PlantedBench, NoNumberOfAStepThatDoesNotMove) {
  const BenchRow row = benched("does-not-move");
  EXPECT_TRUE(row.check_failed);
  EXPECT_NE(row.problem.find("increment"), std::string::npos) << row.problem;
  EXPECT_FALSE(row.evaluate || row.step);
}

TEST_F(PlantedBench, InTurnsBothAreChecked) {
  gpu::Stream stream;
  LabAdapter<planted::HostLab> lab;
  ParamBytes params = lab.defaults(Place::host);
  find_knob(lab.knobs(), "n").set(params.data(), 300);
  const HostState state = lab.build("plummer-sphere", params, {});
  Lane a(lab, stream), b(lab, stream);
  a.load(lab.find_variant("reference"), params, state);
  b.load(lab.find_variant("zero-force"), params, state);
  const BenchPair pair = bench_in_turns(a, b, {});
  EXPECT_FALSE(pair.taken);
  EXPECT_FALSE(pair.a.timed() || pair.b.timed());
  EXPECT_TRUE(pair.b.check_failed);
}

class PlantedTune : public testing::Test {
 protected:
  PlantedTune() : params_(lab_.defaults(Place::host)) {
    find_knob(lab_.knobs(), "n").set(params_.data(), 500);
    const HostState state = lab_.build("plummer-sphere", params_, {});
    for (Lane* lane : {&lane_, &other_}) lane->load(0, params_, state);
    options_.rules.most_seconds = 0.5;
  }

  LabAdapter<planted::TunedLab> lab_;
  gpu::Stream stream_;
  ParamBytes params_;
  Lane lane_{lab_, stream_}, other_{lab_, stream_};
  BenchOptions options_;
};

TEST_F(PlantedTune, TheFastestThatIsRightWins) {
  const auto knobs = lab_.launch_knobs(0);
  const auto points = launch_points(knobs, {swept_values(knobs[0])});
  ASSERT_EQ(points.size(), 4u);
  const TuneResult result = tune(lane_, other_, points, options_);
  ASSERT_EQ(result.points.size(), 4u);
  EXPECT_TRUE(result.points[2].row.check_failed) << "a wrong point is no winner, however fast";
  EXPECT_FALSE(result.points[2].row.timed());
  EXPECT_FALSE(result.points[3].row.check_failed) << "what is refused by name has not failed";
  EXPECT_NE(result.points[3].row.problem.find("refused"), std::string::npos);
  ASSERT_TRUE(result.best && result.against_defaults);
  EXPECT_EQ(*result.best, 1u);
  EXPECT_TRUE(result.better);
  EXPECT_LT(result.against_defaults->ratio, 0.5) << "it does a third of the work";
}

// A clock on which each look is a second: two points fit, the third is over the bound. The next sweep takes the rest.
TEST_F(PlantedTune, TheBoundIsForAllPointsAndASweepGoesOn) {
  const auto knobs = lab_.launch_knobs(0);
  const auto points = launch_points(knobs, {{0, 1, 2, 3}});
  const auto order = tune_order(points);
  ASSERT_EQ(order.size(), 4u);
  EXPECT_EQ(order[0], 0u) << "the defaults first";
  EXPECT_EQ(tune_order(points), order) << "the same lot each time";
  double now = 0;
  TuneBounds bounds{.seconds = 1.5, .skip = 0, .known = {}, .clock = [&] { return now++; }};
  const TuneResult some = tune(lane_, other_, points, options_, {}, {}, bounds);
  EXPECT_EQ(some.points.size(), 2u);
  EXPECT_EQ(some.next, 2u);
  EXPECT_TRUE(some.best) << "what was tried counts";
  bounds.skip = some.next;
  bounds.seconds = 1000;
  bounds.known = points[1];
  const TuneResult rest = tune(lane_, other_, points, options_, {}, {}, bounds);
  EXPECT_EQ(rest.next, 4u);
  ASSERT_TRUE(rest.best);
  EXPECT_EQ(rest.points[*rest.best].launch["work"], 1) << "known from before, or found now";
  EXPECT_TRUE(rest.better);
  for (std::size_t turn = 2; turn < 4; ++turn) {
    EXPECT_TRUE(std::ranges::any_of(rest.points, [&](const TunePoint& point) { return point.launch == points[order[turn]]; }));
  }
}

TEST_F(PlantedTune, DefaultsThatAreTheBestStay) {
  const auto points = launch_points(lab_.launch_knobs(0), {{0}});
  const TuneResult result = tune(lane_, other_, points, options_);
  ASSERT_TRUE(result.best);
  EXPECT_FALSE(result.better || result.against_defaults);
}

TEST(Tune, SweptValuesKeepToTheKnobsStepsAndRange) {
  const Knob block{.name = "block", .min = 32, .max = 512, .default_value = 128, .step = 32, .kind = KnobKind::integer};
  EXPECT_EQ(swept_values(block), (std::vector<double>{32, 64, 96, 128, 192, 256, 384, 512}));
  const Knob choice{.name = "rows", .min = 0, .max = 2, .kind = KnobKind::choice};
  EXPECT_EQ(swept_values(choice), (std::vector<double>{0, 1, 2}));
  std::vector<double> many(1001);
  EXPECT_THROW(launch_points(std::span(&block, 1), {many}), Error);
}

}  // namespace
}  // namespace warplight::measure
