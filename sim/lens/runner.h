// Runs blocks one after the other on one thread of the CPU: each CUDA thread is a fiber; a warp's accesses are put
// together again from what its lanes logged, counted and checked.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sim/lens/event.h"
#include "sim/lens/job.h"
#include "sim/lens/place_table.h"
#include "sim/lens/region.h"
#include "sim/lens/report.h"
#include "sim/lens/source_lines.h"

namespace warplight::lens {

constexpr int kWarp = 32;
constexpr int kMostThreads = 1024;
constexpr std::int64_t kMostAlive = 16384;  // threads of a cooperative grid
// Each thread's stack with its guard costs two of the 65530 mappings that Linux gives a process.
constexpr int kMostRunners = 14;
constexpr std::size_t kMostSharedBytes = 228 * 1024;

// What lanes do together. The first five are for all threads of a block.
enum class Together : std::uint8_t {
  barrier, barrier_count, barrier_and, barrier_or, grid,
  sync_warp, shuffle, shuffle_up, shuffle_down, shuffle_xor,
  all, any, ballot, active_mask, match_any, match_all, reduce_add, reduce_min, reduce_max,
};

// One thread's part in it.
struct Call {
  Together what = Together::barrier;
  std::uintptr_t pc = 0;
  std::uint32_t mask = 0;
  std::uint64_t value = 0;
  int argument = 0;  // lane, delta
  int width = kWarp;
  bool is_signed = false;
  std::uint64_t result = 0;
  int all = 0;  // match_all's second result
};

const char* name_of(Together what);  // "__shfl_sync"
std::string hex(std::uint32_t mask);

class Runner {
 public:
  Runner();

  // Takes blocks until none is left or a runner found a fault. Call on the thread that keeps the runner.
  void run(Job& job);
  // After all runners are done: reads of global memory that nobody wrote.
  void report_never_written(Job& job);

  // From fibers.
  std::uint64_t take_part(Call& call);
  void log_full();
  void note_atomic();  // an atomic, or a volatile access
  void note_fence();
  // The region of an access that the two recent ones don't hold; 0xffff: not recorded. Does not come back from a fault.
  std::uint16_t find_region(std::uintptr_t address, std::size_t bytes, Access access, std::uintptr_t pc);
  [[noreturn]] void stop_fiber(FaultKind kind, std::uintptr_t pc, std::string what);
  [[noreturn]] void stop_misaligned(std::uintptr_t address, std::size_t bytes, Access access, std::uintptr_t pc);
  void* dynamic_shared() const { return dynamic_.data(); }
  bool cooperative() const { return job_->call->cooperative; }
  bool in_fiber() const { return in_fiber_; }
  bool on_stacks(std::uintptr_t address) const;
  // Where the current fiber was last seen; `otherwise` where it was not since it went on.
  std::uintptr_t last_seen(std::uintptr_t otherwise) const {
    return hot.next == hot.end - kLog ? otherwise : pc_of(hot.next[-1].place());
  }

  struct Tally {
    Figures figures;
    Space space = Space::global;
    Access access = Access::read;
  };
  struct Branch {
    std::int64_t taken = 0, parted = 0;
    std::uint32_t next = 0;
    bool several = false;
  };
  PlaceTable<Tally> tallies;
  PlaceTable<Branch> branches;
  std::int64_t accesses = 0;
  double seconds = 0;  // of this core
  std::vector<WarpRequest> requests;
  std::vector<std::uint32_t> request_places;

 private:
  enum class Wait : std::uint8_t { nothing, barrier, warp, done };
  struct Fiber {
    boost::context::detail::fcontext_t context = nullptr;  // null: begin anew
    Wait wait = Wait::nothing;
    int depth = 0;
    std::int64_t steps = 0;
    bool fenced = false, atomic = false;  // has it run a fence, an atomic?
    Call call;
  };
  struct NeverWritten {
    const Cell* cell;
    std::uint32_t bytes, place;
    int thread;
    std::int64_t block;
    std::string where;
  };

  static void fiber_main(boost::context::detail::transfer_t from);
  void set_up_thread();
  // Stacks for so many threads, each with a page before it that stops what runs over.
  static Pages make_stacks(std::int64_t threads);
  void use_stacks(const Pages& stacks, std::int64_t first);

