// Runs the lanes of a warp and puts their logs together: which of them did the same thing at the same time.
#include <algorithm>
#include <bit>

#include "sim/lens/runner.h"

namespace warplight::lens {

// Until every lane waits at a barrier of the block or has left the kernel.
void Runner::run_warp(int warp) {
  warp_ = warp;
  const int lanes = std::min(kWarp, job_->threads() - warp * kWarp);
  filled_ = wanted_ = 0;
  for (int lane = 0; lane < kWarp; ++lane) {
    head_[lane] = tail_[lane] = reinterpret_cast<Event*>(logs_.data()) + lane * kLog;
    keys_[lane] = kEmpty;
    last_block_[lane] = 0;
    pending_[lane] = 0;
    leader_[lane] = -1;
    const auto thread = static_cast<std::size_t>(warp * kWarp + lane);
    if (lane < lanes && fibers_[thread].wait == Wait::nothing) wanted_ |= 1u << lane;
  }
  for (;;) {
    if (job_->stop.stop_requested()) job_->stopped.store(true, std::memory_order_relaxed);
    if (job_->stopped.load(std::memory_order_relaxed)) return;
    while (wanted_ != 0) {
      fill_log(std::countr_zero(wanted_));
      if (job_->stopped.load(std::memory_order_relaxed)) return;
    }
    if (filled_ != 0) {
      consume();
      if (job_->stopped.load(std::memory_order_relaxed)) return;
    } else if (!resolve_warp(warp)) {
      return;
    }
  }
}

void Runner::fill_log(int lane) {
  const int thread = warp_ * kWarp + lane;
  Event* const log = reinterpret_cast<Event*>(logs_.data()) + lane * kLog;
  hot.next = log;
  hot.end = log + kLog;
  resume(thread);
  head_[lane] = log;
  tail_[lane] = hot.next;
  const bool more = fibers_[static_cast<std::size_t>(thread)].wait == Wait::nothing;
  if (head_[lane] != tail_[lane]) {
    filled_ |= 1u << lane;
    keys_[lane] = log->key;
    wanted_ &= ~(1u << lane);
  } else if (!more) {
    wanted_ &= ~(1u << lane);
  }
}

// Until a lane that is still running has nothing left in its log.
void Runner::consume() {
  while (filled_ != 0 && wanted_ == 0) {
    std::uint32_t least = keys_[0], most = keys_[0];
    for (int lane = 1; lane < kWarp; ++lane) {
      least = std::min(least, keys_[lane]);
      most = std::max(most, keys_[lane]);
    }
    std::uint32_t lanes = 0xffffffffu;
    if (least != most) {
      lanes = 0;
      for (int lane = 0; lane < kWarp; ++lane) lanes |= static_cast<std::uint32_t>(keys_[lane] == least) << lane;
    }
    consume_one(least, lanes);
    if (job_->stopped.load(std::memory_order_relaxed)) return;
  }
}

void Runner::consume_one(std::uint32_t key, std::uint32_t lanes) {
  const int first = std::countr_zero(lanes);
  if (head_[first]->access == Access::block) {
    take_block(key & Event::kPlaceMask, lanes);
  } else {
    take_access(lanes);
  }
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (++head_[lane] != tail_[lane]) {
      keys_[lane] = head_[lane]->key;
      continue;
    }
    keys_[lane] = kEmpty;
    filled_ &= ~(1u << lane);
    if (fibers_[static_cast<std::size_t>(warp_ * kWarp + lane)].wait == Wait::nothing) wanted_ |= 1u << lane;
  }
}

// A block of code that ran with `lanes`; they came from blocks that ran with at least them.
void Runner::take_block(std::uint32_t place, std::uint32_t lanes) {
  for (std::uint32_t left = lanes; left != 0;) {
    const int lane = std::countr_zero(left);
    const int leader = leader_[lane];
    const std::uint32_t together = leader < 0 ? 1u << lane : pending_[leader];
    const std::uint32_t here = together & lanes;
    left &= ~here;
    if (last_block_[lane] != 0) {
      Branch& branch = branches.at(last_block_[lane]);
      if (branch.next == 0) branch.next = place;
      branch.several |= branch.next != place;
      if (leader >= 0) {
        ++branch.taken;
        branch.parted += here != together;
      }
    }
    if (leader < 0) continue;
    // Those who went elsewhere are counted as parted by now, once.
    for (std::uint32_t other = together; other != 0; other &= other - 1) leader_[std::countr_zero(other)] = -1;
    pending_[leader] = 0;
  }
  const int leader = std::countr_zero(lanes);
  pending_[leader] = lanes;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    leader_[lane] = leader;
    last_block_[lane] = place;
  }
}

}  // namespace warplight::lens
