// The hash of a kernel's source changes with what the kernel is made of, and with nothing else.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "app/cli/code_hash.h"
#include "tests/shared/program.h"

namespace warplight::cli {
namespace {

class KernelHashes : public test::CliTest {
 protected:
  // Of a tree with two kernels; which of the two lines of the table changed since `before`.
  std::string table() const {
    const test::Finished made = shell("cmake -DSOURCE=\"$PWD\" -DOUT=table.h -P " WARPLIGHT_SOURCE_DIR "/cmake/kernel_hashes.cmake");
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return read("table.h");
  }
  static std::string line_of(const std::string& table, const std::string& kernel) {
    const std::size_t at = table.find("{\"" + kernel + "\"");
    EXPECT_NE(at, std::string::npos) << table;
    return at == std::string::npos ? "" : table.substr(at, table.find('\n', at) - at);
  }
};

TEST_F(KernelHashes, FollowTheFileWhatItIncludesAndItsLauncher) {
  std::filesystem::create_directories(folder() / "sim/lab/kernels");
  write("sim/lab/deep.h", "constexpr int kDeep = 1;\n");
  write("sim/lab/kernels/words.cuh", "#include \"sim/lab/deep.h\"\n");
  write("sim/lab/kernels/one.cuh", "#include \"sim/lab/kernels/words.cuh\"\n__global__ void one_kernel(int n) {}\n");
  write("sim/lab/kernels/two.cuh", "template <int k>\n__global__ void __launch_bounds__(128, 2)\n    two_kernel(int n) {}\n");
  write("sim/lab/one.cu", "launch(one_kernel);\n");
  write("sim/lab/two.cu", "launch(two_kernel<3>);\n");
  const std::string before = table();
  const auto changes = [&](const char* file, bool one, bool two) {
    const std::string kept = read(file);
    write(file, kept + "// changed\n");
    const std::string now = table();
    EXPECT_EQ(line_of(now, "one_kernel") != line_of(before, "one_kernel"), one) << file;
    EXPECT_EQ(line_of(now, "two_kernel") != line_of(before, "two_kernel"), two) << file;
    write(file, kept);
  };
  changes("sim/lab/kernels/one.cuh", true, false);
  changes("sim/lab/kernels/words.cuh", true, false);
  changes("sim/lab/deep.h", true, false);
  changes("sim/lab/one.cu", true, false);
  changes("sim/lab/kernels/two.cuh", false, true);
  changes("sim/lab/two.cu", false, true);
  EXPECT_EQ(table(), before);
}

TEST_F(KernelHashes, EveryKernelOfThisProgramHasOne) {
  const test::Finished found = shell("cd " WARPLIGHT_SOURCE_DIR "/sim && grep -rhoE --include=*.cuh '^(__global__ void )?(__launch_bounds__[(][^)]*[)])? *[a-z0-9_]+_kernel\\(' . "
                                     "| grep -oE '[a-z0-9_]+_kernel'; grep -rlE --include=*.cuh '__global__' . | wc -l >&2");
  std::istringstream names(found.out);
  std::size_t count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    EXPECT_EQ(kernel_source("warplight::lab::" + name + "<3>").sha256.size(), 64u) << name;
  }
  EXPECT_GE(count, std::stoul(found.err)) << "a file with a kernel that has another name or form than the table looks for";
  EXPECT_EQ(kernel_source("somebody_elses_kernel").sha256, "");
}

}  // namespace
}  // namespace warplight::cli
