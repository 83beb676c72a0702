// Each kind of fault is caught, at its line, and the right twin of the same kernel is not.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "sim/lens/session.h"
#include "tests/lens/kernels/launches.h"

namespace warplight::lens_test {
namespace {

int line_with(const std::vector<std::string>& files, const std::string& text) {
  for (const std::string& file : files) {
    std::ifstream stream(std::string(WARPLIGHT_SOURCE_DIR) + "/" + file);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
      if (line.find(text) != std::string::npos) return number;
    }
  }
  ADD_FAILURE() << "no '" << text << "' in " << files.front();
  return 0;
}

lens::Options options() {
  lens::Options options;
  options.most_steps = 100000;
  return options;
}

// A race has two lines.
void expect_line(const lens::FaultInfo& fault, int line) {
  EXPECT_TRUE(fault.line == line || fault.other_line == line) << "wanted line " << line;
}

class FaultPair : public ::testing::TestWithParam<lens_launch::Pair> {};

TEST_P(FaultPair, IsCaughtAtItsLine) {
  lens::Session session(options());
  try {
    GetParam().faulty();
    FAIL() << "nothing was caught";
  } catch (const lens::Fault& fault) {
    SCOPED_TRACE(fault.what());
    EXPECT_EQ(lens::name_of(fault.info().kind), lens::name_of(GetParam().kind));
    expect_line(fault.info(), line_with({"tests/lens/kernels/faults.cuh", "tests/lens/kernels/grid.cuh"}, "fault: " + std::string(GetParam().name)));
    EXPECT_TRUE(fault.info().kernel.ends_with("kernel<true>")) << fault.info().kernel;
  }
}

TEST_P(FaultPair, RightTwinPasses) {
  lens::Session session(options());
  EXPECT_NO_THROW(GetParam().right());
}

TEST_P(FaultPair, RunsOnAfterAFault) {
  lens::Session session(options());
  EXPECT_THROW(GetParam().faulty(), lens::Fault);
  EXPECT_NO_THROW(GetParam().right());
}

INSTANTIATE_TEST_SUITE_P(All, FaultPair, ::testing::ValuesIn(lens_launch::fault_pairs()),
                         [](const auto& info) { return std::string(info.param.name); });

// What nobody has touched yet is named too.
TEST(Fault, NamesAddressesAndMasks) {
  const std::pair<std::string_view, const char*> expected[] = {{"static_past_end", "row + 256 bytes"},
                                                               {"constant_past_end", "weights + 20 bytes"},
                                                               {"constant_written", "weights + 8 bytes"},
                                                               {"misaligned", "in + 4 bytes"},
                                                               {"wrong_mask", "mask 0x0000ffff by lane 16"}};
  for (const lens_launch::Pair& pair : lens_launch::fault_pairs()) {
    for (const auto& [name, words] : expected) {
      if (pair.name != name) continue;
      lens::Session session(options());
      try {
        pair.faulty();
        ADD_FAILURE() << name;
      } catch (const lens::Fault& fault) {
        EXPECT_NE(std::string(fault.what()).find(words), std::string::npos) << fault.what();
      }
    }
  }
}

// What a fault planted in the real `tiled` is called, and where.
void expect_planted(std::string_view name, lens::FaultKind kind, const std::string& at) {
  for (const lens_launch::Planted& planted : lens_launch::planted_tiled()) {
    if (planted.name != name) continue;
    lens::Session session(options());
    try {
      planted.run();
      ADD_FAILURE() << name << " was not caught";
    } catch (const lens::Fault& fault) {
      SCOPED_TRACE(fault.what());
        EXPECT_EQ(lens::name_of(fault.info().kind), lens::name_of(kind));
      expect_line(fault.info(), line_with({"sim/nbody/kernels/tiled.cuh"}, at));
    }
    return;
  }
  ADD_FAILURE() << "no " << name;
}

TEST(PlantedInTiled, DroppedBarrierIsARace) {
  expect_planted("dropped_barrier", lens::FaultKind::shared_race, "tile[threadIdx.x] = ");
}
TEST(PlantedInTiled, DroppedSecondBarrierIsARace) {
  expect_planted("dropped_second_barrier", lens::FaultKind::shared_race, "tile[first + k]");
}
TEST(PlantedInTiled, OffByOneInTheTailIsOutOfBounds) {
  expect_planted("tail", lens::FaultKind::out_of_bounds, "float4 body = position");
}
TEST(PlantedInTiled, WrongMaskIsNamed) {
  expect_planted("wrong_mask", lens::FaultKind::wrong_mask, "// before the next tile");
}

const lens::LineReport* find_line(const std::vector<lens::KernelReport>& reports, int line, lens::Access access) {
  for (const lens::LineReport& found : reports.at(0).lines) {
    if (found.line == line && found.access == access) return &found;
  }
  return nullptr;
}

TEST(PlantedInTiled, UnpaddedTileShowsItsConflictsAtItsLine) {
  const int line = line_with({"sim/nbody/kernels/tiled.cuh"}, "tile[first + k]");
  double degree[2] = {};
  for (const lens_launch::Planted& planted : lens_launch::planted_tiled()) {
    if (planted.name != "none" && planted.name != "unpadded") continue;
    lens::Session session(options());
    planted.run();
    const auto reports = session.reports();
    const lens::LineReport* tile = find_line(reports, line, lens::Access::read);
    ASSERT_NE(tile, nullptr);
    degree[planted.name == "unpadded"] = tile->figures.conflict_degree();
    if (planted.name == "unpadded") {
      EXPECT_EQ(reports.at(0).worst()->line, line);
    }
  }
  EXPECT_EQ(degree[0], 1.0);
  EXPECT_GT(degree[1], 3.0);
}

}  // namespace
}  // namespace warplight::lens_test
