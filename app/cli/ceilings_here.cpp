#include "app/cli/ceilings_here.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "sim/cache_folder.h"
#include "sim/error.h"
#include "sim/text.h"
#include "sim/this_machine.h"

namespace warplight::cli {
namespace {

using measure::Ceiling;
using measure::Ceilings;

CeilingsHere find_or_measure(const std::string& machine, bool again, std::stop_token stop,
                             const std::function<Ceilings(const measure::CeilingWatcher&)>& measure_all) {
  CeilingsHere here;
  here.ceilings.machine = machine;
  const std::string kept = read_cached(measure::ceilings_file(machine));
  if (!again && !kept.empty()) {
    if (auto found = measure::read_ceilings(kept, machine)) {
      here.ceilings = *found;
      return here;
    }
    if (!measure::is_of_an_earlier_version(kept)) {
      here.note = fmt::format("the ceilings kept in {} are damaged: measured anew",
                              (cache_folder() / measure::ceilings_file(machine)).string());
    }
  }
  ProgressLine progress;
  try {
    here.ceilings = measure_all([&](Ceiling ceiling) {
      progress.show([&] { return fmt::format("ceilings: {}", measure::info(ceiling).what); });
    });
  } catch (const Error& error) {
    here.note = fmt::format("ceilings can't be measured: {}", error.what());
    return here;
  }
  here.ceilings.machine = machine;
  here.measured_now = true;
  if (stop.stop_requested()) return here;
  if (const std::string problem = keep_ceilings(here.ceilings); !problem.empty()) here.note = problem;
  return here;
}

// "4.02 TB"
std::string scaled(double value) {
  static constexpr struct {
    double size;
    const char* prefix;
  } kPrefixes[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}};
  for (const auto& [size, prefix] : kPrefixes) {
    if (value >= size) return significant(value / size) + " " + prefix;
  }
  return significant(value) + " ";
}

}  // namespace

CeilingsHere device_ceilings(gpu::Stream& stream, measure::MachineWatch* machine, bool again, std::stop_token stop) {
  return find_or_measure(device_key(), again, stop, [&](const measure::CeilingWatcher& watch) {
    return measure::measure_device_ceilings(stream, machine, stop, watch);
  });
}

CeilingsHere host_ceilings(bool again, std::stop_token stop) {
  return find_or_measure(host_key(), again, stop, [&](const measure::CeilingWatcher& watch) {
    return measure::measure_host_ceilings(stop, watch);
  });
}

std::string keep_ceilings(const Ceilings& ceilings) {
  const std::string problem = write_cached(measure::ceilings_file(ceilings.machine), measure::ceilings_text(ceilings));
  return problem.empty() ? "" : fmt::format("ceilings can't be kept, and are measured at each start: {}", problem);
}

std::string ceiling_text(const Ceilings& ceilings, Ceiling ceiling) {
  const double value = ceilings[ceiling];
  if (std::isnan(value)) return "–";
  const std::string unit = measure::info(ceiling).unit;
  if (unit == "ms") return duration_text(value);
  if (ceiling == Ceiling::multiply_add || ceiling == Ceiling::multiply_add_fp64) return scaled(2 * value) + "FLOP/s";
  return scaled(value) + unit;
}

}  // namespace warplight::cli
