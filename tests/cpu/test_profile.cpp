// The line that hands a rung to NVIDIA's profilers, and the ranges that a profiler is told of.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/profile.h"
#include "sim/error.h"
#include "tests/shared/program.h"

namespace warplight::cli {
namespace {

TEST(Profile, AWordIsQuotedWhereAShellWouldReadIt) {
  EXPECT_EQ(shell_word("n=65536"), "n=65536");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME;rm"), "'$HOME;rm'");
  EXPECT_EQ(shell_word("two\nlines"), "$'two\\012lines'");
}

TEST(Profile, AKernelIsKnownByItsPlainName) {
  EXPECT_EQ(plain_kernel_name("warplight::nbody::tiled_kernel<256>"), "tiled_kernel");
  EXPECT_EQ(plain_kernel_name("warplight::heat::row_kernel<std::pair<int, a::b>, 4>"), "row_kernel");
  EXPECT_EQ(plain_kernel_name("naive_kernel"), "naive_kernel");
}

TEST(Profile, OneWarmLaunchWithClocksAndCachesAsTheyAre) {
  ProfiledRun run{.profiler = Profiler::ncu,
                  .program = "/opt/my tools/warplight-cli",
                  .words = {"nbody", "--variant", "tiled", "--set", "n=4096"},
                  .output = "warplight-nbody-tiled",
                  .steps_a_call = 1,
                  .kernel = {.name = "tiled_kernel", .at_load = 0, .a_call = 1}};
  EXPECT_EQ(profile_command(run),
            "ncu --clock-control none --cache-control none --set full --kernel-name-base function --kernel-name tiled_kernel "
            "--launch-skip 1 --launch-count 1 '/opt/my tools/warplight-cli' run nbody --variant tiled --set n=4096 "
            "--steps-a-call 1 --steps 2");
  // Three launches a call, five while the state is loaded: ten and three are passed over.
  run.kernel = {.name = "tiled_kernel", .at_load = 5, .a_call = 3};
  run.steps_a_call = 8;
  const std::string line = profile_command(run);
  EXPECT_NE(line.find("--launch-skip 13 "), std::string::npos) << line;
  EXPECT_NE(line.find("--steps-a-call 8 --steps 40"), std::string::npos) << "five calls are more than 13 launches: " << line;
  run.profiler = Profiler::nsys;
  EXPECT_EQ(profile_command(run).rfind("nsys profile --trace=cuda,nvtx", 0), 0u);
  EXPECT_NE(profile_command(run).find("--output=warplight-nbody-tiled"), std::string::npos);
}

class CliProfile : public test::CliTest {};

TEST_F(CliProfile, IsRefusedWhereItSeesNothing) {
  for (const auto& [arguments, words] :
       {std::pair<std::vector<std::string>, std::string>{{"bench", "nbody", "--variant", "cpu", "--profile", "ncu"}, "processor"},
        {{"bench", "nbody", "--variant", "cpu", "--profile", "vtune"}, "ncu"},
        {{"bench", "all", "--profile", "ncu"}, "one rung"}}) {
    const test::Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 2) << words << ": " << finished.err;
    EXPECT_NE(finished.err.find(words), std::string::npos) << finished.err;
    EXPECT_EQ(std::ranges::count(finished.err, '\n'), 1) << finished.err;
    EXPECT_EQ(finished.out, "");
  }
}

TEST_F(CliProfile, AProfilerIsToldOfLabVariantAndStep) {
  const std::filesystem::path profiler = std::filesystem::path(WARPLIGHT_BUILD_DIR) / "tests" / "warplight-fake-profiler.so";
  if (!std::filesystem::exists(profiler)) GTEST_SKIP() << "needs the CUDA Toolkit: built without NVTX's headers";
  const test::Finished finished = shell("NVTX_INJECTION64_PATH=" + profiler.string() +
                                        " FAKE_PROFILER_LOG=log \"$CLI\" run nbody --variant cpu --set n=100 --steps 3 --steps-a-call 3");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(read("log").find("Warplight:nbody\n  Warplight:cpu\n    Warplight:advance 3\n"), std::string::npos) << read("log");
}

}  // namespace
}  // namespace warplight::cli
