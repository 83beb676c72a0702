// The command `lens` as a person types it.
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/shared/program.h"

namespace warplight::lens_test {
namespace {

class LensCli : public test::CliTest {
 protected:
  std::string output(std::vector<std::string> more) const {
    std::vector<std::string> arguments{"lens", "nbody", "--set", "n=257"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const test::Finished done = run(arguments);
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.err, "");
    return done.out;
  }
};

// Where in the file of `tiled` a text is.
std::string tiled_line(const std::string& text) {
  std::ifstream stream(std::string(WARPLIGHT_SOURCE_DIR) + "/sim/nbody/kernels/tiled.cuh");
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.find(text) != std::string::npos) return std::to_string(number);
  }
  ADD_FAILURE() << "tiled has no '" << text << "'";
  return "1";
}

void expect_in(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << "no '" << words << "' in\n" << text;
}

TEST_F(LensCli, PrintsSourceWithFiguresAndMarksTheWorstLine) {
  const std::string out = output({"--variant", "tiled"});
  expect_in(out, "__global__ void tiled_kernel");
  expect_in(out, "tile[threadIdx.x] = ");
  expect_in(out, "<- the most");
  expect_in(out, "ok: acceleration");
  expect_in(out, "no fault in");
}

TEST_F(LensCli, ComparesTwoRungs) {
  const std::string out = output({"--variant", "tiled", "--compare", "direct"});
  expect_in(out, "__global__ void direct_kernel");
  expect_in(out, "direct   direct_kernel");
  expect_in(out, "tiled    tiled_kernel");
}

TEST_F(LensCli, ListsOneWarp) {
  const std::string line = tiled_line("tile[threadIdx.x] = ");
  const std::string out = output({"--variant", "tiled", "--warp", "0,1", "--line", line});
  expect_in(out, "block 0, warp 1, tiled.cuh:" + line + ": shared store of 16 bytes");
  expect_in(out, "bank");
}

TEST_F(LensCli, WritesJson) {
  output({"--variant", "direct", "--json", "figures.json"});
  const auto json = nlohmann::json::parse(read("figures.json"));
  const auto& kernel = json["runs"][0]["kernels"][0];
  EXPECT_EQ(kernel["kernel"], "warplight::nbody::direct_kernel");
  EXPECT_TRUE(json["runs"][0]["passed"]);
  EXPECT_GT(kernel["lines"].size(), 2u);
}

TEST_F(LensCli, RefusesInOneLine) {
  expect_refused({"lens"}, 2, "a lab is needed");
  expect_refused({"lens", "nbody", "--variant", "cpu"}, 3, "can't run under the lens");
  expect_refused({"lens", "nbody", "--variant", "tilde"}, 2, "tiled");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--arch", "sm_12"}, 2, "sm_90");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "block=2048"}, 2, "1 024");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=100", "--warp", "0", "--line", "45"}, 2, "BLOCK,WARP");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=100", "--warp", "0,0"}, 2, "--line");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=100", "--warp", "7,0", "--line", "45"}, 2, "--line");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=100", "--warp", "0,0,0", "--line", "45"}, 2, "BLOCK,WARP");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--compare", "cpu"}, 3, "can't run under the lens");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--compare", "tiled"}, 2, "the variant itself");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=3e6"}, 2, "minutes under the lens");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--set", "n=1e9"}, 1, "memory");
  expect_refused({"lens", "nbody", "--variant", "tiled", "--json", "no/such/folder.json"}, 2, "no/such");
}

}  // namespace
}  // namespace warplight::lens_test
