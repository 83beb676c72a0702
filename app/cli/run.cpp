#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/run_folder.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/cli/truth.h"
#include "sim/catalog.h"
#include "sim/measure/sampling.h"
#include "sim/text.h"
#include "sim/watchdog.h"

namespace warplight::cli {
namespace {

constexpr double kMostSteps = 1e9;

// Advances a lane in stretches that take about a tenth of a second each, and looks for NaN after each.
class Runner {
 public:
  Runner(Lane& lane, HostState start, std::stop_token stop)
      : lane_(lane), good_(std::move(start)), stop_(std::move(stop)) {
    watchdog_.reset(lane_);
  }

  // False when the person stopped it. Throws failed at the first item that is not finite.
  bool advance(std::int64_t steps) {
    const std::int64_t end = lane_.step() + steps;
    int stretch = 1;
    double kept_s = measure::steady_seconds();
    while (lane_.step() < end) {
      const double start_s = measure::steady_seconds();
      if (!advance_stretch(static_cast<int>(std::min<std::int64_t>(stretch, end - lane_.step())))) return false;
      const double now_s = measure::steady_seconds();
      if (now_s - start_s < 0.05) stretch = std::min(2 * stretch, 1 << 20);
      if (now_s - start_s > 0.2) stretch = std::max(stretch / 2, 1);
      if (now_s - kept_s > kSecondsBetweenCopies) {
        good_ = lane_.download();
        kept_s = measure::steady_seconds();
      }
      report(end, steps, now_s);
    }
    progress_.clear();
    good_ = lane_.download();
    return true;
  }

  const HostState& last_good() const { return good_; }

 private:
  static constexpr double kSecondsBetweenCopies = 2;  // from which a NaN's step is looked for

  bool advance_stretch(int steps) {
    const Progress progress = lane_.advance(steps, stop_);
    if (progress.steps == steps) watchdog_.look(lane_);
    lane_.stream().wait();
    if (const auto stumble = watchdog_.found(lane_)) refuse(*stumble);
    return progress.steps == steps && !stop_.stop_requested();
  }

  void report(std::int64_t end, std::int64_t steps, double now_s) {
    progress_.show([&] {
      const double done = static_cast<double>(steps - (end - lane_.step()));
      const double left_ms = 1000 * (now_s - begun_s_) * (static_cast<double>(steps) - done) / done;
      return fmt::format("step {} of {}, {} left", grouped_plain(lane_.step()), grouped_plain(end),
                         duration_text(left_ms));
    });
  }

  // Halves the stretch between a good state and the bad one until they are one step apart.
  [[noreturn]] void refuse(Stumble stumble) {
    progress_.clear();
    while (stumble.bad_step - stumble.good_step > 1) {
      lane_.load(lane_.variant(), lane_.params(), good_);
      const std::int64_t middle = std::max(good_.step, stumble.good_step) + (stumble.bad_step - stumble.good_step) / 2;
      const auto steps = static_cast<int>(middle - good_.step);
      if (lane_.advance(steps, stop_).steps < steps || stop_.stop_requested()) break;
      HostState state = lane_.download();
      const BadItem bad = first_bad(lane_.storage().specs(), state);
      if (bad.item >= 0) {
        stumble.bad_step = state.step;
        stumble.bad = bad;
      } else {
        stumble.good_step = state.step;
        good_ = std::move(state);
      }
    }
    throw_failed(fmt::format("{} {}: {}", lane_.lab().info().name, lane_.info().name,
                             text_of(lane_.lab(), lane_.params(), stumble)));
  }

  Lane& lane_;
  HostState good_;  // a state that was finite
  Watchdog watchdog_;
  std::stop_token stop_;
  ProgressLine progress_;
  double begun_s_ = measure::steady_seconds();
};

void print_truth(const Lab& lab, const TruthGauge& truth, const std::vector<double>& values) {
  Table table({{"truth"}, {"value", true}, {"unit"}, {"what it is"}});
  for (std::size_t i = 0; i < lab.meters().size() && i < values.size(); ++i) {
    const MeterInfo& meter = lab.meters()[i];
    table.add({std::string(meter.label), std::isnan(values[i]) ? "–" : significant(values[i]), std::string(meter.unit), std::string(meter.help)});
  }
  if (!table.empty()) fmt::print("{}", table.text());
  for (std::size_t i = 0; i < lab.meters().size() && i < values.size(); ++i) {
    const std::string basis = truth.basis(i);
    if (!basis.empty()) fmt::print("{}: {} (one standard error)\n", lab.meters()[i].label, basis);
  }
}

class Run final : public Command {
 public:
  explicit Run(CLI::App& command) {
    add_lab_argument(command, request_.lab, "which lab");
    add_job_options(command, request_);
    command.add_option("--steps", steps_, "how many steps; of filters one is the whole answer")->option_text("N (100, of filters 1)");
    command.add_option("--out", out_, "write the state at the end: " + state_endings_text())->option_text("FILE");
  }

  ExitCode run(std::stop_token stop) override {
    if (steps_) whole_number("--steps", *steps_, 0, kMostSteps);
    if (request_.lab.empty() && !names_scene_file(request_.scene)) {
      throw_bad_input(fmt::format("run: a lab is needed, such as {}", catalog().front()->info().name));
    }
    Job job = make_job(request_);
    const std::int64_t steps = whole_number("--steps", steps_.value_or(job.lab->info().one_step ? "1" : "100"), 0, kMostSteps);
    if (std::filesystem::is_directory(job.in)) {
      run_folder(job, out_, static_cast<int>(steps), stop);
      return ExitCode::done;
    }
    require_state_output(*job.lab, out_);
    HostState start = make_state(job, stop);
    if (stop.stop_requested()) throw_failed("stopped before the first step; nothing was written");
    gpu::Stream stream = make_stream();
    Lane lane(*job.lab, stream);
    load(lane, job, start);
    TruthGauge truth(lane);
    truth.measure(stop);
    Runner runner(lane, std::move(start), stop);
    if (!runner.advance(steps)) {
      throw_failed(fmt::format("stopped at step {} of {}; nothing was written", grouped_plain(lane.step()),
                               grouped_plain(steps)));
    }
    fmt::print("{} {} {}: {} step{}, {}\n", job.lab->info().name, job.in.empty() ? job.scene : one_line(job.in.string()),
               job.info().name, grouped_plain(steps), steps == 1 ? "" : "s", knobs_text(*job.lab, job.params));
    print_truth(*job.lab, truth, truth.measure(stop));
    if (!out_.empty()) {
      job.lab->write(out_, lane.params(), runner.last_good(), lane.prepared());
      fmt::print("wrote {}\n", one_line(out_.string()));
    }
    return ExitCode::done;
  }

 private:
  Request request_;
  std::optional<std::string> steps_;
  std::filesystem::path out_;
};

}  // namespace

std::unique_ptr<Command> make_run(CLI::App& command) { return std::make_unique<Run>(command); }

}  // namespace warplight::cli
