#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/terminal.h"
#include "app/cli/tune_report.h"
#include "sim/gpu/device.h"
#include "sim/measure/nvml.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

class Tune final : public Command {
 public:
  explicit Tune(CLI::App& command) {
    add_lab_argument(command, request_.lab, "one lab");
    command.add_option("--variant", request_.variant, "the rung whose launch knobs are swept")
        ->option_text("V")
        ->required();
    command.add_option("--scene", request_.scene, "a built-in scene, or a scene file")->option_text("S|FILE.toml");
    command.add_option("--in", request_.in, "time a state file in place of a scene")->option_text("FILE");
    command
        .add_option("--set", request_.sets, "a knob's value, such as the size to tune for; may be given more than once")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("--sweep", sweeps_, "the values of a launch knob, in place of those that tune chooses")
        ->option_text("NAME=VALUES")
        ->allow_extra_args(false);
    command.add_option("--seconds", seconds_, "the most time for all points together")->option_text("S (60)");
    command.add_option("--skip", skip_, "go on with a sweep that the time cut short: the number that it named")->option_text("N");
    command.add_option("--steps", steps_, "how many a call, for labs that are timed by steps")->option_text("N");
    command.add_flag("--forget", forget_, "use the defaults again, and measure nothing");
    command.add_option("--json", json_, "write every point")->option_text("FILE");
    command.add_option("--plot,--svg", plot_, "draw the heat map")->option_text("FILE.svg|.png");
  }

  ExitCode run(std::stop_token stop) override {
    read_options();
    request_.untuned = true;
    Job job = make_job(request_);
    if (job.launch.knobs().empty()) {
      throw_bad_input(fmt::format("{} {} has no launch knobs to tune", job.lab->info().name, job.info().name));
    }
    if (forget_) return forget(job);
    points_ = measure::launch_points(job.launch.knobs(), values_of(job));
    if (bounds_.skip > 0 && bounds_.skip >= points_.size()) {
      throw_bad_input(fmt::format("--skip {}: there are {} points", bounds_.skip, points_.size()));
    }
    if (const auto tuned = measure::find_tuned(*job.lab, job.variant)) bounds_.known = tuned->launch;
    // A share of the time each, less what the checks and the comparison in turns take.
    const double share = 0.7 * bounds_.seconds / static_cast<double>(points_.size());
    options_.rules.most_seconds = std::clamp(share, 0.02, kPointSeconds);
    options_.steps = wanted_steps_ > 0 ? wanted_steps_ : std::max(1, job.lab->info().bench_steps);
    return tune(job, stop);
  }

 private:
  void read_options() {
    bounds_.seconds = real_number("--seconds", seconds_, 0.01, 86400);
    if (!skip_.empty()) bounds_.skip = static_cast<std::size_t>(whole_number("--skip", skip_, 1, 1000));
    if (!steps_.empty()) wanted_steps_ = static_cast<int>(whole_number("--steps", steps_, 1, 1e6));
    require_plot_name("--plot", plot_);
    require_outputs({{"--json", json_}, {"--plot", plot_}},
                    {{"--in", request_.in}, {"--scene", names_scene_file(request_.scene) ? request_.scene : ""}});
    for (const std::string& text : sweeps_) swept_.push_back(parse_sweep(text));
    sweep_points(swept_);  // refuses a knob that is named twice
  }

  // One list a launch knob. A knob that --set gives a value keeps it.
  std::vector<std::vector<double>> values_of(const Job& job) const {
    const auto knobs = job.launch.knobs();
    for (const SweptKnob& swept : swept_) find_knob(knobs, swept.name);
    std::vector<std::vector<double>> values;
    for (const Knob& knob : knobs) {
      const auto swept = std::ranges::find(swept_, knob.name, &SweptKnob::name);
      const auto sets_it = [&](const std::string& set) { return set.starts_with(std::string(knob.name) + "="); };
      if (swept != swept_.end()) {
        values.emplace_back();
        for (const std::string& text : swept->texts) values.back().push_back(parse_knob(knob, text));
      } else if (std::ranges::any_of(request_.sets, sets_it)) {
        values.push_back({static_cast<double>(job.launch[knob.name])});
      } else {
        values.push_back(measure::swept_values(knob));
      }
    }
    return values;
  }

