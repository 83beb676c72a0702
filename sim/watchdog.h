// Watches a running state for values that are not finite, and names the step and the item.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sim/gpu/buffer.h"
#include "sim/lane.h"
#include "sim/text.h"

namespace warplight {

// The first item that is not finite in the first buffer that has one: a body that is lost spoils what it pulls at once,
// but moves none of them before the next step. item -1: there is none.
struct BadItem {
  std::int64_t item = -1;
  std::string_view buffer = {};
};
BadItem first_bad(std::span<const BufferSpec> specs, const HostState& state);

// A state that had been finite after one step, and was not after another.
struct Stumble {
  std::int64_t good_step = 0, bad_step = 0;
  BadItem bad;
};
// "step 1 204: body 77 is not a number (position)"; where nobody looked between: "between step 1 200 and 1 204: ..."
std::string text_of(const Lab& lab, const ParamBytes& params, const Stumble& stumble, NumberText number = grouped_plain);

// Costs a frame of the window a launch a buffer, which reads the state once, and a copy of eight bytes, outside of the
// timed span: of n-body 12 µs or so of 16 ms; a host variant one pass over the values.
class Watchdog {
 public:
  // The lane's state is taken for finite as it is now. Makes what looking needs.
  void reset(Lane& lane);
  // After each advance. Device: queues the look, and nobody waits. Host: looks, in the caller's thread.
  void look(Lane& lane);
  // What the looks so far have found; never blocks.
  std::optional<Stumble> found(const Lane& lane) const;

 private:
  void queue_look(Lane& lane);

  struct Look {
    std::int64_t good_step = 0, step = 0;
  };
  std::array<Look, 64> looks_{};  // the newest; few are ever under way
  std::size_t next_ = 0;
  std::int64_t looked_step_ = 0;
  std::optional<Stumble> on_host_;
  gpu::Buffer first_;             // the smallest key
  gpu::PinnedBuffer copied_;      // as it was after some look
};

}  // namespace warplight
