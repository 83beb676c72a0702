// A bench's results, for a person (table), a page (Markdown), a spreadsheet (CSV) and a program (JSON).
#pragma once

#include <string>
#include <vector>

#include "app/cli/job.h"
#include "sim/measure/bench.h"

namespace warplight::cli {

struct MachineFacts {
  std::string gpu;     // "" without one
  std::string driver;  // "" if unknown
  int compute_capability = 0;  // x 10
  int multiprocessors = 0;
  int cuda = 0;        // the version that the program was built with
  std::string processor;
  int threads = 0;
  std::string date;    // ISO 8601, UTC
};
MachineFacts machine_facts();

struct BenchedLab {
  const Lab* lab;
  std::string start;  // the scene's name or the state file
  ParamBytes params;
  Cost cost;          // of one evaluate
  std::vector<measure::BenchRow> rows;
  std::vector<LaunchValues> launch;  // of each row
};

struct BenchReport {
  MachineFacts machine;
  std::vector<BenchedLab> labs;
};

// How many times faster than the first row on the device with numbers (else the first with numbers); NaN: no numbers.
double speed(const BenchedLab& lab, const measure::BenchRow& row);

std::string bench_header(const MachineFacts& machine);
std::string bench_text(const BenchedLab& lab);
std::string bench_markdown(const BenchReport& report);
std::string bench_csv(const BenchReport& report);
std::string bench_json(const BenchReport& report);  // every sample

}  // namespace warplight::cli
