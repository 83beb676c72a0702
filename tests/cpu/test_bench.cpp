// The bench shows no number of a variant that computes the wrong thing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "sim/measure/bench.h"
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

}  // namespace
}  // namespace warplight::measure
