// The figures of kernels that every textbook explains, and what lanes do together.
#include <gtest/gtest.h>

#include <array>

#include "sim/lens/session.h"
#include "tests/lens/kernels/launches.h"

namespace warplight::lens_test {
namespace {

using lens::Access;
using lens::Figures;
using lens::Space;

// The sum over the lines of the only kernel.
Figures figures(const lens::Session& session, Space space, Access access) {
  Figures sum;
  const lens::KernelReport report = session.reports().at(0);
  for (const lens::LineReport& line : report.lines) {
    if (line.space == space && line.access == access) sum.add(line.figures);
  }
  return sum;
}

double sectors_of_stride(int stride) {
  lens::Session session;
  lens_launch::strided_copy(1024, stride);
  EXPECT_EQ(figures(session, Space::global, Access::write).sectors_a_request(), 4);
  EXPECT_EQ(figures(session, Space::global, Access::read).ideal_sectors_a_request(), 4);
  return figures(session, Space::global, Access::read).sectors_a_request();
}

TEST(Figures, FollowTheStride) {
  EXPECT_EQ(sectors_of_stride(1), 4);
  EXPECT_EQ(sectors_of_stride(2), 8);
  EXPECT_EQ(sectors_of_stride(3), 12);
  EXPECT_EQ(sectors_of_stride(8), 32);
  EXPECT_EQ(sectors_of_stride(100), 32);
}

TEST(Figures, Float4IsOneRequestOfSixteenSectors) {
  lens::Session session;
  lens_launch::float4_copy(1024);
  const Figures read = figures(session, Space::global, Access::read);
  EXPECT_EQ(read.requests, 1024 / 32);
  EXPECT_EQ(read.sectors_a_request(), 16);
  EXPECT_EQ(read.bytes_asked, 1024 * 16);
  EXPECT_EQ(read.bytes_moved(), 1024 * 16);
}

TEST(Figures, TailHasFewerActiveLanes) {
  lens::Session session;
  lens_launch::strided_copy(40, 1);
  const Figures read = figures(session, Space::global, Access::read);
  EXPECT_EQ(read.requests, 2);
  EXPECT_EQ(read.active_lanes(), 20);
}

TEST(Figures, NaiveTransposeStoresToThirtyTwoSectors) {
  lens::Session session;
  lens_launch::transpose_naive(64);
  EXPECT_EQ(figures(session, Space::global, Access::read).sectors_a_request(), 4);
  EXPECT_EQ(figures(session, Space::global, Access::write).sectors_a_request(), 32);
}

TEST(Figures, UnpaddedTileConflictsThirtyTwoWays) {
  lens::Session session;
  lens_launch::transpose_tiled(64, false);
  EXPECT_EQ(figures(session, Space::global, Access::write).sectors_a_request(), 4);
  EXPECT_EQ(figures(session, Space::shared, Access::read).conflict_degree(), 32);
  EXPECT_EQ(figures(session, Space::shared, Access::write).conflict_degree(), 1);
}

TEST(Figures, PaddedTileIsFreeOfConflicts) {
  lens::Session session;
  lens_launch::transpose_tiled(64, true);
  EXPECT_EQ(figures(session, Space::shared, Access::read).conflict_degree(), 1);
}

TEST(Figures, HalfOfEachWarpPartsTheOtherBranches) {
  lens::Session session;
  lens_launch::parting(100);
  const lens::KernelReport report = session.reports().at(0);
  EXPECT_GT(report.branches, 2 * 100);
  EXPECT_NEAR(report.branch_efficiency(), 0.5, 0.02);  // of two a round, one parts
}

TEST(Figures, UniformKernelHasFullBranchEfficiency) {
  lens::Session session;
  lens_launch::transpose_tiled(64, true);
  EXPECT_EQ(session.reports().at(0).branch_efficiency(), 1);
}

TEST(Figures, FocusWritesDownOneWarpsAddresses) {
  lens::Session session({.focus = {.block = 1, .warp = 2}});
  lens_launch::strided_copy(1024, 2);
  const auto requests = session.reports().at(0).requests;
  ASSERT_EQ(requests.size(), 2u);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(requests[0].offset[lane], static_cast<std::uintptr_t>(8 * (128 + 64 + lane)));
  }
  EXPECT_EQ(requests[0].buffer, "in");
  EXPECT_EQ(requests[0].active, 0xffffffffu);
}

TEST(Together, GivesWhatAGpuGives) {
  lens::Session session;
  const std::vector<unsigned> out = lens_launch::together();
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out[lane], 50u);
    EXPECT_EQ(out[32 + lane], lane < 3 ? lane : lane - 3);
    EXPECT_EQ(out[64 + lane], lane % 16 < 13 ? lane + 3 : lane);
    EXPECT_EQ(out[96 + lane], lane ^ 16);
    EXPECT_EQ(out[128 + lane], 0x49249249u);
    EXPECT_EQ(out[160 + lane], 0xffu << lane / 8 * 8);
    EXPECT_EQ(out[192 + lane], 2u);
    EXPECT_EQ(out[224 + lane], 7u);
    EXPECT_EQ(out[256 + lane], 2u);
    EXPECT_EQ(out[288 + lane], 31u * 32 / 2);
    EXPECT_EQ(out[320 + lane], lane < 4 ? 0xfu : 0u);
  }
}

