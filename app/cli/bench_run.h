// Runs a bench: rung after rung of one lab at one set of knobs, with a progress line.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/bench_report.h"
#include "app/cli/terminal.h"

namespace warplight::cli {

class BenchRun {
 public:
  // `rungs`: how many will be timed in all, for the time that is left.
  BenchRun(const measure::BenchOptions& options, int steps, int rungs, std::stop_token stop);

  // All rungs of the jobs, which are of one lab and one set of knobs. Those that were not begun before the stop have
  // the problem "interrupted".
  BenchedLab bench(std::vector<Job>& jobs);
  // Two rungs in turns; the rows are those of a and b.
  BenchedLab compare(std::vector<Job>& jobs, double threshold, std::optional<Compared>& compared);

  gpu::Stream& stream() { return stream_; }
  measure::MachineWatch* machine() { return machine_.get(); }  // null without a GPU

 private:
  BenchedLab begin(std::vector<Job>& jobs, const HostState& state);
  measure::BenchRow bench_one(const Job& job, const HostState& state, BenchedLab& benched);
  std::string progress_text(const Lab& lab, const measure::BenchProgress& at) const;

  gpu::Stream stream_;
  std::unique_ptr<measure::MachineWatch> machine_;
  measure::BenchOptions options_;
  int wanted_steps_;  // 0: the lab's own number
  int rungs_, rung_ = 0;
  std::stop_token stop_;
};

bool measured_anything(const BenchReport& report);
bool any_failed(const BenchReport& report);

}  // namespace warplight::cli
