// A machine made of the lens: memory that kernels are lent, launches that run in it, and what was seen of them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lens/job.h"
#include "sim/lens/report.h"

namespace warplight::lens {

class Runner;

struct Options {
  std::string arch = "sm_90";  // its shared memory is the limit
  int threads = 0;             // of the CPU; 0: all
  std::int64_t most_steps = 1 << 24;  // accesses and basic blocks of one thread; more is an endless loop
  std::stop_token stop = {};   // asked between stretches of a warp
  Focus focus;                 // a warp whose requests are written down lane by lane
};

// One at a time on a thread: launches made there while it lives run in it.
class Session {
 public:
  explicit Session(Options options = {});  // throws bad_input for an architecture it does not know
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  static Session& current();  // throws failed where there is none

  // Memory for kernels, fenced. `written`: whether its bytes count as written by somebody.
  void* lend(std::string name, std::size_t bytes, std::size_t item_bytes, bool written);
  void mark_written(const void* start, bool written);
  void mark_part_written(const void* start, std::size_t bytes);
  void give_back(const void* start);
  void name(const void* start, std::string name);

  void run(const KernelCall& call);
  std::vector<KernelReport> reports() const;  // in the order of the first launches

 private:
  struct Kernel;
  Region* find(const void* start);
  void require_launchable(const KernelCall& call, std::size_t static_bytes) const;
  void run_job(Job& job, std::int64_t shared_bytes);
  void collect(Kernel& kernel, const KernelCall& call);

  Options options_;
  std::size_t shared_limit_ = 0;
  Session* outer_;
  std::deque<Region> buffers_;
  std::vector<std::unique_ptr<Runner>> runners_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  unsigned launch_stamp_ = 0;
};

// "sm_75, sm_80, ..." for messages, and the most shared memory that a block may have there; 0: not known.
std::string known_architectures();
std::size_t shared_memory_of(std::string_view arch);

}  // namespace warplight::lens
