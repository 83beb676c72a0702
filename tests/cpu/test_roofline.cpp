// The roofline against numbers worked out by hand, and against limit_of, which asks the same ceilings another way.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/measure/roofline.h"

namespace warplight::measure {
namespace {

// The ridge lies at 60e12 / 4e12 = 15 flops a byte, for L2 at 60e12 / 8e12 = 7.5.
Ceilings some_ceilings() {
  Ceilings ceilings;
  ceilings.set(Ceiling::copy, 4e12, "trusted");
  ceilings.set(Ceiling::l2, 8e12, "trusted");
  ceilings.set(Ceiling::multiply_add, 3e13, "noisy");
  ceilings.set(Ceiling::multiply_add_fp64, 1e13, "trusted");
  ceilings.set(Ceiling::root, 2e12, "trusted");
  return ceilings;
}

constexpr LimitInputs kLarge{.state_bytes = 1'000'000'000, .l2_bytes = 50'000'000};
constexpr LimitInputs kSmall{.state_bytes = 1'000'000, .l2_bytes = 50'000'000};

TEST(Roofline, MemoryBindsBelowTheRidgeAndMultiplyAddsAbove) {
  const Roofline line = roofline_of({.flops = 1, .bytes = 1}, some_ceilings(), kLarge);
  ASSERT_NE(line.binding(14.9), nullptr);
  EXPECT_EQ(line.binding(14.9)->name, "memory");
  EXPECT_EQ(line.binding(15.1)->name, "multiply-adds");
  EXPECT_EQ(line.binding(15.1)->trust, "noisy");
  EXPECT_DOUBLE_EQ(line.binding(2)->at(2), 8e12);
}

TEST(Roofline, TheL2BindsWhatFitsThereAndIsHot) {
  const Cost cost{.flops = 1, .bytes = 1};
  EXPECT_EQ(roofline_of(cost, some_ceilings(), kSmall).binding(7.4)->name, "L2");
  EXPECT_EQ(roofline_of(cost, some_ceilings(), kSmall).binding(7.6)->name, "multiply-adds");
  LimitInputs cold = kSmall;
  cold.cold = true;
  EXPECT_EQ(roofline_of(cost, some_ceilings(), cold).binding(7.4)->name, "memory");
}

TEST(Roofline, RootsLieWhereTheirShareOfTheFlopsPutsThem) {
  // A root in 20 flops: 2e12 roots allow 40e12 flops, below the 60e12 of multiply-adds.
  const Roofline line = roofline_of({.flops = 2000, .roots = 100, .bytes = 1}, some_ceilings(), kLarge);
  EXPECT_EQ(line.binding(2000)->name, "reciprocal roots");
  EXPECT_DOUBLE_EQ(line.binding(2000)->at(2000), 40e12);
}

TEST(Roofline, DoublesHaveTheirOwn) {
  const Roofline line = roofline_of({.flops = 1, .bytes = 1, .in_double = true}, some_ceilings(), kLarge);
  EXPECT_EQ(line.binding(1e3)->name, "fp64 multiply-adds");
  EXPECT_DOUBLE_EQ(line.binding(1e3)->at(1e3), 20e12);
}

TEST(Roofline, NothingBindsWhereACeilingIsMissing) {
  Ceilings ceilings = some_ceilings();
  ceilings.set(Ceiling::multiply_add, std::numeric_limits<double>::quiet_NaN(), "");
  const Cost cost{.flops = 10, .bytes = 1};
  const Roofline line = roofline_of(cost, ceilings, kLarge);
  EXPECT_FALSE(line.complete);
  EXPECT_EQ(line.binding(1), nullptr);
  const auto dot = dot_of(cost, 1, line);
  ASSERT_TRUE(dot);
  EXPECT_TRUE(dot->bound_by.empty());
  EXPECT_TRUE(std::isnan(dot->share));
  EXPECT_FALSE(dot->above());
}

TEST(Roofline, ADotsShareIsTheLimitOverItsTime) {
  const Cost costs[] = {{.flops = 1e12, .bytes = 1e12}, {.flops = 1e14, .bytes = 1e9}, {.flops = 2e13, .roots = 1e12, .bytes = 1e9}};
  for (const Cost& cost : costs) {
    for (const LimitInputs& inputs : {kLarge, kSmall}) {
      const auto limit = limit_of(cost, some_ceilings(), inputs);
      const auto dot = dot_of(cost, 2, roofline_of(cost, some_ceilings(), inputs));
      ASSERT_TRUE(limit && dot);
      EXPECT_EQ(dot->bound_by, limit->by);
      EXPECT_NEAR(dot->share, limit->seconds / 2, 1e-12 * limit->seconds);
    }
  }
}

TEST(Roofline, WhoDoesLessThanTheTextbookCountLiesAboveAndIsNotClipped) {
  // 1e12 bytes take 0.25 s at 4e12 B/s; a time of 0.05 s is five times what memory allows.
  const Cost cost{.flops = 1e12, .bytes = 1e12};
  const auto dot = dot_of(cost, 0.05, roofline_of(cost, some_ceilings(), kLarge));
  ASSERT_TRUE(dot);
  EXPECT_NEAR(dot->share, 5, 1e-12);
  EXPECT_TRUE(dot->above());
}

TEST(Roofline, NoDotWithoutATimeOrACount) {
  const Cost cost{.flops = 1, .bytes = 1};
  const Roofline line = roofline_of(cost, some_ceilings(), kLarge);
  EXPECT_FALSE(dot_of(cost, 0, line));
  EXPECT_FALSE(dot_of(cost, std::numeric_limits<double>::quiet_NaN(), line));
  EXPECT_FALSE(dot_of({.flops = 1}, 1, line));
}

}  // namespace
}  // namespace warplight::measure
