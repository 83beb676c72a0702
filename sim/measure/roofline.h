// The roofline of a cost on a machine: what its ceilings allow at each arithmetic intensity, and where a time lies in it
// (Williams, Waterman and Patterson, Roofline: an insightful visual performance model, CACM 52, 2009).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/measure/ceilings.h"

namespace warplight::measure {

// A slope (bytes_a_second above 0: the flops a second are intensity times it) or a flat line at flops_a_second.
struct Roof {
  std::string_view name;  // "memory", "L2", "multiply-adds", "fp64 multiply-adds", "reciprocal roots": limit_of's words
  double bytes_a_second = 0;
  double flops_a_second = 0;
  std::string trust = {};  // the word beside the ceiling

  double at(double intensity) const { return bytes_a_second > 0 ? intensity * bytes_a_second : flops_a_second; }
};

struct Roofline {
  std::vector<Roof> roofs;  // that hold for the cost, those known alone: slopes first
  bool in_l2 = false;       // the whole state fits there and is hot, so that L2's slope binds in place of memory's
  bool complete = false;    // every ceiling that the cost asks for was measured; else nothing can be said to bind

  // The roof that binds there; null where the roofline is not complete.
  const Roof* binding(double intensity) const;
};

// inputs.launches is not looked at: a launch takes time, whatever the intensity. Roots on the host count as flops alone.
Roofline roofline_of(const Cost& cost, const Ceilings& ceilings, const LimitInputs& inputs);

// Where a measured time lies, by the textbook count.
struct RooflineDot {
  double intensity = 0;        // flops a byte
  double flops_a_second = 0;
  std::string_view bound_by;   // the roof that binds; empty: not known
  double share = 0;            // of that roof; above 1 for who moves or computes less than the textbook count. NaN: not known
  bool above() const { return share > 1; }
};

// `seconds`: of one run of the cost. Nothing for a time or a count that is not a number above 0.
std::optional<RooflineDot> dot_of(const Cost& cost, double seconds, const Roofline& roofline);

}  // namespace warplight::measure
