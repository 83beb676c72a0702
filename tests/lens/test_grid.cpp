// Launches whose blocks wait for each other.
#include <gtest/gtest.h>

#include "sim/lens/session.h"
#include "tests/lens/kernels/launches.h"

namespace warplight::lens_test {
namespace {

// Each round adds `round` times 1 + 2 + ... + blocks.
void expect_rounds(unsigned blocks, unsigned threads, int rounds) {
  lens::Session session;
  const std::vector<unsigned> sums = lens_launch::grid_rounds(blocks, threads, rounds);
  const unsigned sum = blocks * (blocks + 1) / 2 * static_cast<unsigned>(rounds * (rounds + 1) / 2);
  for (unsigned i = 0; i < blocks * threads; ++i) ASSERT_EQ(sums[i], sum * (i / threads + 1)) << i;
}

TEST(GridSync, BlocksSeeWhatTheOthersWroteAndKeepTheirSharedMemory) {
  expect_rounds(7, 96, 5);
  expect_rounds(1, 32, 3);
}
// Each barrier takes a number of which there are 127: the count must survive its wrap.
TEST(GridSync, GoesOnPastTheNumbersOfItsBarriers) { expect_rounds(3, 32, 150); }

TEST(GridSync, LensHoldsTheBlocksThatItSays) {
  EXPECT_GE(lens_launch::most_cooperative_blocks(256), 32u);
  lens::Session session;
  EXPECT_NO_THROW(lens_launch::grid_sync_once(true, lens_launch::most_cooperative_blocks(256), 256));
}

void expect_error(void (*run)(), const char* words) {
  try {
    lens::Session session;
    run();
    ADD_FAILURE() << "not refused: " << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(GridSync, RefusesMoreBlocksThanItHoldsAtOnce) {
  expect_error([] { lens_launch::grid_sync_once(true, 65, 256); }, "up to 64 such blocks");
}

TEST(GridSync, LaunchThatIsNotCooperativeCantWaitForTheGrid) {
  expect_error([] { lens_launch::grid_sync_once(false, 2, 64); }, "the launch is not cooperative");
}

TEST(GridSync, NamesTheBlockThatDoesNotCome) {
  for (const lens_launch::Pair& pair : lens_launch::fault_pairs()) {
    if (pair.name != "grid_left") continue;
    lens::Session session;
    try {
      pair.faulty();
      ADD_FAILURE();
    } catch (const lens::Fault& fault) {
      EXPECT_NE(std::string(fault.what()).find("4 of 5 blocks wait at this barrier of the grid; block 2 has left"),
                std::string::npos)
          << fault.what();
    }
  }
}

}  // namespace
}  // namespace warplight::lens_test
