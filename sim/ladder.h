// A ladder: one lab's variants in teaching order, each with what it is and how it runs.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "sim/gpu/stream.h"
#include "sim/knob.h"

namespace warplight {

// How far a variant may be from the reference, relative to the root mean square of what the step computes.
struct Tolerance {
  double l2 = 0;   // of all items together
  double max = 0;  // of the worst item
};

struct VariantInfo {
  std::string_view name;      // stable id: --variant, CSV column, docs anchor
  std::string_view idea;      // one sentence: what changes from the rung before, and why that should help
  Place place = Place::device;
  Tolerance tolerance;        // the reason stands beside the numbers
  int min_sm = 75;            // compute capability x 10; below it the variant is listed as unavailable
  std::string_view no_lens;   // why the SIMT lens can't run it; empty: it runs there
  bool only_by_name = false;  // trades something away: never chosen for a person who named no variant
  bool in_double = false;     // computes in fp64, whatever the lab's knobs say
};

// What a variant keeps between calls: scratch, plans, graphs. Made when a state is lent to it, dropped on a switch.
class Prepared {
 public:
  virtual ~Prepared() = default;
  // The state in double, where the variant keeps it so (the reference): the lab's own order; empty elsewhere.
  virtual std::span<const double> state_in_double() const { return {}; }
  // What a variant that chooses among others has chosen: "symmetric, warps = 4"; empty elsewhere.
  virtual std::string choice() const { return {}; }
  // What a person should know who takes so many steps a call: "one step a call ..."; empty: nothing.
  virtual std::string hint(int) const { return {}; }
};

// What every call gets besides the parameters and the buffers.
struct Call {
  Prepared* prepared;          // null where the variant has no prepare
  const LaunchValues& launch;  // this variant's launch knobs
  gpu::Stream& stream;         // device variants queue here, and neither synchronise nor allocate
  std::stop_token stop;        // host variants look at it between rows, and leave the state as it was before the step
};

// How many steps were finished: fewer than asked only when the call was stopped.
struct Progress {
  int steps = 0;
};

template <class L>
struct Variant {
  using Params = typename L::Params;
  using View = typename L::View;

  VariantInfo info;
  std::span<const Knob> launch_knobs;
  // Null where there is nothing to keep. May run the variant on the stream to find out how it goes best. Throws
  // bad_input for what the variant can't do (a grid too large for it): then it is not available, and has not failed.
  std::unique_ptr<Prepared> (*prepare)(const Params&, const View&, const LaunchValues&, gpu::Stream&);
  // Computes what a step needs from the present state without moving it (n-body: the accelerations). It is what is
  // checked and timed. Null where a lab has nothing of the kind: then steps are checked and timed.
  Progress (*evaluate)(const Params&, View&, Call&);
  // Moves the state by `steps`; needs the result of evaluate (or of the last advance) in place.
  Progress (*advance)(const Params&, View&, Call&, int steps);
};

}  // namespace warplight
