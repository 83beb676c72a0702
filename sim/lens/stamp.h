// Who touched four bytes last, in 64 bits: enough to tell whether another access is ordered after it.
#pragma once

#include <cstdint>

namespace warplight::lens {

// Counters that have reached their limit stay there and count as ordered: a race may then go unseen, but none is
// invented.
struct Stamp {
  enum class Crowd : unsigned { one, lanes, warps, blocks };  // how far those who read since are spread
  static constexpr unsigned kLaunches = (1u << 7) - 1, kBlocks = 1u << 20, kLastBarrier = (1u << 14) - 1,
                            kLastWarpSync = (1u << 6) - 1;

  std::uint64_t launch : 7;  // 0: nobody
  std::uint64_t block : 20;
  std::uint64_t barrier : 14;
  std::uint64_t warp_sync : 6;
  std::uint64_t thread : 10;
  std::uint64_t bytes : 4;  // which of the four
  std::uint64_t crowd : 2;
  std::uint64_t atomic : 1;

  static Stamp of(std::uint64_t bits) { return __builtin_bit_cast(Stamp, bits); }
  std::uint64_t bits() const { return __builtin_bit_cast(std::uint64_t, *this); }
  bool is(Crowd what) const { return crowd == static_cast<unsigned>(what); }
};
static_assert(sizeof(Stamp) == 8);

// Whether nothing orders `now` after `before`, and both touch the same bytes. One of them writes.
inline bool conflict(Stamp before, Stamp now) {
  if (before.launch != now.launch || (before.bytes & now.bytes) == 0 || (before.atomic && now.atomic)) return false;
  if (before.block != now.block || before.is(Stamp::Crowd::blocks)) return true;
  if (before.barrier != now.barrier || now.barrier == Stamp::kLastBarrier) return false;
  if (before.is(Stamp::Crowd::warps) || before.thread / 32 != now.thread / 32) return true;
  if (before.warp_sync != now.warp_sync || now.warp_sync == Stamp::kLastWarpSync) return false;
  return before.thread != now.thread || !before.is(Stamp::Crowd::one) || !now.is(Stamp::Crowd::one);
}

// What to keep of all who read: the newest, and how many more there were since they were last ordered.
inline Stamp merge_readers(Stamp before, Stamp now) {
  if (before.launch != now.launch) return now;
  auto crowded = [&](Stamp::Crowd crowd) {
    Stamp both = now;
    both.crowd = static_cast<unsigned>(crowd);
    both.bytes |= before.bytes;
    return both;
  };
  if (before.block != now.block || before.is(Stamp::Crowd::blocks)) return crowded(Stamp::Crowd::blocks);
  if (before.barrier != now.barrier) return now;
  if (before.is(Stamp::Crowd::warps) || before.thread / 32 != now.thread / 32) return crowded(Stamp::Crowd::warps);
  if (before.warp_sync != now.warp_sync) return now;
  if (before.thread == now.thread && before.is(Stamp::Crowd::one)) {
    now.bytes |= before.bytes;
    return now;
  }
  return crowded(Stamp::Crowd::lanes);
}

}  // namespace warplight::lens
