// What lanes of a warp do together: shuffles, votes, matches, and who never came.
#include <bit>

#include "sim/lens/runner.h"

namespace warplight::lens {

const char* name_of(Together what) {
  static constexpr const char* kNames[] = {
      "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or", "grid_sync", "__syncwarp", "__shfl_sync",
      "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__all_sync", "__any_sync", "__ballot_sync",
      "__activemask", "__match_any_sync", "__match_all_sync", "__reduce_add_sync", "__reduce_min_sync",
      "__reduce_max_sync"};
  return kNames[static_cast<int>(what)];
}

std::string hex(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

namespace {

// The lane that a shuffle reads from; itself where that is outside of its part of the warp.
int source_lane(const Call& call, int lane) {
  const int first = lane & ~(call.width - 1), last = first + call.width - 1;
  switch (call.what) {
    case Together::shuffle: return first + (call.argument & (call.width - 1));
    case Together::shuffle_up: return lane - call.argument < first ? lane : lane - call.argument;
    case Together::shuffle_down: return lane + call.argument > last ? lane : lane + call.argument;
    default: return (lane ^ call.argument) > last ? lane : lane ^ call.argument;
  }
}

std::uint64_t reduce(Together what, bool is_signed, std::uint64_t a, std::uint64_t b) {
  const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b);
  if (what == Together::reduce_add) return x + y;
  const bool less = is_signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y;
  return (what == Together::reduce_min) == less ? x : y;
}

template <class F>
void for_lanes(std::uint32_t lanes, F visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(std::countr_zero(lanes));
}

}  // namespace

// Every lane waits. True if some of them go on.
bool Runner::resolve_warp(int warp) {
  std::uint32_t waiting = 0;
  const int lanes = std::min(kWarp, job_->threads() - warp * kWarp);
  for (int lane = 0; lane < lanes; ++lane) {
    if (fibers_[static_cast<std::size_t>(warp * kWarp + lane)].wait == Wait::warp) waiting |= 1u << lane;
  }
  if (waiting == 0) return false;
  bool any = false;
  for (std::uint32_t left = waiting; left != 0;) {
    const int lane = std::countr_zero(left);
    const Call& call = fibers_[static_cast<std::size_t>(warp * kWarp + lane)].call;
    std::uint32_t group = 0, others = call.mask & ~waiting;
    if (call.what == Together::active_mask) others = 0;
    for_lanes(waiting, [&](int l) {
      const Call& that = fibers_[static_cast<std::size_t>(warp * kWarp + l)].call;
      const bool named = call.what == Together::active_mask || (call.mask >> l & 1) != 0;
      if (named && that.what == call.what && same_line(that.pc, call.pc)) group |= 1u << l;
    });
    left &= ~(group | 1u << lane);
    // Lanes that have left the kernel, or were never there, need not come.
    for (std::uint32_t check = others; check != 0; check &= check - 1) {
      const int l = std::countr_zero(check);
      if (l >= lanes || fibers_[static_cast<std::size_t>(warp * kWarp + l)].wait == Wait::done) others &= ~(1u << l);
    }
    const std::uint32_t elsewhere = call.mask & waiting & ~group;
    if (call.what == Together::active_mask || (others == 0 && elsewhere == 0)) any |= resolve_group(warp, group);
    if (job_->stopped.load(std::memory_order_relaxed)) return false;
  }
  if (any) return true;

  const int lane = std::countr_zero(waiting), thread = warp * kWarp + lane;
  const Call& call = fibers_[static_cast<std::size_t>(thread)].call;
  std::string what = std::string(name_of(call.what)) + " with mask " + hex(call.mask) + " waits for ";
  for (int l = 0; l < lanes; ++l) {
    const Fiber& fiber = fibers_[static_cast<std::size_t>(warp * kWarp + l)];
    const bool here = fiber.wait == Wait::warp && fiber.call.what == call.what && same_line(fiber.call.pc, call.pc);
    if ((call.mask >> l & 1) == 0 || fiber.wait == Wait::done || here) continue;
    what += "lane " + std::to_string(l) + ", which waits in " + name_of(fiber.call.what) + " at " +
            place_text(static_cast<std::uint32_t>(fiber.call.pc - hot.text_start));
    break;
  }
  report(FaultKind::divergent_warp, call.pc, thread, std::move(what));
  return false;
}

bool Runner::resolve_group(int warp, std::uint32_t group) {
  const auto fiber = [&](int lane) -> Fiber& { return fibers_[static_cast<std::size_t>(warp * kWarp + lane)]; };
  const int first = std::countr_zero(group);
  const Call& call = fiber(first).call;
  std::uint64_t ballot = 0, reduced = call.value;
  bool same = true;
  for_lanes(group, [&](int lane) {
    const Call& that = fiber(lane).call;
    if (call.what != Together::active_mask && that.mask != call.mask && !job_->stopped) {
      report(FaultKind::wrong_mask, that.pc, warp * kWarp + lane,
             std::string(name_of(that.what)) + " is given mask " + hex(that.mask) + ", but lane " +
                 std::to_string(first) + " gives " + hex(call.mask));
    }
    ballot |= static_cast<std::uint64_t>(that.value != 0) << lane;
    same &= that.value == call.value;
    if (lane != first) reduced = reduce(that.what, that.is_signed, reduced, that.value);
  });
  if (job_->stopped) return false;

  for_lanes(group, [&](int lane) {
    Call& mine = fiber(lane).call;
    switch (mine.what) {
      case Together::shuffle:
      case Together::shuffle_up:
      case Together::shuffle_down:
      case Together::shuffle_xor: {
        const int source = source_lane(mine, lane);
        if ((group >> source & 1) == 0) {
          if (job_->stopped) return;
          report(FaultKind::wrong_mask, mine.pc, warp * kWarp + lane,
                 std::string(name_of(mine.what)) + " reads lane " + std::to_string(source) +
                     ", which takes no part in it (mask " + hex(mine.mask) + ")");
          return;
        }
        mine.result = fiber(source).call.value;
        break;
      }
      case Together::all: mine.result = ballot == group; break;
      case Together::any: mine.result = ballot != 0; break;
      case Together::ballot: mine.result = ballot; break;
      case Together::active_mask: mine.result = group; break;
      case Together::match_any:
        mine.result = 0;
        for_lanes(group, [&](int other) {
          if (fiber(other).call.value == mine.value) mine.result |= std::uint64_t{1} << other;
        });
        break;
      case Together::match_all:
        mine.result = same ? group : 0;
        mine.all = same;
        break;
      case Together::reduce_add:
      case Together::reduce_min:
      case Together::reduce_max: mine.result = reduced; break;
      default: break;
    }
  });
  if (job_->stopped) return false;
  const bool orders = call.what == Together::sync_warp;
  for_lanes(group, [&](int lane) {
    fiber(lane).wait = Wait::nothing;
    wanted_ |= 1u << lane;
  });
  if (orders && warp_sync_[warp] < Stamp::kLastWarpSync) ++warp_sync_[warp];
  return true;
}

}  // namespace warplight::lens
