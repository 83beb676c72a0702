// Counts and checks what a warp asks of memory at once.
#include <algorithm>
#include <bit>

#include "sim/lens/runner.h"

namespace warplight::lens {
namespace {

// The figures of one request, from the addresses of its active lanes alone.
Figures figures_of(std::uintptr_t* address, int lanes, int bytes, Space space) {
  Figures figures{.requests = 1, .lanes = lanes, .bytes_asked = static_cast<std::int64_t>(lanes) * bytes};
  if (!std::is_sorted(address, address + lanes)) std::sort(address, address + lanes);
  const auto distinct = static_cast<int>(std::unique(address, address + lanes) - address);
  if (space == Space::global) {
    std::uintptr_t last = ~std::uintptr_t{0};
    for (int i = 0; i < distinct; ++i) {
      figures.sectors += address[i] / 32 != last;
      last = address[i] / 32;
    }
    figures.ideal_sectors = (static_cast<std::int64_t>(distinct) * bytes + 31) / 32;
    return figures;
  }
  // 32 banks of four bytes; lanes that want the same word share it.
  int wanted[32] = {};
  int words = 0;
  std::uintptr_t last = ~std::uintptr_t{0};
  for (int i = 0; i < distinct; ++i) {
    for (std::uintptr_t word = address[i] / 4; word <= (address[i] + static_cast<unsigned>(bytes) - 1) / 4; ++word) {
      if (word == last) continue;
      last = word;
      ++wanted[word % 32];
      ++words;
    }
  }
  figures.wavefronts = *std::max_element(wanted, wanted + 32);
  figures.ideal_wavefronts = (words + 31) / 32;
  return figures;
}

}  // namespace

void Runner::take_access(std::uint32_t lanes) {
  const Event& first = *head_[std::countr_zero(lanes)];
  accesses += std::popcount(lanes);
  bool one_region = true, one_address = true;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const Event& event = *head_[std::countr_zero(left)];
    one_region &= event.region == first.region;
    one_address &= event.address == first.address;
  }
  if (one_region && region(first.region).space == Space::constant) return;
  if (one_region) {
    count(first, region(first.region).space, lanes);
  } else {
    for (const Space space : {Space::global, Space::shared}) {
      std::uint32_t some = 0;
      for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (region(head_[lane]->region).space == space) some |= 1u << lane;
      }
      if (some != 0) count(first, space, some);
    }
  }
  if (job_->focus.block == block_ && job_->focus.warp == warp_) note_request(first, lanes);

  const int base = warp_ * kWarp;
  if (one_address && reads_only(first.access) && std::popcount(lanes) > 1) {
    crowd_ = lanes;
    check(region(first.region), first, base + std::countr_zero(lanes), Stamp::Crowd::lanes);
    return;
  }
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    check(region(head_[lane]->region), *head_[lane], base + lane, Stamp::Crowd::one);
    if (job_->stopped.load(std::memory_order_relaxed)) return;
  }
}

void Runner::count(const Event& first, Space space, std::uint32_t lanes) {
  std::uintptr_t address[kWarp];
  int n = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) address[n++] = head_[std::countr_zero(left)]->address;
  Tally& tally = tallies.at(2 * first.place() + (space == Space::shared ? 1 : 0));
  tally.space = space;
  tally.access = plain(first.access);
  tally.figures.add(figures_of(address, n, first.bytes, space));
}

void Runner::note_request(const Event& first, std::uint32_t lanes) {
  constexpr std::size_t kMost = 1 << 16;
  if (requests.size() >= kMost) return;
  WarpRequest request{.space = region(first.region).space, .access = plain(first.access), .bytes = first.bytes, .active = lanes,
                      .buffer = region(first.region).name};
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    request.address[lane] = head_[lane]->address;
    request.offset[lane] = head_[lane]->address - region(head_[lane]->region).start;
  }
  requests.push_back(std::move(request));
  request_places.push_back(first.place());
}

void Runner::check(const Region& region, const Event& event, int thread, Stamp::Crowd crowd) {
  if (region.space == Space::constant) return;
  const bool shared = region.space == Space::shared;
  if (shared && event.access == Access::vector_atomic) {
    report(FaultKind::not_modelled, pc_of(event.place()), thread,
           "updates a vector in shared memory at once: a GPU does so in global memory alone");
    return;
  }
  Stamp now{};
  now.launch = shared ? shared_stamp_ : job_->launch_stamp;
  now.block = static_cast<std::uint64_t>(block_);
  now.barrier = barrier_;
  now.warp_sync = warp_sync_[warp_];
  now.thread = static_cast<unsigned>(thread);
  now.crowd = static_cast<unsigned>(crowd);
  now.atomic = event.access != Access::read && event.access != Access::write;
  std::uintptr_t at = event.address;
  const std::uintptr_t end = event.address + event.bytes;
  while (at < end) {
    const std::uintptr_t in_cell = (at - region.start) % 4;
    const std::uintptr_t part = std::min<std::uintptr_t>(4 - in_cell, end - at);
    now.bytes = ((1u << part) - 1) << in_cell;
    if (!check_cell(region, event, region.cell(at), now)) return;
    at += part;
  }
}

