#include "tests/lens/kernels/launches.h"

#include "sim/gpu/launch.h"
#include "sim/lens/session.h"
#include "tests/lens/kernels/faults.cuh"
#include "tests/lens/kernels/figures.cuh"
#include "tests/lens/kernels/grid.cuh"
#include "tests/lens/kernels/planted.h"
#include "tests/lens/kernels/words.cuh"

namespace warplight::lens_launch {
namespace {

using namespace lens_test;
using lens::FaultKind;

template <class T>
T* lend(const char* name, int n, bool written) {
  return static_cast<T*>(lens::Session::current().lend(name, sizeof(T) * static_cast<unsigned>(n), sizeof(T), written));
}
float* in(int n) { return lend<float>("in", n, true); }
float* out(int n) { return lend<float>("out", n, false); }

template <class... Parameters, class... Arguments>
void run(void (*kernel)(Parameters...), gpu::Shape shape, Arguments... arguments) {
  gpu::Stream stream;
  gpu::launch(kernel, shape, stream, arguments...);
}
gpu::Shape line(unsigned blocks, unsigned threads, std::size_t shared_bytes = 0) {
  return {.grid = {blocks}, .block = {threads}, .shared_bytes = shared_bytes};
}

gpu::Shape together(unsigned blocks, unsigned threads, std::size_t shared_bytes = 0) {
  return {.grid = {blocks}, .block = {threads}, .shared_bytes = shared_bytes, .cooperative = true};
}

}  // namespace

#define PAIR(name, kind, launch) \
  {#name, FaultKind::kind, [] { constexpr bool kFaulty = true; launch; }, [] { constexpr bool kFaulty = false; launch; }}

std::vector<Pair> fault_pairs() {
  return {
      PAIR(read_past_end, out_of_bounds, run(read_past_end_kernel<kFaulty>, line(2, 64), in(100), out(100), 100)),
      PAIR(write_before_start, out_of_bounds, run(write_before_start_kernel<kFaulty>, line(2, 64), out(100), 100)),
      PAIR(shared_past_end, out_of_bounds, run(shared_past_end_kernel<kFaulty>, line(1, 64, 256), out(64))),
      PAIR(static_past_end, out_of_bounds, run(static_past_end_kernel<kFaulty>, line(1, 64), out(64))),
      PAIR(constant_past_end, out_of_bounds, run(constant_past_end_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(constant_written, out_of_bounds, run(constant_written_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(misaligned, misaligned, run(misaligned_kernel<kFaulty>, line(1, 32), in(132), out(32))),
      PAIR(read_unwritten, never_written, run(read_unwritten_kernel<kFaulty>, line(1, 64), out(64), out(64))),
      PAIR(read_unwritten_shared, never_written, run(read_unwritten_shared_kernel<kFaulty>, line(1, 64), out(64))),
      PAIR(shared_race, shared_race, run(shared_race_kernel<kFaulty>, line(1, 64), out(64))),
      PAIR(warp_race, shared_race, run(warp_race_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(global_race, global_race, run(global_race_kernel<kFaulty>, line(4, 32), in(1))),
      PAIR(vector_atomic_race, global_race,
           run(vector_atomic_race_kernel<kFaulty>, line(3, 32), lend<float4>("sum", 2, true), out(32))),
      PAIR(vector_atomic_past_end, out_of_bounds,
           run(vector_atomic_past_end_kernel<kFaulty>, line(1, 32), lend<float4>("sum", 3, true), 3)),
      PAIR(vector_atomic_misaligned, misaligned, run(vector_atomic_misaligned_kernel<kFaulty>, line(2, 32), in(8))),
      PAIR(vector_atomic_unwritten, never_written,
           run(vector_atomic_unwritten_kernel<kFaulty>, line(1, 64), lend<float4>("sum", 1, false))),
      PAIR(written_too_late, never_written,
           run(written_too_late_kernel<kFaulty>, line(1, 64), lend<unsigned>("counts", 1, false))),
      PAIR(vector_atomic_shared, not_modelled,
           run(vector_atomic_shared_kernel<kFaulty>, line(1, 32), lend<float4>("sum", 1, true))),
      PAIR(byte_race, global_race, run(byte_race_kernel<kFaulty>, line(1, 64), lend<unsigned char>("out", 64, false))),
      PAIR(divergent_barrier, divergent_barrier, run(divergent_barrier_kernel<kFaulty>, line(1, 64), out(64))),
      PAIR(divergent_warp, divergent_warp, run(divergent_warp_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(wrong_mask, wrong_mask, run(wrong_mask_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(mask_of_all, divergent_warp, run(mask_of_all_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(endless, endless, run(endless_kernel<kFaulty>, line(1, 32), out(32))),
      PAIR(grid_race, global_race,
           run(grid_rounds_kernel<kFaulty>, together(5, 64, 256), lend<unsigned>("part", 5, false),
               lend<unsigned>("sums", 320, false), 2)),
      PAIR(grid_left, divergent_barrier, run(grid_left_kernel<kFaulty>, together(5, 64), out(320))),
      PAIR(grid_thread_left, divergent_barrier, run(grid_thread_left_kernel<kFaulty>, together(5, 64), out(320))),
      PAIR(grid_elsewhere, divergent_barrier, run(grid_elsewhere_kernel<kFaulty>, together(5, 64), out(320))),
      PAIR(grid_too_early, never_written, run(grid_too_early_kernel<kFaulty>, together(5, 64), out(5), out(320))),
      PAIR(grid_unwritten, never_written, run(grid_unwritten_kernel<kFaulty>, together(5, 64), out(320))),
      PAIR(stack, crash, run(stack_kernel<kFaulty>, line(1, 32), out(32))),
  };
}

// What comes after n softens.
template <class... Softening>
void run_tiled(void (*kernel)(const float4*, float4*, int, Softening...)) {
  constexpr int n = 70, block = 64;
  run(kernel, line(2, block, block * sizeof(float4)), reinterpret_cast<const float4*>(lend<float4>("position", n, true)),
      lend<float4>("acceleration", n, false), n, Softening{}...);
}

#define PLANTED(name) {#name, [] { run_tiled(planted_##name::tiled_kernel<false>); }}

std::vector<Planted> planted_tiled() {
  return {PLANTED(none), PLANTED(dropped_barrier), PLANTED(dropped_second_barrier), PLANTED(tail), PLANTED(wrong_mask),
          PLANTED(unpadded)};
}

void strided_copy(int n, int stride) {
  run(strided_copy_kernel, line(gpu::blocks_for(n, 128), 128), in(n * stride), out(n), n, stride);
}
void float4_copy(int n) {
  run(float4_copy_kernel, line(gpu::blocks_for(n, 128), 128), lend<float4>("in", n, true), lend<float4>("out", n, false),
      n);
}
void transpose_naive(int n) {
  const auto tiles = static_cast<unsigned>(n / 32);
  run(transpose_naive_kernel, {.grid = {tiles, tiles}, .block = {32, 32}}, in(n * n), out(n * n), n);
}
void transpose_tiled(int n, bool padded) {
  const auto tiles = static_cast<unsigned>(n / 32);
  run(padded ? transpose_tiled_kernel<1> : transpose_tiled_kernel<0>, {.grid = {tiles, tiles}, .block = {32, 32}},
      in(n * n), out(n * n), n);
}
void reduce_strided(int blocks) {
  run(reduce_strided_kernel, line(static_cast<unsigned>(blocks), 256), in(256 * blocks), out(blocks));
}
void parting(int rounds) { run(parting_kernel, line(1, 64), out(64), rounds); }

std::vector<unsigned> together() {
  auto* slots = lend<unsigned>("out", 352, false);
  run(together_kernel, line(1, 32), slots);
  return {slots, slots + 352};
}

AtomicSums atomics(int blocks, int block) {
  auto* counts = lend<int>("counts", blocks, true);
  auto* sum = lend<float>("sum", 1, true);
  auto* most = lend<unsigned long long>("most", 1, true);
  run(atomics_kernel, line(static_cast<unsigned>(blocks), static_cast<unsigned>(block)), counts, sum, most);
  return {{counts, counts + blocks}, *sum, *most};
}

float last_block(int blocks) {
  auto* sum = out(1);
  run(last_block_kernel, line(static_cast<unsigned>(blocks), 64), out(blocks), lend<unsigned>("arrived", 1, true), sum);
  return *sum;
}

std::vector<unsigned> dimensions() {
  constexpr int kThreads = 3 * 4 * 2 * 5 * 3 * 2;
  auto* slots = lend<unsigned>("out", kThreads, false);
  run(dimensions_kernel, {.grid = {3, 4, 2}, .block = {5, 3, 2}}, slots);
  return {slots, slots + kThreads};
}

std::vector<float> constants(bool second) {
  float* const slots = out(32);
  run(second ? constant_written_kernel<false> : constant_past_end_kernel<false>, line(1, 32), slots);
  return {slots, slots + 32};
}

VectorSums vector_atomics(int blocks, int n) {
  auto* sums = lend<float4>("sums", n, true);
  run(vector_atomics_kernel, line(static_cast<unsigned>(blocks), 96), sums, n);
  VectorSums all;
  for (int i = 0; i < n; ++i) all.push_back({sums[i].x, sums[i].y, sums[i].z, sums[i].w});
  return all;
}

std::vector<float> tile_rows(int blocks) {
  constexpr int kSums = kRows * kColumns;
  auto* positions = lend<float4>("in", blocks * kColumns, true);
  for (int i = 0; i < blocks * kColumns; ++i) positions[i] = make_float4(static_cast<float>(i), 1, 0, 0.5f);
  auto* sums = out(blocks * kSums);
  run(tile_rows_kernel, {.grid = {static_cast<unsigned>(blocks)}, .block = {32, kRows}},
      reinterpret_cast<const float4*>(positions), sums);
  return {sums, sums + blocks * kSums};
}

std::vector<double> words() {
  auto* results = lend<double>("out", 32 * kWords, false);
  auto* floats = lend<float4>("in", 32, true);
  for (int i = 0; i < 32; ++i) floats[i] = make_float4(static_cast<float>(i), 2.0f, 3.0f, 4.0f);
  run(words_kernel, line(1, 32), reinterpret_cast<const float4*>(floats), lend<float4>("copy", 32, false),
      lend<float>("sum", 1, true), results);
  return {results, results + 32 * kWords};
}

std::vector<unsigned> integer_atomics() {
  auto* slots = lend<unsigned>("slots", 8, true);
  slots[2] = slots[3] = ~0u;
  run(integer_atomics_kernel, line(3, 64), slots);
  return {slots, slots + 8};
}

std::vector<unsigned> grid_rounds(unsigned blocks, unsigned threads, int rounds) {
  const auto n = static_cast<int>(blocks * threads);
  auto* sums = lend<unsigned>("sums", n, false);
  run(grid_rounds_kernel<false>, together(blocks, threads, threads * sizeof(unsigned)),
      lend<unsigned>("part", static_cast<int>(blocks), false), sums, rounds);
  return {sums, sums + n};
}

void grid_sync_once(bool cooperative, unsigned blocks, unsigned threads) {
  gpu::Shape shape = line(blocks, threads);
  shape.cooperative = cooperative;
  run(grid_sync_once_kernel, shape, out(static_cast<int>(blocks * threads)));
}

unsigned most_cooperative_blocks(unsigned threads) {
  return gpu::most_cooperative_blocks(grid_sync_once_kernel, {.block = {threads}, .cooperative = true});
}

void shape(unsigned blocks, unsigned threads, unsigned long shared_bytes) {
  run(read_unwritten_shared_kernel<false>, line(blocks, threads, shared_bytes), out(64));
}

}  // namespace warplight::lens_launch