TEST(Together, AtomicsAddUpOverBlocks) {
  lens::Session session;
  const lens_launch::AtomicSums sums = lens_launch::atomics(40, 96);
  EXPECT_EQ(sums.counts, std::vector<int>(40, 96));
  EXPECT_EQ(sums.sum, 40 * 96 * 0.5f);
  EXPECT_EQ(sums.most, 40u * 96 - 1);
}

TEST(Together, VectorAtomicsAddUpOverBlocksAndAreOneRequestOfSixteenBytes) {
  constexpr int kBlocks = 30, kSlots = 7;
  lens::Session session;
  const lens_launch::VectorSums sums = lens_launch::vector_atomics(kBlocks, kSlots);
  std::array<double, 4> expected[kSlots] = {};
  for (int block = 0; block < kBlocks; ++block) {
    for (int thread = 0; thread < 96; ++thread) {
      auto& slot = expected[(block * 96 + thread) % kSlots];
      slot[0] += 1, slot[1] += thread, slot[2] += 0.5, slot[3] -= block;
    }
  }
  for (int i = 0; i < kSlots; ++i) {
    for (std::size_t part = 0; part < 4; ++part) EXPECT_EQ(sums[static_cast<std::size_t>(i)][part], expected[i][part]);
  }
  const Figures figures_of_adds = figures(session, Space::global, Access::atomic);
  EXPECT_EQ(figures_of_adds.requests, kBlocks * 3);
  EXPECT_EQ(figures_of_adds.bytes_asked, kBlocks * 96 * 16);
  EXPECT_EQ(figures_of_adds.sectors_a_request(), 4);  // seven slots of 16 bytes
}

TEST(Together, IntegerAtomicsGiveWhatAGpuGives) {
  lens::Session session;
  const std::vector<unsigned> slots = lens_launch::integer_atomics();
  EXPECT_EQ(slots[0], 191u * 192 / 2);
  EXPECT_EQ(slots[1], 191u);
  EXPECT_EQ(slots[2], 7u);
  EXPECT_EQ(slots[3], 0xffffff00u);
  EXPECT_EQ(slots[4], 0xffu);
  EXPECT_EQ(slots[5], 0u);  // 0 ^ 1 ^ ... ^ 191
  EXPECT_EQ(slots[6], 192u % 10);
}

