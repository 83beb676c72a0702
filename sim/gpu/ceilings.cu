#include "sim/gpu/ceilings.h"
#include "sim/gpu/device.h"
#include "sim/gpu/kernels/ceilings.cuh"
#include "sim/gpu/launch.h"

namespace warplight::gpu {
namespace {

constexpr unsigned kBlock = 256;
constexpr std::int64_t kPack = 16;  // bytes of a float4
// Blocks that read a piece each: a power of two, so that pieces are of one size.
constexpr unsigned kReaders = 1024;
static_assert(kCeilingStep % (kPack * kReaders * kBlock) == 0);

// Every multiprocessor full (2048 threads, or 1536 on some) a few times over.
Shape full_shape() {
  return {.grid = {static_cast<unsigned>(selected_device().multiprocessors) * 32}, .block = {kBlock}};
}

double operations(const Shape& shape, int rounds) {
  return static_cast<double>(shape.grid.x) * shape.block.x * rounds * 16 * kChains;
}

}  // namespace

void launch_copy(const void* from, void* to, std::int64_t bytes, const Stream& stream) {
  const std::int64_t n = bytes / kPack;
  launch(copy_kernel, {.grid = {blocks_for(n, 4 * kBlock)}, .block = {kBlock}}, stream,
         static_cast<const float4*>(from), static_cast<float4*>(to), n);
}

void launch_read(const void* from, std::int64_t bytes, int passes, void* never, const Stream& stream) {
  launch(read_kernel, {.grid = {kReaders}, .block = {kBlock}}, stream, static_cast<const float4*>(from), bytes / kPack,
         passes, static_cast<float*>(never));
}

double launch_multiply_adds(int rounds, void* never, const Stream& stream) {
  const Shape shape = full_shape();
  launch(fma_kernel<float>, shape, stream, 1.0f, rounds, static_cast<float*>(never));
  return operations(shape, rounds);
}

double launch_multiply_adds_fp64(int rounds, void* never, const Stream& stream) {
  const Shape shape = full_shape();
  launch(fma_kernel<double>, shape, stream, 1.0, rounds, static_cast<double*>(never));
  return operations(shape, rounds);
}

double launch_roots(int rounds, void* never, const Stream& stream) {
  const Shape shape = full_shape();
  launch(root_kernel, shape, stream, rounds, static_cast<float*>(never));
  return operations(shape, rounds);
}

void launch_nothing(const Stream& stream) { launch(empty_kernel, {}, stream); }

void launch_delay(const Stream& stream) {
  constexpr int kRounds = 150;  // of 128 multiply-adds: some 260 clocks each
  launch(fma_kernel<float>, {}, stream, 1.0f, kRounds, static_cast<float*>(nullptr));
}

}  // namespace warplight::gpu
