#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/cli/baseline.h"
#include "app/cli/bench_run.h"
#include "app/cli/ceilings_here.h"
#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/profile.h"
#include "app/cli/sweep.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

// Names with commas between; a comparison may name one twice.
std::vector<std::string> split_names(const std::string& option, const std::string& text, bool twice = false) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start <= text.size() && !text.empty();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    if (comma == start) throw_bad_input(fmt::format("{} {}: names with commas between are needed", option, text));
    std::string name = text.substr(start, comma - start);
    if (!twice && std::ranges::find(names, name) != names.end()) {
      throw_bad_input(fmt::format("{} {}: {} is named more than once", option, text, name));
    }
    names.push_back(std::move(name));
    start = comma + 1;
  }
  return names;
}

// "2" and "2%": in percent.
double threshold_of(std::string text) {
  if (text.ends_with('%')) text.pop_back();
  return real_number("--threshold", text, 0.01, 1000) / 100;
}

void note(const std::string& line) {
  if (!line.empty()) std::fprintf(stderr, "warplight-cli: %s\n", one_line(line).c_str());
}

class Bench final : public Command {
 public:
  explicit Bench(CLI::App& command) {
    add_lab_argument(command, request_.lab, "one lab, or all");
    command.add_option("--variants,--variant", variants_, "some rungs, or one; without it all")->option_text("A,B");
    command.add_option("--compare", compare_, "two rungs, taken in turns: how many times as long B takes as A")
        ->option_text("A,B")
        ->excludes("--variants");
    command.add_option("--scene", request_.scene, "a built-in scene, or a scene file")->option_text("S|FILE.toml");
    command.add_option("--in", request_.in, "time a state file in place of a scene")->option_text("FILE");
    command.add_option("--set", request_.sets, "a knob's value; may be given more than once")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--sweep", sweeps_,
                    "a knob's values: n=1024..65536:x2, dt=0.1..0.5:+0.1, block=64,128; again: all pairs")
        ->option_text("NAME=VALUES")
        ->allow_extra_args(false)
        ->excludes("--compare");
    add_untuned_option(command, request_);
    command.add_flag("--hot", hot_, "time run after run only; without --hot and --cold both");
    command.add_flag("--cold", cold_, "time only runs before each of which the L2 cache is emptied (device rungs)");
    command.add_option("--seconds", seconds_, "the most time for one timing")->option_text("S (2)");
    command.add_option("--steps", steps_, "how many a call, for labs that are timed by steps")->option_text("N");
    command
        .add_option("--baseline", baseline_,
                    "say of each row whether it is SAME, FASTER or SLOWER than in an earlier --json")
        ->option_text("FILE");
    command.add_option("--threshold", threshold_, "what counts as a difference, in percent")->option_text("P (2)");
    command.add_option("--json", json_, "write all that was found, every sample too")->option_text("FILE");
    command.add_option("--csv", csv_, "write a row a variant")->option_text("FILE");
    command.add_option("--markdown", markdown_, "write the table for a page")->option_text("FILE");
    command.add_option("--plot", plot_, "draw times over the first swept knob")
        ->option_text("FILE.svg|.png")
        ->needs("--sweep");
    auto* profile = command.add_option("--profile", profile_,
                                       "time nothing: print the command that profiles the one rung with ncu or nsys");
    profile->option_text("ncu|nsys");
    for (const char* other : {"--compare", "--sweep", "--hot", "--cold", "--baseline", "--json", "--csv", "--markdown"}) {
      profile->excludes(other);
    }
  }

  ExitCode run(std::stop_token stop) override {
    read_options();
    std::vector<std::vector<Job>> jobs = all_jobs();
    if (!profile_.empty()) return print_profile(jobs, stop);
    std::size_t rungs = 0;
    for (const std::vector<Job>& some : jobs) rungs += some.size();
    BenchRun bench(options_, wanted_steps_, static_cast<int>(rungs), stop);
    BenchReport report{.machine = machine_facts(bench.machine())};
    fmt::print("{}\n\n", bench_header(report.machine));
    std::fflush(stdout);
    find_ceilings(jobs, bench, report, stop);
    for (std::vector<Job>& some : jobs) {
      if (stop.stop_requested()) break;
      report.labs.push_back(compare_.empty() ? bench.bench(some)
                                             : bench.compare(some, threshold_part_, report.compared));
      print(report);
    }
    return finish(report, stop);
  }

 private:
  void read_options() {
    options_.rules.most_seconds = real_number("--seconds", seconds_, 0.01, 3600);
    if (!steps_.empty()) wanted_steps_ = static_cast<int>(whole_number("--steps", steps_, 1, 1e6));
    options_.hot = hot_ || !cold_;
    options_.cold = cold_ || !hot_;
    threshold_part_ = threshold_of(threshold_);
    for (const std::string& text : sweeps_) swept_.push_back(parse_sweep(text));
    require_plot_name("--plot", plot_);
    require_outputs({{"--json", json_}, {"--csv", csv_}, {"--markdown", markdown_}, {"--plot", plot_}},
                    {{"--in", request_.in},
                     {"--scene", names_scene_file(request_.scene) ? request_.scene : ""},
                     {"--baseline", baseline_}});
    if (!profile_.empty()) parse_profiler(profile_);
    if (!baseline_.empty()) earlier_.emplace(baseline_);
    if (!compare_.empty()) pair_ = split_names("--compare", compare_, true);
    if (!compare_.empty() && pair_.size() != 2)
      throw_bad_input(fmt::format("--compare {}: two rungs are needed", compare_));
  }

  std::vector<std::string> lab_names() const {
    if (!request_.lab.empty() && request_.lab != "all") return {request_.lab};
    if (request_.lab.empty() && names_scene_file(request_.scene)) return {""};
    std::vector<std::string> names;
    for (const Lab* lab : catalog()) names.emplace_back(lab->info().name);
    return names;
  }

  // A list of rungs for each lab and each point that is swept: all are known to be right before anything is timed.
  std::vector<std::vector<Job>> all_jobs() const {
    const std::vector<std::string> variants = pair_.empty() ? split_names("--variants", variants_) : pair_;
    const std::vector<std::string> names = lab_names();
    if (names.size() > 1 && (!swept_.empty() || !pair_.empty())) {
      throw_bad_input(fmt::format("{}: one lab is needed", swept_.empty() ? "--compare" : "--sweep"));
    }
    std::vector<std::vector<Job>> jobs;
    for (const std::string& name : names) {
      for (const std::vector<std::string>& point : sweep_points(swept_)) {
        Request request = request_;
        request.lab = name;
        request.sets.insert(request.sets.end(), point.begin(), point.end());
        if (request.scene.empty() && request.in.empty()) request.scene = find_lab(name).info().bench_scene;
        jobs.push_back(make_jobs(request, variants));
        require_possible(jobs.back(), !variants.empty());
      }
    }
    return jobs;
  }

  void require_possible(const std::vector<Job>& jobs, bool named) const {
    const Lab& lab = *jobs.front().lab;
    for (const Job& job : jobs) {
      const std::string reason = named ? unavailable_reason(job.info()) : "";
      if (!reason.empty()) throw_missing(fmt::format("{} can't run here: {}", job.info().name, reason));
    }
    if (wanted_steps_ > 0 && lab.info().bench_steps == 0) {
      throw_bad_input(fmt::format("--steps: {} is timed by what a step computes, and by one step", lab.info().name));
    }
    const std::string problem = swept_.empty() ? "" : lab.problem(jobs.front().params);
    if (!problem.empty()) throw_bad_input(problem);
  }

  ExitCode print_profile(std::vector<std::vector<Job>>& jobs, std::stop_token stop) const {
    const Profiler profiler = parse_profiler(profile_);
    if (jobs.size() != 1 || jobs.front().size() != 1) throw_bad_input("--profile: one lab and one rung are needed (--variant V)");
    Job& job = jobs.front().front();
    if (job.info().place == Place::host) {
      throw_bad_input(fmt::format("--profile {}: {} runs on the processor, where it sees nothing", profile_, job.info().name));
    }
    ProfiledRun run{.profiler = profiler,
                    .program = std::filesystem::read_symlink("/proc/self/exe").string(),
                    .words = run_words(request_, job),
                    .output = fmt::format("warplight-{}-{}", job.lab->info().name, job.info().name),
                    .steps_a_call = wanted_steps_ > 0 ? wanted_steps_ : std::max(1, job.lab->info().bench_steps),
                    .kernel = {}};
    run.kernel = find_launched_kernel(job, make_state(job, stop), run.steps_a_call);
    fmt::print("{}\n", profile_command(run));
    return ExitCode::done;
  }

  // Of what the rungs run on, at their first use.
  static void find_ceilings(const std::vector<std::vector<Job>>& jobs, BenchRun& bench, BenchReport& report,
                            std::stop_token stop) {
    const auto any = [&](Place place) {
      return std::ranges::any_of(jobs, [&](const std::vector<Job>& some) {
        return std::ranges::any_of(
            some, [&](const Job& job) { return job.info().place == place && unavailable_reason(job.info()).empty(); });
      });
    };
    if (any(Place::device)) {
      const CeilingsHere here = device_ceilings(bench.stream(), bench.machine(), false, stop);
      report.device_ceilings = here.ceilings;
      note(here.note);
    }
    if (any(Place::host)) {
      const CeilingsHere here = host_ceilings(false, stop);
      report.host_ceilings = here.ceilings;
      note(here.note);
    }
  }

  void print(const BenchReport& report) const {
    if (swept_.empty()) fmt::print("{}\n", bench_text(report, report.labs.back()));
    if (report.compared) {
      const Compared& compared = *report.compared;
      fmt::print("  {} against {}, {} pairs in turns: {}\n\n", compared.b, compared.a, compared.taken.b.ms.size(),
                 sentence(compared.verdict, compared.ratio));
    }
    std::fflush(stdout);
  }

  ExitCode finish(const BenchReport& report, std::stop_token stop) {
    if (!swept_.empty() && !report.labs.empty()) {
      fmt::print("{}\n\n{}\n", sweep_title(swept_, report.labs.front()), sweep_text(swept_, report.labs));
    }
    const std::string json = bench_json(report);
    bool slower = false;
    if (earlier_ && measured_anything(report)) {
      const std::vector<BaselineRow> rows = earlier_->compare(json, threshold_part_);
      fmt::print("{}\n", baseline_text(rows, earlier_->origin(), threshold_part_));
      slower =
          std::ranges::any_of(rows, [](const BaselineRow& row) { return row.verdict == measure::Verdict::slower; });
    }
    const bool files = !json_.empty() || !csv_.empty() || !markdown_.empty() || !plot_.empty();
    const bool written = !stop.stop_requested() || measured_anything(report);
    if (written) write(report, json);
    if (stop.stop_requested()) {
      throw_failed(fmt::format("stopped: what was measured until then is above{}", !files ? ""
                                                                                   : written
                                                                                       ? ", and in the files"
                                                                                       : "; no file was written"));
    }
    if (any_failed(report)) throw_failed("a variant failed: its row says why");
    if (slower)
      throw_failed(fmt::format("slower than the baseline by more than {}%", significant(100 * threshold_part_)));
    return ExitCode::done;
  }

  void write(const BenchReport& report, const std::string& json) const {
    if (!json_.empty()) write_text(json_, json);
    if (!csv_.empty()) write_text(csv_, bench_csv(report));
    if (!markdown_.empty()) write_text(markdown_, bench_markdown(report));
    if (!plot_.empty()) write_plot(plot_, sweep_plot(swept_, report.labs));
  }

  Request request_;
  std::string variants_, compare_, profile_, seconds_ = "2", steps_, threshold_ = "2";
  std::vector<std::string> sweeps_, pair_;
  std::vector<SweptKnob> swept_;
  bool hot_ = false, cold_ = false;
  int wanted_steps_ = 0;  // 0: the lab's own number
  double threshold_part_ = measure::kThreshold;
  std::filesystem::path json_, csv_, markdown_, plot_, baseline_;
  std::optional<Baseline> earlier_;
  measure::BenchOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_bench(CLI::App& command) { return std::make_unique<Bench>(command); }

}  // namespace warplight::cli