// Warps of a block that go through __syncwarp a different number of times, on a tile of two dimensions.
TEST(Together, WarpsOfABlockLoopAsOftenAsTheyLike) {
  lens::Session session;
  constexpr int kBlocks = 3, kRows = 4, kColumns = 64;
  const std::vector<float> sums = lens_launch::tile_rows(kBlocks);
  for (int block = 0; block < kBlocks; ++block) {
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        double sum = 0;
        for (int round = 0; round <= row; ++round) {
          const int from = (column + round) % kColumns;
          sum += (0.5 + (from < 32 ? 0.5 * round : 0)) * (block * kColumns + from);
        }
        EXPECT_EQ(sums[static_cast<std::size_t>((block * kRows + row) * kColumns + column)], sum);
      }
    }
  }
}

TEST(Together, WordsOfTheLanguageGiveWhatAGpuGives) {
  lens::Session session;
  const std::vector<double> words = lens_launch::words();
  for (int lane = 0; lane < 32; ++lane) {
    const auto word = [&](int w) { return words[static_cast<std::size_t>(32 * w + lane)]; };
    EXPECT_EQ(word(0), (lane * 5 + 3) % 32);
    EXPECT_EQ(word(1), lane / 16 * 16 + (lane + 1) % 16);
    EXPECT_EQ(word(2), 2 * lane + 3);
    EXPECT_EQ(word(3), 0x1p-11 + 0x1p-24);
    EXPECT_EQ(word(4), 0.5 / (lane + 1));
    EXPECT_EQ(word(5), 1.0 / 3.0 * lane);
    EXPECT_EQ(word(6), 4);
    EXPECT_EQ(word(7), 0.25);
    EXPECT_EQ(word(8), 31);
    EXPECT_EQ(word(9), -40);
    EXPECT_EQ(word(10), 5);
    EXPECT_EQ(word(11), lane < 5 ? 5 : lane > 10 ? 10 : lane);
  }
}

TEST(Together, ConstantsAreReadAndNotCounted) {
  lens::Session session;
  const std::vector<float> weights = lens_launch::constants(false), sixes = lens_launch::constants(true);
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(weights[i], (std::array<float, 5>{1, 4, 6, 4, 1}[i % 5]));
    EXPECT_EQ(sixes[i], 6.0f);
  }
  EXPECT_EQ(figures(session, Space::global, Access::read).requests, 0);
}

TEST(Together, LastBlockSeesWhatAFenceAndAnAtomicHandedOn) {
  lens::Session session;
  EXPECT_EQ(lens_launch::last_block(50), 50);
}

TEST(Together, AllDimensionsAreRun) {
  lens::Session session;
  const std::vector<unsigned> out = lens_launch::dimensions();
  for (unsigned block = 0; block < 24; ++block) {
    for (unsigned thread = 0; thread < 30; ++thread) EXPECT_EQ(out[block * 30 + thread], 1000 * block + thread);
  }
}

void expect_refused(unsigned blocks, unsigned threads, unsigned long shared_bytes, const char* word,
                    const char* arch = "sm_90") {
  try {
    lens::Session session({.arch = arch});
    lens_launch::shape(blocks, threads, shared_bytes);
    ADD_FAILURE() << "not refused: " << word;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(Refused, LaunchesThatAGpuRefuses) {
  expect_refused(0, 64, 0, "zero blocks");
  expect_refused(1, 0, 0, "zero threads");
  expect_refused(1, 1025, 0, "1025 threads");
  expect_refused(1, 64, 240000, "shared memory");
  expect_refused(1, 64, 227 * 1024 - 255, "sm_90");  // with the kernel's own 256 bytes it is too much
  expect_refused(1, 64, 64 * 1024, "sm_75", "sm_75");
  expect_refused(1, 64, 0, "sm_12", "sm_12");
  lens::Session session;
  EXPECT_NO_THROW(lens_launch::shape(1, 64, 227 * 1024 - 256));
}

}  // namespace
}  // namespace warplight::lens_test
