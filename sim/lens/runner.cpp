#include "sim/lens/runner.h"

#include <sys/mman.h>

#include <cstring>
#include <ctime>

#include "sim/error.h"

namespace warplight::lens {

namespace ctx = boost::context::detail;

// The kernel's threadIdx and the like, by the names that shim_threads.h gives them.
struct Extent3 {
  unsigned x, y, z;
};
__thread Extent3 thread_index asm("warplight_lens_thread_index");
__thread Extent3 block_index asm("warplight_lens_block_index");
__thread Extent3 block_size asm("warplight_lens_block_size");
__thread Extent3 grid_size asm("warplight_lens_grid_size");

namespace {
Extent3 extent(const Index3& at) { return {at.x, at.y, at.z}; }

double core_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
}  // namespace

Runner::Runner()
    : stacks_(make_stacks(kMostThreads)),
      logs_(kWarp * kLog * sizeof(Event), "a warp's log"),
      fibers_(kMostThreads),
      dynamic_("dynamic shared memory", Space::shared, kMostSharedBytes, 1) {}

Pages Runner::make_stacks(std::int64_t threads) {
  Pages stacks(static_cast<std::size_t>(threads) * (kStack + kGuard), "the threads' stacks");
  for (std::size_t at = 0; at < stacks.bytes(); at += kStack + kGuard) {
    if (mprotect(stacks.data() + at, kGuard, PROT_NONE) != 0) {
      throw_failed("the lens can't guard the stacks of its threads: vm.max_map_count allows too few mappings");
    }
  }
  return stacks;
}

void Runner::use_stacks(const Pages& stacks, std::int64_t first) {
  used_stacks_ = &stacks;
  block_stacks_ = stacks.data() + static_cast<std::size_t>(first) * (kStack + kGuard);
  hot.ignored_start = reinterpret_cast<std::uintptr_t>(stacks.data());
  hot.ignored_bytes = stacks.bytes();
}

bool Runner::on_stacks(std::uintptr_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(used_stacks_->data()) < used_stacks_->bytes();
}

void Runner::set_up_thread() {
  hot = Hot{};
  use_stacks(stacks_, 0);
  hot.text_start = program_text().start;
  hot.runner = this;
  if (program_text().end - hot.text_start > Event::kPlaceMask) throw_failed("the program is too large for the lens");
  block_size = extent(job_->call->block);
  grid_size = extent(job_->call->grid);
}

void Runner::run(Job& job) {
  job_ = &job;
  regions_.assign(job.buffers.begin(), job.buffers.end());
  buffers_ = regions_.size();
  dynamic_.bytes = job.call->shared_bytes;
  regions_.push_back(&dynamic_);
  variables_.clear();
  constants_.clear();
  shared_reads_.clear();
  global_reads_.clear();
  set_up_thread();
  const double start_s = core_seconds();
  if (job.call->cooperative) run_grid();
  while (!job.call->cooperative && !job.stopped.load(std::memory_order_relaxed)) {
    const std::int64_t block = job.next_block.fetch_add(1, std::memory_order_relaxed);
    if (block >= job.blocks()) break;
    begin_block(block);
    run_block();
  }
  if (job.stopped) {
    for (Fiber& fiber : fibers_) fiber.context = nullptr;  // left in the middle of a kernel: never to be resumed
  }
  hot = Hot{};
  seconds += core_seconds() - start_s;
}

void Runner::fiber_main(ctx::transfer_t from) {
  auto* const runner = static_cast<Runner*>(from.data);
  runner->scheduler_ = from.fctx;
  for (;;) {
    hot.depth = 0;
    runner->job_->call->body(runner->job_->call->closure);
    runner->leave(Wait::done);
  }
}

void Runner::resume(int thread) {
  Fiber& fiber = fibers_[static_cast<std::size_t>(thread)];
  if (fiber.context == nullptr) {
    std::byte* const top = block_stacks_ + static_cast<std::size_t>(thread + 1) * (kStack + kGuard);
    fiber.context = ctx::make_fcontext(top, kStack, fiber_main);
  }
  current_ = thread;
  thread_index = extent(job_->thread_index(thread));
  hot.depth = fiber.depth;
  hot.active = in_fiber_ = true;
  fiber.context = ctx::jump_fcontext(fiber.context, this).fctx;
  hot.active = in_fiber_ = false;
  if (stop_.pc != 0) {
    report(stop_.kind, stop_.pc, thread, std::move(stop_.what));
    stop_ = {};
  }
}

// On the fiber's stack, as is all that kernels call.
void Runner::leave(Wait wait) {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  fiber.wait = wait;
  fiber.depth = wait == Wait::done ? 0 : hot.depth;
  scheduler_ = ctx::jump_fcontext(scheduler_, nullptr).fctx;
}

void Runner::log_full() {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  fiber.steps += kLog;
  if (fiber.steps > job_->most_steps) {
    stop_fiber(FaultKind::endless, pc_of(hot.next[-1].place()),
               "still going after " + std::to_string(fiber.steps) +
                   " accesses and branches: an endless loop, or a size that is not for the lens");
  }
  leave(Wait::nothing);
}

std::uint64_t Runner::take_part(Call& call) {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  fiber.call = call;
  leave(call.what <= Together::grid ? Wait::barrier : Wait::warp);
  call.all = fiber.call.all;
  return fiber.call.result;
}

void Runner::note_atomic() {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  fiber.atomic = true;
  if (fiber.fenced) job_->released[static_cast<std::size_t>(block_)].store(barrier_ + 1, std::memory_order_relaxed);
}

void Runner::note_fence() {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  fiber.fenced = true;
  acquired_ |= fiber.atomic;
}

void Runner::stop_fiber(FaultKind kind, std::uintptr_t pc, std::string what) {
  stop_ = {kind, pc, std::move(what)};  // told from the scheduler's stack: looking up a line takes more than a fiber has
  ctx::jump_fcontext(scheduler_, nullptr);
  __builtin_unreachable();
}

void Runner::enter_block(std::int64_t linear) {
  block_ = linear;
  block_index = extent(job_->block_index(linear));
}

void Runner::begin_block(std::int64_t linear) {
  enter_block(linear);
  barrier_ = 0;
  acquired_ = false;
  std::memset(warp_sync_, 0, sizeof warp_sync_);
  begin_shared();
  const int threads = job_->threads();
  for (int t = 0; t < threads; ++t) {
    Fiber& fiber = fibers_[static_cast<std::size_t>(t)];
    fiber.wait = Wait::nothing;
    fiber.depth = 0;
    fiber.steps = 0;
    fiber.fenced = fiber.atomic = false;
  }
}

Runner::Stage Runner::run_block() {
  const int threads = job_->threads();
  for (;;) {
    for (int warp = 0; warp * kWarp < threads; ++warp) {
      run_warp(warp);
      if (job_->stopped.load(std::memory_order_relaxed)) return Stage::stopped;
    }
    report_never_written(*job_, shared_reads_);
    shared_reads_.clear();
    if (fibers_[0].wait == Wait::done) {
      bool all_done = true;
      for (int t = 0; t < threads; ++t) all_done &= fibers_[static_cast<std::size_t>(t)].wait == Wait::done;
      if (all_done) return Stage::done;
    }
    pass_barrier();
    if (job_->stopped.load(std::memory_order_relaxed)) return Stage::stopped;
    if (fibers_[0].wait == Wait::barrier) return Stage::at_grid_barrier;
  }
}

// Every thread waits at a barrier or has left the kernel.
void Runner::pass_barrier() {
  const int threads = job_->threads();
  int waiting = 0;
  while (fibers_[static_cast<std::size_t>(waiting)].wait != Wait::barrier) ++waiting;
  const Call& first = fibers_[static_cast<std::size_t>(waiting)].call;
  int count = 0;
  for (int t = 0; t < threads; ++t) {
    const Fiber& fiber = fibers_[static_cast<std::size_t>(t)];
    if (fiber.wait == Wait::done || fiber.call.what != first.what || !same_line(fiber.call.pc, first.pc)) {
      diverged_barrier(waiting, t);
      return;
    }
    count += fiber.call.value != 0;
  }
  if (first.what == Together::grid) return;  // the other blocks must come too
  for (int t = 0; t < threads; ++t) {
    Fiber& fiber = fibers_[static_cast<std::size_t>(t)];
    fiber.call.result = fiber.call.what == Together::barrier_and  ? count == threads
                        : fiber.call.what == Together::barrier_or ? count > 0
                                                                  : static_cast<std::uint64_t>(count);
  }
  release_barrier();
}

void Runner::release_barrier() {
  for (int t = 0; t < job_->threads(); ++t) fibers_[static_cast<std::size_t>(t)].wait = Wait::nothing;
  if (barrier_ < Stamp::kLastBarrier) ++barrier_;
}

void Runner::diverged_barrier(int waiting, int other) {
  const int threads = job_->threads();
  const Fiber& odd = fibers_[static_cast<std::size_t>(other)];
  int here = 0;
  for (int t = 0; t < threads; ++t) {
    const Fiber& fiber = fibers_[static_cast<std::size_t>(t)];
    here += fiber.wait == Wait::barrier && fiber.call.pc == fibers_[static_cast<std::size_t>(waiting)].call.pc;
  }
  std::string what = std::to_string(here) + " of " + std::to_string(threads) + " threads wait at this barrier; thread " +
                     std::to_string(other);
  what += odd.wait == Wait::done ? " has left the kernel"
                                 : " waits at " + place_text(static_cast<std::uint32_t>(odd.call.pc - hot.text_start));
  report(FaultKind::divergent_barrier, fibers_[static_cast<std::size_t>(waiting)].call.pc, waiting, std::move(what));
}

bool Runner::same_line(std::uintptr_t a, std::uintptr_t b) const { return a == b || source_line(a) == source_line(b); }

}  // namespace warplight::lens
