// The words of sim/gpu/device.cuh on a real GPU: the same kernels as under the lens, with the same results.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/gpu/device.h"
#include "sim/gpu/launch.h"
#include "tests/lens/kernels/grid.cuh"
#include "tests/lens/kernels/words.cuh"

namespace warplight {
namespace {

class DeviceWords : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = gpu::unavailable_reason(0);
    if (!reason.empty()) GTEST_SKIP() << reason;
    stream_ = gpu::Stream::create();
  }

  template <class T>
  std::vector<T> read(const gpu::Buffer& buffer) {
    std::vector<T> items(static_cast<std::size_t>(buffer.bytes()) / sizeof(T));
    gpu::copy_to_host(items.data(), buffer.data(), buffer.bytes(), stream_);
    stream_.wait();
    return items;
  }
  template <class T>
  gpu::Buffer zeros(std::int64_t n) {
    gpu::Buffer buffer(n * static_cast<std::int64_t>(sizeof(T)));
    gpu::fill_device(buffer.data(), 0, buffer.bytes(), stream_);
    return buffer;
  }

  gpu::Stream stream_;
};

// Each round adds `round` times 1 + 2 + ... + blocks: wrong if a block reads before another wrote.
TEST_F(DeviceWords, GridSyncHoldsEveryBlockUntilAllHaveCome) {
  constexpr unsigned kThreads = 128;
  constexpr int kRounds = 20;
  gpu::Shape shape{.block = {kThreads}, .shared_bytes = kThreads * sizeof(unsigned), .cooperative = true};
  const unsigned most = gpu::most_cooperative_blocks(lens_test::grid_rounds_kernel<false>, shape);
  ASSERT_GT(most, 0u);
  for (const unsigned blocks : {1u, 3u, most}) {
    shape.grid = {blocks};
    const gpu::Buffer part = zeros<unsigned>(blocks), sums = zeros<unsigned>(blocks * kThreads);
    gpu::launch(lens_test::grid_rounds_kernel<false>, shape, stream_, static_cast<unsigned*>(part.data()),
                static_cast<unsigned*>(sums.data()), kRounds);
    const unsigned sum = blocks * (blocks + 1) / 2 * (kRounds * (kRounds + 1) / 2);
    const std::vector<unsigned> found = read<unsigned>(sums);
    for (unsigned i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], sum * (i / kThreads + 1)) << blocks << " blocks";
  }
}

TEST_F(DeviceWords, CooperativeGridThatCantBeThereAtOnceIsRefused) {
  gpu::Shape shape{.block = {128}, .cooperative = true};
  const unsigned most = gpu::most_cooperative_blocks(lens_test::grid_sync_once_kernel, shape);
  shape.grid = {most + 1};
  const gpu::Buffer out = zeros<float>(static_cast<std::int64_t>(most + 1) * 128);
  try {
    gpu::launch(lens_test::grid_sync_once_kernel, shape, stream_, static_cast<float*>(out.data()));
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("holds " + std::to_string(most) + " such blocks"), std::string::npos)
        << error.what();
  }
  shape.grid = {most};
  gpu::launch(lens_test::grid_sync_once_kernel, shape, stream_, static_cast<float*>(out.data()));
  stream_.wait();
}

TEST_F(DeviceWords, VectorAtomicsAddUp) {
  constexpr int kBlocks = 300, kSlots = 7;
  const gpu::Buffer sums = zeros<float4>(kSlots);
  gpu::launch(lens_test::vector_atomics_kernel, {.grid = {kBlocks}, .block = {96}}, stream_,
              static_cast<float4*>(sums.data()), kSlots);
  double expected[kSlots][4] = {};
  for (int i = 0; i < kBlocks * 96; ++i) {
    double* const slot = expected[i % kSlots];
    slot[0] += 1, slot[1] += i % 96, slot[2] += 0.5, slot[3] -= i / 96;
  }
  const std::vector<float4> found = read<float4>(sums);
  for (std::size_t i = 0; i < kSlots; ++i) {  // whole numbers and halves below 2^24: sums without error
    EXPECT_EQ(found[i].x, expected[i][0]);
    EXPECT_EQ(found[i].y, expected[i][1]);
    EXPECT_EQ(found[i].z, expected[i][2]);
    EXPECT_EQ(found[i].w, expected[i][3]);
  }
}

}  // namespace
}  // namespace warplight