  enum class Stage { done, at_grid_barrier, stopped };
  void enter_block(std::int64_t linear);
  void begin_block(std::int64_t linear);
  Stage run_block();  // until all its threads have left the kernel, or wait for the whole grid
  struct Alive;       // one block of a cooperative grid
  void run_grid();
  void wake(Alive& block, std::int64_t linear, const Pages& stacks);
  void put_to_sleep(Alive& block);
  bool pass_grid_barrier(const std::vector<Alive>& blocks);
  void resume(int thread);
  void leave(Wait wait);

  void run_warp(int warp);
  void fill_log(int lane);
  void consume();
  void consume_one(std::uint32_t key, std::uint32_t lanes);
  bool resolve_warp(int warp);
  bool resolve_group(int warp, std::uint32_t lanes);
  void pass_barrier();
  void release_barrier();
  void diverged_barrier(int waiting, int other);
  bool same_line(std::uintptr_t a, std::uintptr_t b) const;

  void take_block(std::uint32_t place, std::uint32_t lanes);
  void take_access(std::uint32_t lanes);
  void count(const Event& first, Space space, std::uint32_t lanes);
  void check(const Region& region, const Event& event, int thread, Stamp::Crowd crowd);
  bool handed_on(Stamp before, Stamp now) const;
  bool check_cell(const Region& region, const Event& event, Cell& cell, Stamp now);
  bool too_late(const Event& event, const Cell& cell, Stamp now);
  void note_request(const Event& first, std::uint32_t lanes);
  void race(const Region& region, const Event& event, int thread, Stamp other, std::uint32_t other_place,
            bool other_wrote);
  void note_never_written(const Region& region, const Event& event, const Cell& cell, Stamp now);
  void report_never_written(Job& job, const std::vector<NeverWritten>& reads) const;

  void begin_shared();
  std::uint16_t shared_variable(std::uintptr_t address, std::size_t bytes);
  void note_nearest_variable(std::uintptr_t address);
  std::uint16_t constant_variable(std::uintptr_t address, std::size_t bytes);
  const Region& region(std::uint16_t id) const { return *regions_[id]; }
  std::string where(std::uintptr_t address) const;
  std::string place_text(std::uint32_t place) const;
  std::uintptr_t pc_of(std::uint32_t place) const { return hot.text_start + place; }
  void report(FaultKind kind, std::uintptr_t pc, int thread, std::string what) const;
  FaultInfo describe(FaultKind kind, std::uintptr_t pc, std::int64_t block, int thread, std::string what) const;

  static constexpr int kLog = 256;
  static constexpr std::size_t kStack = 64 * 1024, kGuard = 4096;
  static constexpr std::uint16_t kNotRecorded = 0xffff;
  static constexpr std::uint32_t kEmpty = 0xffffffffu;

  Pages stacks_, logs_;
  std::byte* block_stacks_ = nullptr;  // of the block that runs
  const Pages* used_stacks_ = nullptr;
  std::vector<Fiber> fibers_;
  boost::context::detail::fcontext_t scheduler_ = nullptr;
  bool in_fiber_ = false;
  struct Stop {
    FaultKind kind = FaultKind::crash;
    std::uintptr_t pc = 0;
    std::string what;
  } stop_;  // what the current fiber was stopped for
  int current_ = 0;  // thread in the block

  Job* job_ = nullptr;
  std::int64_t block_ = 0;
  unsigned barrier_ = 0;
  bool acquired_ = false;  // took over what other blocks handed on (an atomic, then a fence)
  unsigned warp_sync_[kMostThreads / kWarp] = {};
  std::vector<const Region*> regions_;  // the job's buffers, then shared memory
  Region dynamic_;
  std::deque<Region> variables_;  // shared ones
  std::deque<Region> constants_;
  std::size_t buffers_ = 0;  // how many of regions_ are lent
  unsigned shared_stamp_ = 0;
  std::uint32_t crowd_ = 0;  // lanes that read one address together
  std::vector<NeverWritten> shared_reads_, global_reads_;

  // The warp that is being put together.
  int warp_ = 0;
  Event *head_[kWarp], *tail_[kWarp];
  alignas(64) std::uint32_t keys_[kWarp];
  std::uint32_t filled_ = 0, wanted_ = 0;  // lanes with events; lanes that must run before the next can be told
  std::uint32_t last_block_[kWarp];
  std::uint32_t pending_[kWarp];  // lanes that ran a block together, at the lowest of them; 0: parted or gone on
  int leader_[kWarp];             // whose pending_ a lane is in; -1: none
};

}  // namespace warplight::lens
