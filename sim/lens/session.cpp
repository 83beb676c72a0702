#include "sim/lens/session.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "sim/error.h"
#include "sim/lens/crash_guard.h"
#include "sim/lens/runner.h"
#include "sim/lens/source_lines.h"
#include "sim/storage.h"

namespace warplight::lens {

struct Session::Kernel {
  const void* address;
  std::string own_variables;
  std::size_t static_bytes;
  KernelReport report;
  PlaceTable<Runner::Tally> tallies;
  PlaceTable<Runner::Branch> branches;
  std::vector<std::uint32_t> request_places;
};

namespace {

thread_local Session* current_session = nullptr;

struct Architecture {
  std::string_view name;
  std::size_t shared_kilobytes;  // the most that one block may have
};
constexpr Architecture kArchitectures[] = {{"sm_75", 64},  {"sm_80", 163}, {"sm_86", 99},   {"sm_87", 163},
                                           {"sm_89", 99},  {"sm_90", 227}, {"sm_100", 227}, {"sm_103", 227},
                                           {"sm_120", 99}, {"sm_121", 99}};

// How the mangled names of a function's local variables begin.
std::string own_variables_of(const void* kernel) {
  const std::string symbol = function_name(kernel, true);
  return symbol.starts_with("_Z") ? "_ZZ" + symbol.substr(2) + "E" : std::string("_ZZ");
}

std::size_t static_shared_bytes(const std::string& own_variables) {
  std::size_t bytes = 0;
  for (const Variable& variable : thread_variables()) {
    if (variable.mangled.starts_with(own_variables)) bytes += (variable.bytes + 15) / 16 * 16;
  }
  return bytes;
}

// Each kind of access of a line on its own: first by line, then loads before stores.
void add_line(std::vector<LineReport>& lines, const SourceLine& at, const Runner::Tally& tally) {
  for (LineReport& line : lines) {
    if (line.file == at.file && line.line == at.line && line.space == tally.space && line.access == tally.access) {
      line.figures.add(tally.figures);
      return;
    }
  }
  lines.push_back({at.file, at.line, tally.space, tally.access, tally.figures});
}

}  // namespace

std::string known_architectures() {
  std::string text;
  for (const Architecture& arch : kArchitectures) text += (text.empty() ? "" : ", ") + std::string(arch.name);
  return text;
}

std::size_t shared_memory_of(std::string_view arch) {
  for (const Architecture& known : kArchitectures) {
    if (known.name == arch) return known.shared_kilobytes * 1024;
  }
  return 0;
}

unsigned most_cooperative_blocks(unsigned block_threads) {
  return static_cast<unsigned>(kMostAlive) / std::max(1u, block_threads);
}

void run_kernel(const KernelCall& call) { Session::current().run(call); }

Session::Session(Options options)
    : options_(std::move(options)), shared_limit_(shared_memory_of(options_.arch)), outer_(current_session) {
  if (shared_limit_ == 0) {
    throw_bad_input("the lens does not know the architecture '" + options_.arch + "': it knows " +
                    known_architectures());
  }
  if (options_.threads <= 0) options_.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options_.threads = std::min(options_.threads, kMostRunners);
  current_session = this;
}

Session::~Session() { current_session = outer_; }

Session& Session::current() {
  if (current_session == nullptr) throw_failed("a kernel was launched under the lens without a session of it");
  return *current_session;
}

void* Session::lend(std::string name, std::size_t bytes, std::size_t item_bytes, bool written) {
  // Eight bytes of record for each byte, and the byte itself. The system would hand out more than it has.
  constexpr std::int64_t kOverhead = 9;
  require_host_memory(kOverhead * static_cast<std::int64_t>(bytes));
  Region& region = buffers_.emplace_back(std::move(name), Space::global, bytes, item_bytes);
  if (written) region.mark_written(true);
  return region.data();
}

Region* Session::find(const void* start) {
  for (Region& region : buffers_) {
    if (region.holds(reinterpret_cast<std::uintptr_t>(start), 0)) return &region;
  }
  return nullptr;
}

void Session::mark_written(const void* start, bool written) {
  if (Region* region = find(start)) region->mark_written(written);
}

void Session::mark_part_written(const void* start, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(start);
  Region* region = find(start);
  for (std::size_t i = 0; region != nullptr && i < bytes; ++i) {
    region->cell(at + i).written.fetch_or(1u << (at + i - region->start) % 4, std::memory_order_relaxed);
  }
}

void Session::give_back(const void* start) {
  std::erase_if(buffers_, [&](const Region& region) { return region.data() == start; });
}

void Session::name(const void* start, std::string name) {
  if (Region* region = find(start)) region->name = std::move(name);
}

void Session::require_launchable(const KernelCall& call, std::size_t static_bytes) const {
  const std::uint64_t threads = std::uint64_t{call.block.x} * call.block.y * call.block.z;
  const std::uint64_t blocks = std::uint64_t{call.grid.x} * call.grid.y * call.grid.z;
  if (threads == 0 || blocks == 0) throw_failed("a launch of zero " + std::string(blocks == 0 ? "blocks" : "threads"));
  if (threads > kMostThreads || call.block.z > 64) {
    throw_failed("a block of " + std::to_string(threads) + " threads: a GPU allows 1024 (64 in z)");
  }
  if (call.grid.y > 65535 || call.grid.z > 65535) throw_failed("a grid of more than 65535 blocks in y or z");
  if (blocks > Stamp::kBlocks) {
    throw_failed("a grid of " + std::to_string(blocks) + " blocks: the lens takes up to " +
                 std::to_string(Stamp::kBlocks) + "; take a smaller size");
  }
  if (call.cooperative && blocks * threads > static_cast<std::uint64_t>(kMostAlive)) {
    throw_failed("a cooperative launch of " + std::to_string(blocks) + " blocks of " + std::to_string(threads) +
                 " threads: the lens keeps up to " + std::to_string(most_cooperative_blocks(static_cast<unsigned>(threads))) +
                 " such blocks alive at once; take a smaller size");
  }
  const std::size_t shared = static_bytes + call.shared_bytes;
  if (shared > shared_limit_) {
    throw_failed(std::to_string(shared) + " bytes of shared memory a block: " + options_.arch + " has " +
                 std::to_string(shared_limit_));
  }
}

void Session::run(const KernelCall& call) {
  auto found = std::ranges::find(kernels_, call.kernel, [](const auto& k) { return k->address; });
  if (found == kernels_.end()) {
    auto made = std::make_unique<Kernel>();
    made->address = call.kernel;
    made->own_variables = own_variables_of(call.kernel);
    made->static_bytes = static_shared_bytes(made->own_variables);
    made->report.signature = function_name(call.kernel);
    made->report.kernel = without_parameters(made->report.signature);
    kernels_.push_back(std::move(made));
    found = kernels_.end() - 1;
  }
  Kernel& kernel = **found;
  require_launchable(call, kernel.static_bytes);
  Job job;
  job.call = &call;
  job.kernel = kernel.report.kernel;
  job.own_variables = kernel.own_variables;
  for (const Region& region : buffers_) job.buffers.push_back(&region);
  job.launch_stamp = launch_stamp_;
  job.next_launch_stamp();
  job.most_steps = options_.most_steps;
  job.focus = options_.focus;
  job.stop = options_.stop;
  const auto start = std::chrono::steady_clock::now();
  run_job(job, static_cast<std::int64_t>(kernel.static_bytes + call.shared_bytes));
  launch_stamp_ = job.launch_stamp;
  kernel.report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  collect(kernel, call);
  if (job.fault) throw Fault(*job.fault);
  if (job.stopped) throw_failed("stopped in " + job.kernel);
}

void Session::run_job(Job& job, std::int64_t shared_bytes) {
  if (job.call->cooperative) {  // each block keeps its shared memory, and eight times as much to record it
    constexpr std::int64_t kOverhead = 9;
    require_host_memory(kOverhead * job.blocks() * shared_bytes);
  }
  constexpr std::int64_t kFewThreads = 2048;  // less is done before other cores have begun
  const bool few = job.blocks() * job.threads() <= kFewThreads;
  const auto runners = static_cast<std::size_t>(few || job.call->cooperative ? 1 : std::min<std::int64_t>(options_.threads, job.blocks()));
  while (runners_.size() < runners) runners_.push_back(std::make_unique<Runner>());
  job.parallel = runners > 1;
  job.released = std::vector<std::atomic<std::uint32_t>>(static_cast<std::size_t>(job.blocks()));
  const CrashGuard guard;
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < runners; ++i) {
    others.emplace_back([&, i] {
      const CrashGuard::Stack stack;
      runners_[i]->run(job);
    });
  }
  runners_[0]->run(job);
  others.clear();
  for (std::size_t i = 0; i < runners && !job.stopped; ++i) runners_[i]->report_never_written(job);
}

