// Every kernel file compiles with nvcc, with NVRTC and with the host compiler's instrumentation; found by name, so that
// a new rung is covered unasked.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "tests/lens/compilers.h"

namespace warplight::lens_test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> kernel_files() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(WARPLIGHT_SOURCE_DIR) / "sim")) {
    if (entry.path().extension() == ".cuh" && entry.path().parent_path().filename() == "kernels") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// nbody/kernels/tiled.cuh -> nbody_tiled
std::string test_name(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name =
      info.param.parent_path().parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return !isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

void expect_compiles(const std::optional<Compiled>& compiled) {
  if (!compiled) GTEST_SKIP() << missing_reason();
  EXPECT_TRUE(compiled->ok) << compiled->log;
}

class KernelFile : public ::testing::TestWithParam<fs::path> {};

TEST_P(KernelFile, CompilesWithNvcc) { expect_compiles(compile_with_nvcc(GetParam())); }
TEST_P(KernelFile, CompilesWithNvrtc) { expect_compiles(compile_with_nvrtc(GetParam())); }
TEST_P(KernelFile, CompilesWithInstrumentedHostCompiler) { expect_compiles(compile_with_host(GetParam())); }

INSTANTIATE_TEST_SUITE_P(All, KernelFile, ::testing::ValuesIn(kernel_files()), test_name);

TEST(KernelFiles, AreFound) { EXPECT_GE(kernel_files().size(), 2u); }

// A kernel file of our own in a folder that goes away with it.
class Planted : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "warplight-kernel-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path plant(const std::string& text) {
    std::ofstream(folder_ / "planted.cuh") << text;
    return folder_ / "planted.cuh";
  }

 private:
  fs::path folder_;
};

const std::string kGood =
    "#pragma once\n#include \"sim/gpu/device.cuh\"\n"
    "__global__ void planted_kernel(float* x, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] = ROOT(x[i]);\n}\n";

std::string with_root(std::string head, const std::string& root) {
  std::string text = head + kGood;
  return text.replace(text.find("ROOT"), 4, root);
}

void expect_refused(const std::optional<Compiled>& compiled) {
  if (!compiled) GTEST_SKIP() << missing_reason();
  EXPECT_FALSE(compiled->ok);
}

TEST_F(Planted, GoodKernelPassesAllThree) {
  const fs::path file = plant(with_root("", "warplight::fast_rsqrt"));
  EXPECT_TRUE(compile_with_host(file)->ok) << compile_with_host(file)->log;
  const auto nvcc = compile_with_nvcc(file), nvrtc = compile_with_nvrtc(file);
  if (!nvcc || !nvrtc) GTEST_SKIP() << missing_reason();
  EXPECT_TRUE(nvcc->ok) << nvcc->log;
  EXPECT_TRUE(nvrtc->ok) << nvrtc->log;
}

TEST_F(Planted, BarrierOfTheGridPassesAllThree) {
  const fs::path file = plant(kGood.substr(0, kGood.find("  if (i")) + "  warplight::grid_sync();\n  x[i] = n;\n}\n");
  EXPECT_TRUE(compile_with_host(file)->ok) << compile_with_host(file)->log;
  const auto nvcc = compile_with_nvcc(file), nvrtc = compile_with_nvrtc(file);
  if (!nvcc || !nvrtc) GTEST_SKIP() << missing_reason();
  EXPECT_TRUE(nvcc->ok) << nvcc->log;
  EXPECT_TRUE(nvrtc->ok) << nvrtc->log;
}

TEST_F(Planted, UnknownFunctionIsRefusedByNvcc) {
  expect_refused(compile_with_nvcc(plant(with_root("", "no_such_function"))));
}
TEST_F(Planted, StandardLibraryIsRefusedByNvrtc) {
  expect_refused(compile_with_nvrtc(plant(with_root("#include <cmath>\n", "std::sqrt"))));
}
TEST_F(Planted, CudaRuntimeHeaderIsRefusedByNvrtc) {
  expect_refused(compile_with_nvrtc(plant(with_root("#include <cuda_runtime.h>\n", "sqrtf"))));
}
TEST_F(Planted, CudaRuntimeHeaderIsRefusedByHostCompiler) {
  expect_refused(compile_with_host(plant(with_root("#include <cuda_runtime.h>\n", "sqrtf"))));
}
TEST_F(Planted, ConstantsPassAllThree) {
  const fs::path file = plant(with_root("__constant__ float scale[2] = {2, 3};\n", "scale[i % 2] *"));
  EXPECT_TRUE(compile_with_host(file)->ok) << compile_with_host(file)->log;
  const auto nvcc = compile_with_nvcc(file), nvrtc = compile_with_nvrtc(file);
  if (!nvcc || !nvrtc) GTEST_SKIP() << missing_reason();
  EXPECT_TRUE(nvcc->ok) << nvcc->log;
  EXPECT_TRUE(nvrtc->ok) << nvrtc->log;
}
TEST_F(Planted, ConstantThatIsConstTooIsRefusedByHostCompilerInWords) {
  const auto compiled = compile_with_host(plant("#include \"sim/gpu/device.cuh\"\n" +
                                                with_root("__constant__ const float scale[2] = {2, 3};\n", "scale[i % 2] *")));
  EXPECT_FALSE(compiled->ok);
  EXPECT_NE(compiled->log.find("a_constant_variable_must_not_be_const_too"), std::string::npos) << compiled->log;
}
TEST_F(Planted, InlinePtxIsRefusedByHostCompiler) {
  const std::string text = with_root("", "warplight::fast_rsqrt");
  expect_refused(compile_with_host(
      plant(text + "__device__ int lane() { int x; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x)); return x; }\n")));
}

}  // namespace
}  // namespace warplight::lens_test
