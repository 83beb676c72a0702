// The gates: every variant that can run here passes them, and each planted fault is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/catalog.h"
#include "sim/check.h"
#include "tests/planted_lab.h"

namespace warplight {
namespace {

const LabAdapter<planted::HostLab> kPlanted;

bool all_passed(const std::vector<CheckRow>& rows) {
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const CheckRow& row) { return row.passed(); });
}

// Rows of one output, for the messages below.
std::string text_of(const std::vector<CheckRow>& rows) {
  std::string text;
  for (const CheckRow& row : rows) {
    if (!row.passed()) text += row.variant + " " + row.start + " " + first_failure({row}) + "\n";
  }
  return text;
}

Lane lane_of(const Lab& lab, std::string_view variant, gpu::Stream& stream) {
  Lane lane(lab, stream);
  ParamBytes params = lab.defaults(Place::host);
  find_knob(lab.knobs(), "n").set(params.data(), 500);
  HostState state = lab.build("uniform-cube", params);
  lane.load(lab.find_variant(variant), params, state);
  return lane;
}

TEST(Check, EveryHostVariantOfEveryLabPasses) {
  gpu::Stream stream;
  for (const Lab* lab : catalog()) {
    for (int v = 0; v < lab->variant_count(); ++v) {
      if (lab->variant(v).place != Place::host) continue;
      const auto rows = check_variant(*lab, v, stream);
      EXPECT_TRUE(all_passed(rows)) << text_of(rows);
    }
  }
}

TEST(Check, AZeroForceKernelIsRefusedInAccelerationAndVelocity) {
  gpu::Stream stream;
  const auto rows = check_variant(kPlanted, kPlanted.find_variant("zero-force"), stream);
  int refused_accelerations = 0, refused_velocities = 0;
  for (const CheckRow& row : rows) {
    if (row.passed()) continue;
    refused_accelerations += row.output == "acceleration";
    refused_velocities += row.output.find("velocity") != std::string::npos;
    // Of each by itself the error is what is left of its pulls where they cancel.
    if (row.output == "acceleration of each") continue;
    EXPECT_NEAR(row.comparison.l2_error, 1.0, 0.5) << row.start << " " << row.output;
  }
  EXPECT_GE(refused_accelerations, 5);
  EXPECT_GE(refused_velocities, 5);
}

TEST(Check, OutputsThatNobodyWritesAreRefused) {
  gpu::Stream stream;
  EXPECT_FALSE(all_passed(check_variant(kPlanted, kPlanted.find_variant("no-write"), stream)));
}

TEST(Check, AWritePastTheEndIsSeen) {
  gpu::Stream stream;
  const auto rows = check_variant(kPlanted, kPlanted.find_variant("past-the-end"), stream);
  EXPECT_FALSE(all_passed(rows));
  EXPECT_NE(text_of(rows).find("acceleration was written past its end"), std::string::npos) << text_of(rows);
}

TEST(Check, AStepThatDoesNotMoveIsRefused) {
  gpu::Stream stream;
  EXPECT_FALSE(all_passed(check_variant(kPlanted, kPlanted.find_variant("does-not-move"), stream)));
}

TEST(Check, TheSpotCheckPassesWhatIsRightAndRefusesWhatIsNot) {
  gpu::Stream stream;
  Lane right = lane_of(kPlanted, "reference", stream);
  EXPECT_EQ(first_failure(spot_check(right)), "");
  Lane wrong = lane_of(kPlanted, "zero-force", stream);
  EXPECT_NE(first_failure(spot_check(wrong)), "");
  Lane silent = lane_of(kPlanted, "no-write", stream);
  EXPECT_NE(first_failure(spot_check(silent)), "");
}

TEST(Check, NaNPassesNoComparison) {
  Comparison comparison{.output = "x", .l2_error = NAN, .max_error = 0, .allowed = {1, 1}};
  EXPECT_FALSE(comparison.passed());
  comparison = {.output = "x", .l2_error = 0, .max_error = NAN, .allowed = {1, 1}};
  EXPECT_FALSE(comparison.passed());
}

TEST(Check, SpotItemsHoldBothEndsAndStayInside) {
  for (const std::int64_t count : {1, 2, 3, 255, 1000, 1 << 30}) {
    const auto items = spot_items(count, 256, 1);
    EXPECT_EQ(items.front(), 0);
    EXPECT_EQ(items.back(), count - 1);
    EXPECT_EQ(items, spot_items(count, 256, 1));
    for (const std::int64_t item : items) {
      EXPECT_GE(item, 0);
      EXPECT_LT(item, count);
    }
  }
  EXPECT_NE(spot_items(1000, 256, 1), spot_items(1000, 256, 2));
}

}  // namespace
}  // namespace warplight