void Session::collect(Kernel& kernel, const KernelCall& call) {
  KernelReport& report = kernel.report;
  ++report.launches;
  report.grid = call.grid;
  report.block = call.block;
  report.shared_bytes = static_cast<std::int64_t>(kernel.static_bytes + call.shared_bytes);
  for (const auto& runner : runners_) {
    report.accesses += runner->accesses;
    report.core_seconds += runner->seconds;
    runner->accesses = 0;
    runner->seconds = 0;
    runner->tallies.for_each([&](std::uint32_t key, const Runner::Tally& tally) {
      Runner::Tally& sum = kernel.tallies.at(key);
      sum.space = tally.space;
      sum.access = tally.access;
      sum.figures.add(tally.figures);
    });
    runner->tallies.clear();
    runner->branches.for_each([&](std::uint32_t key, const Runner::Branch& branch) {
      Runner::Branch& sum = kernel.branches.at(key);
      sum.several |= branch.several || (sum.next != 0 && branch.next != 0 && sum.next != branch.next);
      if (sum.next == 0) sum.next = branch.next;
      sum.taken += branch.taken;
      sum.parted += branch.parted;
    });
    runner->branches.clear();
    std::ranges::move(runner->requests, std::back_inserter(report.requests));
    kernel.request_places.insert(kernel.request_places.end(), runner->request_places.begin(),
                                 runner->request_places.end());
    runner->requests.clear();
    runner->request_places.clear();
  }
}

std::vector<KernelReport> Session::reports() const {
  std::vector<KernelReport> all;
  const std::uintptr_t text = program_text().start;
  for (const auto& kernel : kernels_) {
    KernelReport report = kernel->report;
    kernel->tallies.for_each([&](std::uint32_t key, const Runner::Tally& tally) {
      add_line(report.lines, source_line(text + key / 2), tally);
    });
    std::ranges::sort(report.lines, [](const LineReport& a, const LineReport& b) {
      return std::tie(a.file, a.line, a.access, a.space) < std::tie(b.file, b.line, b.access, b.space);
    });
    kernel->branches.for_each([&](std::uint32_t, const Runner::Branch& branch) {
      if (!branch.several) return;
      report.branches += branch.taken;
      report.divergent_branches += branch.parted;
    });
    for (std::size_t i = 0; i < report.requests.size(); ++i) {
      const SourceLine line = source_line(text + kernel->request_places[i]);
      report.requests[i].file = line.file;
      report.requests[i].line = line.line;
    }
    all.push_back(std::move(report));
  }
  return all;
}

}  // namespace warplight::lens
