// What the tests run under the lens: launches of the kernels beside this file, each in the session of the caller.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "sim/lens/fault.h"

namespace warplight::lens_launch {

struct Pair {
  std::string_view name;  // the faulty line's mark
  lens::FaultKind kind;
  void (*faulty)();
  void (*right)();
};
std::vector<Pair> fault_pairs();

// Copies of nbody's `tiled` with one fault each, made from the real file when the build was configured.
struct Planted {
  std::string_view name;
  void (*run)();  // 70 bodies, blocks of 64
};
std::vector<Planted> planted_tiled();

void strided_copy(int n, int stride);
void float4_copy(int n);
void transpose_naive(int n);
void transpose_tiled(int n, bool padded);
void reduce_strided(int blocks);
void parting(int rounds);
std::vector<unsigned> together();
struct AtomicSums {
  std::vector<int> counts;
  float sum;
  unsigned long long most;
};
AtomicSums atomics(int blocks, int block);
float last_block(int blocks);
std::vector<unsigned> dimensions();
std::vector<float> constants(bool second);  // of faults.cuh: 1 4 6 4 1 and so on, or 6 alone
using VectorSums = std::vector<std::array<float, 4>>;
VectorSums vector_atomics(int blocks, int n);  // 96 threads a block; each adds (1, thread, 0.5, -block) to slot i % n
std::vector<float> tile_rows(int blocks);      // [block][row][column]: see words.cuh
constexpr int kWords = 12;
std::vector<double> words();  // [word][lane]
std::vector<unsigned> integer_atomics();
// [thread]: what grid.cuh says, all blocks at once.
std::vector<unsigned> grid_rounds(unsigned blocks, unsigned threads, int rounds);
void grid_sync_once(bool cooperative, unsigned blocks, unsigned threads);
unsigned most_cooperative_blocks(unsigned threads);
void shape(unsigned blocks, unsigned threads, unsigned long shared_bytes);  // of a launch that may be refused

}  // namespace warplight::lens_launch
