// Cooperative launches: all blocks of the grid are alive at once, so that they can wait for each other. One CPU thread
// runs them in turns, each until its next barrier of the grid; meanwhile the others sleep, shared memory and all.
#include <algorithm>
#include <cstring>

#include "sim/lens/runner.h"

namespace warplight::lens {
namespace {

// What a sleeping block's shared memory holds, and what the lens knows of it.
struct Kept {
  std::vector<std::byte> bytes, cells;
};

std::vector<std::byte> copy_of(const void* start, std::size_t bytes) {
  const auto* const first = static_cast<const std::byte*>(start);
  return {first, first + bytes};
}

}  // namespace

struct Runner::Alive {
  Stage stage = Stage::at_grid_barrier;
  bool begun = false;
  std::vector<Fiber> fibers;
  unsigned barrier = 0, shared_stamp = 0;
  bool acquired = false;
  std::vector<unsigned> warp_sync;
  std::vector<Kept> shared;  // the dynamic part, then the variables in the order of variables_
};

void Runner::run_grid() {
  const Pages stacks = make_stacks(job_->blocks() * job_->threads());
  std::vector<Alive> blocks(static_cast<std::size_t>(job_->blocks()));
  bool waiting = true;
  while (waiting) {
    waiting = false;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (blocks[b].stage == Stage::done) continue;
      wake(blocks[b], static_cast<std::int64_t>(b), stacks);
      blocks[b].stage = run_block();
      put_to_sleep(blocks[b]);
      if (job_->stopped.load(std::memory_order_relaxed)) break;
      waiting |= blocks[b].stage == Stage::at_grid_barrier;
    }
    if (job_->stopped.load(std::memory_order_relaxed) || (waiting && !pass_grid_barrier(blocks))) break;
  }
  use_stacks(stacks_, 0);
}

void Runner::wake(Alive& block, std::int64_t linear, const Pages& stacks) {
  use_stacks(stacks, linear * job_->threads());
  if (!block.begun) {
    block.begun = true;
    block.fibers.resize(static_cast<std::size_t>(job_->threads()));
    std::swap(fibers_, block.fibers);
    begin_block(linear);
    return;
  }
  std::swap(fibers_, block.fibers);
  enter_block(linear);
  barrier_ = block.barrier;
  shared_stamp_ = block.shared_stamp;
  acquired_ = block.acquired;
  std::ranges::copy(block.warp_sync, warp_sync_);
  const auto restore = [](const Kept& kept, Region& region) {
    std::memcpy(region.data(), kept.bytes.data(), region.bytes);
    std::memcpy(region.cells.data(), kept.cells.data(), kept.cells.size());
  };
  restore(block.shared[0], dynamic_);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (v + 1 < block.shared.size()) {
      restore(block.shared[v + 1], variables_[v]);
    } else {
      variables_[v].forget();  // this block has not touched it yet
    }
  }
  release_barrier();
}

void Runner::put_to_sleep(Alive& block) {
  std::swap(fibers_, block.fibers);
  if (block.stage == Stage::done) {
    block.fibers.clear();
    block.shared.clear();
    return;
  }
  block.barrier = barrier_;
  block.shared_stamp = shared_stamp_;
  block.acquired = acquired_;
  block.warp_sync.assign(std::begin(warp_sync_), std::end(warp_sync_));
  block.shared.clear();
  const auto keep = [&](const Region& region) {
    const std::size_t cells = (region.bytes + 3) / 4 * sizeof(Cell);
    block.shared.push_back({copy_of(region.data(), region.bytes), copy_of(region.cells.data(), cells)});
  };
  keep(dynamic_);
  for (const Region& variable : variables_) keep(variable);
}

// Every block waits for the grid or has left the kernel; some wait. False: not all of them at one barrier.
bool Runner::pass_grid_barrier(const std::vector<Alive>& blocks) {
  const auto waits = [](const Alive& block) { return block.stage == Stage::at_grid_barrier; };
  const auto first = std::ranges::find_if(blocks, waits);
  const std::uintptr_t pc = first->fibers[0].call.pc;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool here = waits(blocks[b]) && same_line(blocks[b].fibers[0].call.pc, pc);
    if (here) continue;
    block_ = first - blocks.begin();
    std::string what = std::to_string(std::ranges::count_if(blocks, [&](const Alive& block) {
                         return waits(block) && same_line(block.fibers[0].call.pc, pc);
                       })) +
                       " of " + std::to_string(blocks.size()) + " blocks wait at this barrier of the grid; block " +
                       std::to_string(b);
    what += waits(blocks[b]) ? " waits at " + place_text(static_cast<std::uint32_t>(blocks[b].fibers[0].call.pc - hot.text_start))
                             : " has left the kernel";
    report(FaultKind::divergent_barrier, pc, 0, std::move(what));
    return false;
  }
  report_never_written(*job_, global_reads_);
  global_reads_.clear();
  job_->next_launch_stamp();
  return !job_->stopped.load(std::memory_order_relaxed);
}

}  // namespace warplight::lens
