#include "app/cli/bench_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/measure/nvml.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

using measure::BenchRow;

std::unique_ptr<measure::MachineWatch> watch_gpu() {
  return gpu::machine().usable() ? measure::watch_by_nvml(gpu::selected_device().pci_bus_id) : nullptr;
}

bool any_row(const BenchReport& report, bool (*is)(const BenchRow&)) {
  return std::ranges::any_of(report.labs, [&](const BenchedLab& lab) { return std::ranges::any_of(lab.rows, is); });
}

}  // namespace

BenchRun::BenchRun(const measure::BenchOptions& options, int steps, int rungs, std::stop_token stop)
    : stream_(make_stream()),
      machine_(watch_gpu()),
      options_(options),
      wanted_steps_(steps),
      rungs_(rungs),
      stop_(std::move(stop)) {
  options_.machine = machine_.get();
}

std::string BenchRun::progress_text(const Lab& lab, const measure::BenchProgress& at) const {
  std::string text = fmt::format("{} {} ({} of {}): {}", lab.info().name, at.variant, rung_, rungs_, at.doing);
  const int timings = (options_.hot ? 2 : 0) + (options_.cold ? 1 : 0);
  if (at.samples != nullptr) {
    const measure::Summary summary = measure::summarize(*at.samples, options_.rules);
    text += fmt::format(", {} samples, {}", summary.n, duration_text(summary.median));
    const double noise = summary.relative_interval();
    if (noise < 1) text += fmt::format(" ± {}%", significant(100 * noise, 2));
  }
  const double left = std::max(0.0, at.seconds_left) + (rungs_ - rung_) * timings * options_.rules.most_seconds;
  return text + fmt::format("; at most {:.0f} s left", std::ceil(left));
}

BenchedLab BenchRun::begin(std::vector<Job>& jobs, const HostState& state) {
  const Job& first = jobs.front();
  const Lab& lab = *first.lab;
  options_.steps = wanted_steps_ > 0 ? wanted_steps_ : std::max(1, lab.info().bench_steps);
  BenchedLab benched{.lab = &lab,
                     .start = first.in.empty() ? first.scene : first.in.string(),
                     .params = first.params,
                     .cost = lab.cost(first.params)};
  for (const auto& buffer : state.buffers) benched.state_bytes += static_cast<std::int64_t>(buffer.size());
  for (Job& job : jobs) {
    job.params = first.params;
    benched.launch.push_back(job.launch);
    benched.tuned.push_back(job.tuned);
  }
  return benched;
}

BenchedLab BenchRun::bench(std::vector<Job>& jobs) {
  const HostState state = make_state(jobs.front(), stop_);
  BenchedLab benched = begin(jobs, state);
  ProgressLine progress;
  options_.watch = [&](const measure::BenchProgress& at) {
    progress.show([&] { return progress_text(*benched.lab, at); });
  };
  for (const Job& job : jobs) {
    ++rung_;
    benched.rows.push_back(bench_one(job, state, benched));
  }
  return benched;
}

BenchRow BenchRun::bench_one(const Job& job, const HostState& state, BenchedLab& benched) {
  if (stop_.stop_requested()) return measure::row_without_numbers(job.info(), "interrupted");
  if (const std::string reason = unavailable_reason(job.info()); !reason.empty()) {
    return measure::row_without_numbers(job.info(), reason);
  }
  try {
    Lane lane(*job.lab, stream_);
    load(lane, job, state);
    benched.state_bytes = measure::state_bytes(lane);
    return measure::bench_lane(lane, options_, stop_);
  } catch (const Error& error) {
    BenchRow row = measure::row_without_numbers(job.info(), error.what());
    row.check_failed = error.code() != ExitCode::bad_input;  // what a rung refuses by name is no failure
    return row;
  }
}

BenchedLab BenchRun::compare(std::vector<Job>& jobs, double threshold, std::optional<Compared>& compared) {
  const HostState state = make_state(jobs.front(), stop_);
  BenchedLab benched = begin(jobs, state);
  ProgressLine progress;
  rung_ = rungs_;
  options_.watch = [&](const measure::BenchProgress& at) {
    progress.show([&] { return progress_text(*benched.lab, at); });
  };
  Lane a(*jobs[0].lab, stream_), b(*jobs[1].lab, stream_);
  load(a, jobs[0], state);
  load(b, jobs[1], state);
  measure::BenchPair pair = measure::bench_in_turns(a, b, options_, stop_);
  benched.rows = {std::move(pair.a), std::move(pair.b)};
  if (!pair.taken) return benched;
  const measure::Ratio ratio = measure::ratio(*pair.taken, options_.rules);
  compared = {.a = std::string(jobs[0].info().name),
              .b = std::string(jobs[1].info().name),
              .taken = std::move(*pair.taken),
              .ratio = ratio,
              .verdict = measure::compare(ratio, benched.rows[0].timed()->judgement.trust,
                                          benched.rows[1].timed()->judgement.trust, threshold)};
  return benched;
}

bool measured_anything(const BenchReport& report) {
  return any_row(report, [](const BenchRow& row) { return row.timed().has_value(); });
}

bool any_failed(const BenchReport& report) {
  return any_row(report, [](const BenchRow& row) { return row.check_failed; });
}

}  // namespace warplight::cli
