// Ceilings: how fast this very machine copies, adds and launches, measured once and kept; and what they allow a kernel.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "sim/gpu/stream.h"
#include "sim/lab.h"
#include "sim/measure/sampling.h"

namespace warplight::measure {

enum class Ceiling { copy, read, l2, multiply_add, multiply_add_fp64, root, launch, graph_node, map };
inline constexpr std::size_t kCeilings = 9;

struct CeilingInfo {
  const char* name;  // stable id
  const char* unit;  // "B/s", "1/s" or "ms"
  const char* what;
};
const CeilingInfo& info(Ceiling ceiling);

struct CeilingValue {
  double value = std::numeric_limits<double>::quiet_NaN();  // in the unit; NaN: not measured
  std::string trust;                                        // the word beside it
};

struct Ceilings {
  std::string machine;  // "NVIDIA H200, driver 580.1": they hold there and nowhere else
  std::string date;     // ISO 8601, UTC
  std::array<CeilingValue, kCeilings> values;

  double operator[](Ceiling ceiling) const { return values[static_cast<std::size_t>(ceiling)].value; }
  void set(Ceiling ceiling, double value, std::string trust);
};

using CeilingWatcher = std::function<void(Ceiling)>;

// On the selected device, each for at most a second; map is left out, since it needs OpenGL. Asked to stop, what
// was not measured stays NaN. Throws failed.
Ceilings measure_device_ceilings(gpu::Stream& stream, MachineWatch* machine, std::stop_token stop = {},
                                 const CeilingWatcher& watch = {});
// Copy and multiply-adds by all of host_threads(); the others are NaN.
Ceilings measure_host_ceilings(std::stop_token stop = {}, const CeilingWatcher& watch = {});

// One run of something, as a value: `amount` over its time (or the time itself, for amount 0). The time is the 10th
// percentile: what the machine can do, and not what its neighbours leave of it.
void set_measured(Ceilings& ceilings, Ceiling ceiling, Sampler& sampler, double amount, MachineWatch* machine,
                  std::stop_token stop);

// Text that is kept, and back. Reading gives nothing for what is damaged, or of another machine.
std::string ceilings_text(const Ceilings& ceilings);
std::optional<Ceilings> read_ceilings(const std::string& text, const std::string& machine);
// Whether text was kept by an earlier version, which knew other ceilings: no damage, but to be measured anew.
bool is_of_an_earlier_version(const std::string& text);
// Where they are kept, in the cache folder.
std::string ceilings_file(const std::string& machine);

// The least time that a cost allows on a machine, and what binds it.
struct Limit {
  double seconds = 0;
  std::string_view by;  // "memory", "L2", "multiply-adds", "fp64 multiply-adds", "reciprocal roots", "launch"
};

struct LimitInputs {
  std::int64_t state_bytes = 0;  // what the run works on
  std::int64_t l2_bytes = 0;     // of the GPU; 0: on the host
  bool cold = false;
  bool launches = false;  // each run is one launch at least
  bool in_double = false;  // its flops are fp64's, whatever the cost says
};

// The longest of: bytes by the copy ceiling (by L2's where the whole state fits there and is hot), flops by
// multiply-adds at two each (fp64's for what computes in double), roots by theirs, and one launch. It is a bound for who does the counted work: a rung that
// keeps values on chip over many steps, or uses a pair for both bodies, may pass it. Nothing where a ceiling that the
// cost asks for was not measured, but for roots on the host, which count as flops alone.
std::optional<Limit> limit_of(const Cost& cost, const Ceilings& ceilings, const LimitInputs& inputs);

}  // namespace warplight::measure
