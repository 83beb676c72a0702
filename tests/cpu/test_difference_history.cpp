// The curve of two lanes' difference: all of its length in few points, begun anew where time goes back.
#include <gtest/gtest.h>

#include "app/session/difference_history.h"

namespace warplight::app {
namespace {

TEST(DifferenceHistory, KeepsItsWholeLengthInFewPoints) {
  DifferenceHistory history;
  for (int i = 0; i < 100000; ++i) history.push(0.01 * i, 1e-9 * i, 2e-9 * i);
  EXPECT_LT(history.points().size(), DifferenceHistory::kMost);
  EXPECT_GT(history.points().size(), DifferenceHistory::kMost / 4);
  EXPECT_EQ(history.points().front().time, 0);
  EXPECT_GT(history.points().back().time, 0.95 * 999.99);
  EXPECT_DOUBLE_EQ(history.last().time, 999.99);
  for (std::size_t i = 1; i < history.points().size(); ++i) {
    ASSERT_GT(history.points()[i].time, history.points()[i - 1].time);
    ASSERT_NEAR(history.points()[i].rms, 1e-7 * history.points()[i].time, 1e-12) << "what was measured then";
  }
}

TEST(DifferenceHistory, BeginsAnewWhereTimeGoesBack) {
  DifferenceHistory history;
  for (int i = 0; i < 10; ++i) history.push(i, 1, 1);
  history.push(0, 0.5, 0.5);
  ASSERT_EQ(history.points().size(), 1u);
  EXPECT_EQ(history.last().rms, 0.5);
}

}  // namespace
}  // namespace warplight::app