  static ExitCode forget(const Job& job) {
    if (const std::string problem = measure::forget_tuned(*job.lab, job.variant); !problem.empty()) {
      throw_failed(problem);
    }
    fmt::print("{} {}: its defaults from now on\n", job.lab->info().name, job.info().name);
    return ExitCode::done;
  }

  ExitCode tune(Job& job, std::stop_token stop) {
    gpu::Stream stream = make_stream();
    const auto machine = gpu::machine().usable() ? measure::watch_by_nvml(gpu::selected_device().pci_bus_id) : nullptr;
    options_.machine = machine.get();
    const HostState state = make_state(job, stop);
    Lane lane(*job.lab, stream), other(*job.lab, stream);
    for (Lane* each : {&lane, &other}) each->load(job.variant, job.params, state);
    const std::string problem = knobs_text(*job.lab, job.params);
    fmt::print("{} {}: {}\n\n", job.lab->info().name, job.info().name, problem);
    std::fflush(stdout);
    const measure::TuneResult result = measured(job, lane, other, stop);
    const TuneReport report{.lab = job.lab, .variant = job.variant, .problem = problem, .result = result};
    fmt::print("{}\n", tune_text(report));
    if (!json_.empty()) write_text(json_, tune_json(report));
    if (!plot_.empty()) write_plot(plot_, tune_heat_map(report));
    if (stop.stop_requested())
      throw_failed("stopped: nothing is kept for later, what was measured until then is above");
    return keep(report);
  }

  measure::TuneResult measured(const Job& job, Lane& lane, Lane& other, std::stop_token stop) {
    ProgressLine progress;
    const double start = measure::steady_seconds();
    const auto watch = [&](std::size_t point, const measure::BenchProgress& at) {
      progress.show([&] {
        const double left = std::max(0.0, bounds_.seconds - (measure::steady_seconds() - start));
        return fmt::format("{} {}: point {} of {}, {}; at most {:.0f} s left", job.lab->info().name, job.info().name,
                           point + 1, points_.size(), at.doing, std::ceil(left));
      });
    };
    return measure::tune(lane, other, points_, options_, watch, stop, bounds_);
  }

  void say_what_is_left(const measure::TuneResult& result) const {
    if (result.next >= points_.size()) return;
    fmt::print("{} of {} points in the {} s there were; the others: tune ... --skip {}, or more --seconds.\n", result.next,
               points_.size(), significant(bounds_.seconds), result.next);
  }

  ExitCode keep(const TuneReport& report) const {
    say_what_is_left(report.result);
    const measure::TuneResult& result = report.result;
    const auto failed = [](const measure::TunePoint& point) { return point.row.check_failed; };
    if (!result.best) throw_failed("no point has a number that can be believed: nothing is kept");
    if (!result.better) {
      measure::forget_tuned(*report.lab, report.variant);
      fmt::print("The defaults stay: nothing was shown to be faster.\n");
    } else {
      const std::string problem =
          measure::keep_tuned(*report.lab, report.variant,
                              {.launch = result.points[*result.best].launch,
                               .problem = report.problem,
                               .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))});
      if (!problem.empty()) throw_failed("the winner can't be kept: " + problem);
      fmt::print("Kept for this machine, and used from now on (--untuned: the defaults; tune --forget: for good).\n");
    }
    if (std::ranges::any_of(result.points, failed)) throw_failed("a point failed: its row says why");
    return ExitCode::done;
  }

  Request request_;
  std::vector<std::string> sweeps_;
  std::vector<SweptKnob> swept_;
  std::vector<LaunchValues> points_;
  static constexpr double kPointSeconds = 0.5;
  std::string seconds_ = "60", steps_, skip_;
  measure::TuneBounds bounds_;
  bool forget_ = false;
  int wanted_steps_ = 0;
  std::filesystem::path json_, plot_;
  measure::BenchOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_tune(CLI::App& command) { return std::make_unique<Tune>(command); }

}  // namespace warplight::cli
