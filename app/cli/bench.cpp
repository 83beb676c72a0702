#include <fmt/format.h>

#include <algorithm>

#include "app/cli/bench_report.h"
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/terminal.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start <= text.size() && !text.empty();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    if (comma == start) throw_bad_input(fmt::format("--variants {}: names with commas between are needed", text));
    std::string name = text.substr(start, comma - start);
    if (std::ranges::find(names, name) != names.end()) {
      throw_bad_input(fmt::format("--variants {}: {} is named more than once", text, name));
    }
    names.push_back(std::move(name));
    start = comma + 1;
  }
  return names;
}

std::string progress_text(const Lab& lab, const measure::BenchProgress& at) {
  std::string text = fmt::format("{} {}: {}", lab.info().name, at.variant, at.doing);
  if (at.samples == nullptr) return text;
  const measure::Summary summary = measure::summarize(at.samples->ms);
  text += fmt::format(", {} samples, {}", summary.n, duration_text(summary.median));
  const double noise = summary.relative_interval();
  return noise < 1 ? text + fmt::format(" ± {}%", significant(100 * noise, 2)) : text;
}

class Bench final : public Command {
 public:
  explicit Bench(CLI::App& command) {
    add_lab_argument(command, request_.lab, "one lab, or all");
    command.add_option("--variants", variants_, "some rungs; without it all")->option_text("A,B");
    command.add_option("--scene", request_.scene, "a built-in scene, or a scene file")->option_text("S|FILE.toml");
    command.add_option("--in", request_.in, "time a state file in place of a scene")->option_text("FILE");
    command.add_option("--set", request_.sets, "a knob's value; may be given more than once")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("--seconds", seconds_, "the most time for one variant")->option_text("S (2)");
    command.add_option("--steps", steps_, "how many a call, for labs that are timed by steps")->option_text("N");
    command.add_option("--json", json_, "write all that was found, every sample too")->option_text("FILE");
    command.add_option("--csv", csv_, "write a row a variant")->option_text("FILE");
    command.add_option("--markdown", markdown_, "write the table for a page")->option_text("FILE");
  }

  ExitCode run(std::stop_token stop) override {
    options_.rules.most_seconds = real_number("--seconds", seconds_, 0.01, 3600);
    if (!steps_.empty()) wanted_steps_ = static_cast<int>(whole_number("--steps", steps_, 1, 1e6));
    const std::vector<std::string> variants = split_names(variants_);
    require_outputs({{"--json", json_}, {"--csv", csv_}, {"--markdown", markdown_}},
                    {{"--in", request_.in}, {"--scene", names_scene_file(request_.scene) ? request_.scene : ""}});
    std::vector<std::vector<Job>> labs;
    for (const std::string& name : lab_names()) {
      Request request = request_;
      request.lab = name;
      if (request.scene.empty() && request.in.empty()) request.scene = find_lab(name).info().bench_scene;
      labs.push_back(make_jobs(request, variants));
      if (!variants.empty()) require_available(labs.back());
      const LabInfo& info = labs.back().front().lab->info();
      if (wanted_steps_ > 0 && info.bench_steps == 0) {
        throw_bad_input(fmt::format("--steps: {} is timed by what a step computes, and by one step", info.name));
      }
    }

    gpu::Stream stream = make_stream();
    BenchReport report{.machine = machine_facts(), .labs = {}};
    fmt::print("{}\n\n", bench_header(report.machine));
    for (std::vector<Job>& jobs : labs) {
      if (stop.stop_requested()) break;
      report.labs.push_back(bench_lab(jobs, stream, stop));
      fmt::print("{}\n", bench_text(report.labs.back()));
      std::fflush(stdout);
    }
    if (stop.stop_requested()) {
      const bool files = !json_.empty() || !csv_.empty() || !markdown_.empty();
      throw_failed(fmt::format("stopped: what was measured until then is above{}",
                               files ? "; no file was written" : ""));
    }
    write(report);
    if (any_failed(report)) throw_failed("a variant failed: its row says why");
    return ExitCode::done;
  }

 private:
  std::vector<std::string> lab_names() const {
    if (!request_.lab.empty() && request_.lab != "all") return {request_.lab};
    if (request_.lab.empty() && names_scene_file(request_.scene)) return {""};
    std::vector<std::string> names;
    for (const Lab* lab : catalog()) names.emplace_back(lab->info().name);
    return names;
  }

  static void require_available(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) {
      const std::string reason = unavailable_reason(job.info());
      if (!reason.empty()) throw_missing(fmt::format("{} can't run here: {}", job.info().name, reason));
    }
  }

  BenchedLab bench_lab(std::vector<Job>& jobs, gpu::Stream& stream, std::stop_token stop) {
    Job& first = jobs.front();
    const Lab& lab = *first.lab;
    options_.steps = wanted_steps_ > 0 ? wanted_steps_ : std::max(1, lab.info().bench_steps);
    const HostState state = make_state(first, stop);
    BenchedLab benched{.lab = &lab,
                       .start = first.in.empty() ? first.scene : first.in.string(),
                       .params = first.params,
                       .cost = lab.cost(first.params),
                       .rows = {},
                       .launch = {}};
    ProgressLine progress;
    options_.watch = [&](const measure::BenchProgress& at) { progress.show([&] { return progress_text(lab, at); }); };
    for (Job& job : jobs) {
      job.params = first.params;
      benched.rows.push_back(bench_variant(job, state, stream, stop));
      benched.launch.push_back(job.launch);
    }
    return benched;
  }

  measure::BenchRow bench_variant(const Job& job, const HostState& state, gpu::Stream& stream, std::stop_token stop) {
    if (stop.stop_requested()) return measure::row_without_numbers(job.info(), "interrupted");
    if (const std::string reason = unavailable_reason(job.info()); !reason.empty()) {
      return measure::row_without_numbers(job.info(), reason);
    }
    try {
      Lane lane(*job.lab, stream);
      load(lane, job, state);
      return measure::bench_lane(lane, options_, stop);
    } catch (const Error& error) {
      measure::BenchRow row = measure::row_without_numbers(job.info(), error.what());
      row.check_failed = error.code() != ExitCode::bad_input;  // what a rung refuses by name is no failure
      return row;
    }
  }

  static bool any_failed(const BenchReport& report) {
    return std::ranges::any_of(report.labs, [](const BenchedLab& lab) {
      return std::ranges::any_of(lab.rows, &measure::BenchRow::check_failed);
    });
  }

  void write(const BenchReport& report) const {
    if (!json_.empty()) write_text(json_, bench_json(report));
    if (!csv_.empty()) write_text(csv_, bench_csv(report));
    if (!markdown_.empty()) write_text(markdown_, bench_markdown(report));
  }

  Request request_;
  std::string variants_, seconds_ = "2", steps_;
  int wanted_steps_ = 0;  // 0: the lab's own number
  std::filesystem::path json_, csv_, markdown_;
  measure::BenchOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_bench(CLI::App& command) { return std::make_unique<Bench>(command); }

}  // namespace warplight::cli
