// A bench's results, for a person (table), a page (Markdown), a spreadsheet (CSV) and a program (JSON).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/job.h"
#include "app/cli/table.h"
#include "sim/measure/bench.h"
#include "sim/measure/ceilings.h"
#include "sim/measure/verdict.h"

namespace warplight::cli {

struct MachineFacts {
  std::string gpu;     // "" without one
  std::string driver;  // "" if unknown
  int compute_capability = 0;  // x 10
  int multiprocessors = 0;
  std::int64_t l2_bytes = 0;
  double most_sm_clock_mhz = 0;  // 0: not available
  std::vector<measure::Missing> not_watched;  // of clock and throttling, and why
  int cuda = 0;        // the version that the program was built with
  std::string processor;
  int threads = 0;
  int host_threads = 0;  // of these, used by the host variants
  std::string date;    // ISO 8601, UTC
};
MachineFacts machine_facts(const measure::MachineWatch* watch = nullptr);

struct BenchedLab {
  const Lab* lab;
  std::string start;  // the scene's name or the state file
  ParamBytes params;
  Cost cost;          // of one evaluate
  std::int64_t state_bytes = 0;  // what a run works on
  std::vector<measure::BenchRow> rows;
  std::vector<LaunchValues> launch;  // of each row
  std::vector<std::string> tuned;    // of each row: for what its launch knobs were tuned; "" where they are not
};

struct Compared {  // two rungs, taken in turns
  std::string a, b;
  measure::Interleaved taken;
  measure::Ratio ratio;  // b over a
  measure::Verdict verdict;
};

struct BenchReport {
  MachineFacts machine;
  measure::Ceilings device_ceilings, host_ceilings;  // NaN where there is none
  std::vector<BenchedLab> labs;
  std::optional<Compared> compared;
};

// How many times faster than the first row on the device with numbers (else the first with numbers); NaN: no numbers.
double speed(const BenchedLab& lab, const measure::BenchRow& row);

// The least time of one step that the ceilings allow; nothing without numbers or ceilings.
std::optional<measure::Limit> limit_of(const BenchReport& report, const BenchedLab& lab, const measure::BenchRow& row);
// Limit over time: 0.76; NaN where there is none.
double share_of_limit(const std::optional<measure::Limit>& limit, const measure::BenchRow& row);

// Of the kernels of a run, the one that takes the most registers; null where there is none.
const gpu::KernelFacts* main_kernel(const measure::BenchRow& row);

std::string bench_header(const MachineFacts& machine);
std::string bench_text(const BenchReport& report, const BenchedLab& lab);
std::string bench_title(const BenchedLab& lab);
std::string bench_markdown(const BenchReport& report);
std::string bench_csv(const BenchReport& report);
std::string bench_json(const BenchReport& report);  // every sample

}  // namespace warplight::cli