// Whether a fence and an atomic of that block, then an atomic and a fence of this one, order the two. Which atomics
// belong together is not followed.
bool Runner::handed_on(Stamp before, Stamp now) const {
  if (!acquired_ || before.block == now.block) return false;
  return before.is(Stamp::Crowd::blocks) ||
         job_->released[before.block].load(std::memory_order_relaxed) > before.barrier;
}

bool Runner::check_cell(const Region& region, const Event& event, Cell& cell, Stamp now) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const auto thread = static_cast<int>(now.thread);
  const Stamp write = Stamp::of(cell.write.load(relaxed));
  if (conflict(write, now) && !handed_on(write, now)) {
    race(region, event, thread, write, cell.write_place.load(relaxed), true);
    return false;
  }
  const Stamp read = Stamp::of(cell.read.load(relaxed));
  const bool unwritten = (cell.written.load(relaxed) & now.bytes) != now.bytes;
  if (reads_only(event.access)) {
    if (unwritten) note_never_written(region, event, cell, now);
    const Stamp merged = merge_readers(read, now);
    if (merged.bits() != read.bits()) {
      cell.read.store(merged.bits(), relaxed);
      cell.read_place.store(event.place(), relaxed);
    }
    return true;
  }
  if (conflict(read, now) && !handed_on(read, now)) {
    race(region, event, thread, read, cell.read_place.load(relaxed), false);
    return false;
  }
  if (unwritten && plain(event.access) == Access::atomic) {
    note_never_written(region, event, cell, now);  // and what it leaves there is as undefined as before
  } else if (unwritten) {
    if (too_late(event, cell, now)) return false;
    cell.written.fetch_or(now.bytes, relaxed);
  }
  const Stamp before = job_->parallel && region.space == Space::global
                           ? Stamp::of(cell.write.exchange(now.bits(), relaxed))
                           : write;
  if (before.bits() != write.bits() && conflict(before, now) && !handed_on(before, now)) {
    race(region, event, thread, before, cell.write_place.load(relaxed), true);
    return false;
  }
  cell.write.store(now.bits(), relaxed);
  cell.write_place.store(event.place(), relaxed);
  return true;
}

// A write after a read or an atomic of this launch: had it not been the same thread, or ordered before, it would be a
// race. What was read, nobody had written.
bool Runner::too_late(const Event& event, const Cell& cell, Stamp now) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const std::uint32_t unwritten = now.bytes & ~cell.written.load(relaxed);
  Stamp before = Stamp::of(cell.read.load(relaxed));
  std::uint32_t place = cell.read_place.load(relaxed);
  const auto meets = [&] { return before.launch == now.launch && (before.bytes & unwritten) != 0; };
  if (!meets()) {
    before = Stamp::of(cell.write.load(relaxed));
    place = cell.write_place.load(relaxed);
    if (!meets() || !before.atomic) return false;
  }
  report(FaultKind::never_written, pc_of(place), static_cast<int>(before.thread),
         "reads " + where(event.address) + ", which nobody wrote before");
  return true;
}

void Runner::race(const Region& region, const Event& event, int thread, Stamp other, std::uint32_t other_place,
                  bool other_wrote) {
  const bool shared = region.space == Space::shared;
  const bool crowded = !other.is(Stamp::Crowd::one);
  const bool other_block = static_cast<std::int64_t>(other.block) != block_;
  if (!other_block && static_cast<int>(other.thread) == thread && !crowded) {  // one of a crowd, but not this one
    thread = warp_ * kWarp + std::countr_zero(crowd_ & ~(1u << thread % kWarp));
  }
  std::string who = "thread " + std::to_string(other.thread);
  if (other_block) who += " of block " + std::to_string(other.block);
  if (crowded) who = !other_block && static_cast<int>(other.thread) == thread ? "other threads" : who + " and others";
  std::string what = verb(event.access) + where(event.address) + ", which " + who + (other_wrote ? " wrote at " : " read at ") +
          place_text(other_place);
  what += shared ? ", with no barrier between" : ", in the same launch and with nothing to order them";
  FaultInfo fault = describe(shared ? FaultKind::shared_race : FaultKind::global_race, pc_of(event.place()), block_,
                             thread, std::move(what));
  const SourceLine there = source_line(pc_of(other_place));
  fault.other_file = there.file;
  fault.other_line = there.line;
  job_->report(std::move(fault));
}

// Not told at once: if another thread writes there later, with nothing to order the two, it is a race.
void Runner::note_never_written(const Region& region, const Event& event, const Cell& cell, Stamp now) {
  constexpr std::size_t kMost = 64;
  std::vector<NeverWritten>& reads = region.space == Space::shared ? shared_reads_ : global_reads_;
  if (reads.size() >= kMost) return;
  reads.push_back({&cell, static_cast<std::uint32_t>(now.bytes), event.place(), static_cast<int>(now.thread), block_,
                   where(event.address)});
}

void Runner::report_never_written(Job& job, const std::vector<NeverWritten>& reads) const {
  for (const NeverWritten& read : reads) {
    if ((read.cell->written.load(std::memory_order_relaxed) & read.bytes) == read.bytes) continue;
    // Runs after the kernel too, when this thread's hooks know no text any more.
    const std::uintptr_t pc = program_text().start + read.place;
    job.report(describe(FaultKind::never_written, pc, read.block, read.thread,
                        "reads " + read.where + ", which nobody wrote before"));
    return;
  }
}

void Runner::report_never_written(Job& job) { report_never_written(job, global_reads_); }

}  // namespace warplight::lens
