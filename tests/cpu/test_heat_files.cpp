// Heat states in .npy and .vti: what is written comes back, and what is broken is refused by name.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "sim/error.h"
#include "sim/npy_header.h"
#include "sim/whole_file.h"
#include "tests/cpu/heat_host.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

template <class T>
std::string npy(const char* descr, const std::vector<std::int64_t>& shape, const std::vector<T>& values) {
  std::string bytes = npy_header_text(descr, shape);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return bytes;
}

class HeatFiles : public CliTest {
 protected:
  std::string refusal(const std::filesystem::path& file) const {
    try {
      Heat2d::Params params;
      Heat2d::read(file, params);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return error.what();
    }
    return "";
  }
};

TEST_F(HeatFiles, RowsAreYAndComeBackInBothPrecisions) {
  const auto file = write("in.npy", npy<double>("<f8", {2, 3}, {1, 2, 3, 4, 5, 1.0 / 3}));
  for (const auto precision : {Heat2d::Precision::fp32, Heat2d::Precision::fp64}) {
    Heat2d::Params params;
    params.precision = precision;
    const HostState state = Heat2d::read(file, params);
    EXPECT_EQ(params.width, 3);
    EXPECT_EQ(params.height, 2);
    EXPECT_EQ(heat::value_at(params, heat::current_values(state), 2, 0), 3);
    EXPECT_EQ(heat::value_at(params, heat::current_values(state), 0, 1), 4);
    Heat2d::write(folder() / "out.npy", params, state, nullptr);
    if (precision == Heat2d::Precision::fp64) EXPECT_EQ(read("out.npy"), read("in.npy"));
    Heat2d::Params again = params;
    EXPECT_EQ(Heat2d::read(folder() / "out.npy", again).buffers, state.buffers);
  }
}

TEST_F(HeatFiles, BrokenOnesAreRefusedInOneLine) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal(write("nan.npy", npy<float>("<f4", {2, 2}, {0, 0, nan, 0}))).find("cell (0, 1)"), std::string::npos);
  EXPECT_NE(refusal(write("big.npy", npy<double>("<f8", {1, 1}, {1e300}))).find("cell (0, 0)"), std::string::npos);
  EXPECT_NE(refusal(write("flat.npy", npy<float>("<f4", {4}, {0, 0, 0, 0}))).find("(height, width)"), std::string::npos);
  EXPECT_NE(refusal(write("none.npy", npy<float>("<f4", {0, 4}, {}))).find("1 to 65 536"), std::string::npos);
  EXPECT_NE(refusal(write("wide.npy", npy<float>("<f4", {1, 100000}, {}))).find("1 to 65 536"), std::string::npos);
  EXPECT_NE(refusal(write("short.npy", npy<float>("<f4", {2, 2}, {0, 0, 0}))).find("cut short"), std::string::npos);
  EXPECT_NE(refusal(write("long.npy", npy<float>("<f4", {1, 1}, {0, 0}))).find("too long"), std::string::npos);
  EXPECT_NE(refusal(write("a.vti", "x")).find("written, not read"), std::string::npos);
  EXPECT_NE(refusal(write("a.txt", "x")).find("ends in .npy"), std::string::npos);
}

TEST_F(HeatFiles, VtiHoldsTheCellsAfterTheirNumberOfBytes) {
  Heat2d::Params params;
  params.width = 3, params.height = 2, params.dy = 0.5;
  HostState state = heat::empty_state(params);
  heat::set_value(params, state.buffers[0].data(), 1, 1, 7);
  Heat2d::write(folder() / "out.vti", params, state, nullptr);
  const std::string text = read("out.vti");
  EXPECT_NE(text.find("WholeExtent=\"0 3 0 2 0 0\""), std::string::npos);
  EXPECT_NE(text.find("Spacing=\"1 0.5 1\""), std::string::npos);
  const std::size_t data = text.find("\n_") + 2;
  std::uint64_t bytes = 0;
  float cells[6];
  std::memcpy(&bytes, text.data() + data, 8);
  std::memcpy(cells, text.data() + data + 8, sizeof cells);
  EXPECT_EQ(bytes, 24u);
  EXPECT_EQ(cells[4], 7);
}

TEST_F(HeatFiles, TheProgramRunsAndRefuses) {
  const std::vector<std::string> small{"run", "heat2d", "--variant", "cpu", "--set", "width=16", "--set", "height=8"};
  auto typed = small;
  typed.insert(typed.end(), {"--steps", "3", "--out", "out.npy"});
  const Finished finished = run(typed);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("dt = 0.225"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("heat error"), std::string::npos) << finished.out;
  const auto with = [&](const std::vector<std::string>& more) {
    auto all = small;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_refused(with({"--set", "dt=0.26"}), 2, "dt 0.26 > limit 0.25");
  expect_refused(with({"--set", "dt=0"}), 2, "dt = 0 is out of range");
  expect_refused(with({"--set", "boundary_left=periodic"}), 2, "boundary_left and boundary_right");
  expect_refused(with({"--set", "boundary=open"}), 2, "fixed, insulated, periodic or convective");
  expect_refused(with({"--scene", "hot-spt"}), 2, "did you mean 'hot-spot'?");
}

}  // namespace
}  // namespace warplight::test
