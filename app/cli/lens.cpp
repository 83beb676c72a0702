#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/lens_report.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/lens/labs.h"
#include "sim/storage.h"

namespace warplight::cli {
namespace {

// The lens takes the sizes that a CPU takes, where the person asked for none.
void take_host_sizes(Job& job) {
  for (const Knob& knob : job.lab->knobs()) {
    const bool asked = std::ranges::find(job.set_knobs, knob.name) != job.set_knobs.end();
    if (!asked && !std::isnan(knob.host_default)) knob.set(job.params.data(), knob.host_default);
  }
}

// The last of the ladder that the lens runs.
std::string best_under_lens(const Lab& lab) {
  for (int v = lab.variant_count() - 1; v >= 0; --v) {
    if (!lab.variant(v).only_by_name && lens::no_lens_reason(lab.variant(v)).empty()) return std::string(lab.variant(v).name);
  }
  throw_missing(fmt::format("{} has no variant that the lens can run", lab.info().name));
}

// What the whole run needs, asked before any of it: memory for the state and for the record of each byte; time. Most
// rungs ask for memory once or so an item, in the evaluation and again in the step.
void require_size(const Job& job) {
  constexpr std::int64_t kBytesOfRecord = 9;
  constexpr double kItemsASecondAndCore = 1e7, kMinute = 60, kMost = 60 * kMinute;
  std::int64_t bytes = 0;
  for (const BufferSpec& spec : job.lab->buffers(job.params)) bytes += spec.bytes();
  require_host_memory((kBytesOfRecord + 2) * bytes);
  const Cost cost = job.lab->cost(job.params);
  const double seconds = cost.items / kItemsASecondAndCore / std::max(1u, std::thread::hardware_concurrency());
  const std::string needed = fmt::format("{:.0f} minutes under the lens for {:.2g} {}", std::ceil(seconds / kMinute),
                                         cost.items, cost.item_name);
  if (!(seconds <= kMost)) throw_bad_input(fmt::format("some {}: it takes up to 60; take a smaller size", needed));
  if (seconds > kMinute) fmt::print(stderr, "warplight-cli: some {}; Ctrl-C stops it\n", needed);
}

class Lens final : public Command {
 public:
  explicit Lens(CLI::App& command) {
    add_lab_argument(command, request_.lab, "which lab");
    add_job_options(command, request_);
    command.add_option("--compare", compare_, "a second rung, to be shown too")->option_text("V2");
    command.add_option("--warp", warp_, "list what one warp asks for: its block and its number there, such as 0,0")
        ->option_text("B,W");
    command.add_option("--line", line_, "at this line of the kernel's file")->option_text("N")->needs("--warp");
    command.add_option("--arch", arch_, "the GPU whose limits hold")->option_text("ARCH (sm_90)");
    command.add_option("--json", json_, "the figures for programs, into a file")->option_text("FILE");
  }

  ExitCode run(std::stop_token stop) override {
    if (request_.lab.empty() && !names_scene_file(request_.scene)) throw_bad_input("lens: a lab is needed");
    lens::Options options = read_options();
    options.stop = stop;
    require_output(json_);
    std::vector<std::string> names{request_.variant};
    if (request_.variant.empty() && !request_.lab.empty()) names[0] = best_under_lens(find_lab(request_.lab));
    if (!compare_.empty()) names.push_back(compare_);
    std::vector<Job> jobs = make_jobs(request_, names);
    for (Job& job : jobs) {
      take_host_sizes(job);
      if (const std::string reason = lens::no_lens_reason(job.info()); !reason.empty()) {
        throw_missing(fmt::format("{} can't run under the lens: {}", job.info().name, reason));
      }
      if (job.in.empty()) require_size(job);
    }
    if (jobs.size() > 1 && jobs[0].variant == jobs[1].variant) {
      throw_bad_input(fmt::format("--compare {}: that is the variant itself", compare_));
    }
    std::vector<LensResult> results;
    for (Job& job : jobs) {
      const HostState state = make_host_state(job, stop);
      const Lab& lab = lens::find_lab(job.lab->info().name);
      lens::LabRun run = lens::run_variant(lab, job.variant, job.params, job.launch, state, options);
      results.push_back({job, options.arch, std::move(run)});
      print(results.back());
    }
    if (results.size() > 1) fmt::print("\n{}", lens_comparison(results));
    if (!json_.empty()) write_text(json_, lens_json(results).dump(2) + "\n");
    for (const LensResult& result : results) {
      if (!result.run.passed()) throw_failed(fmt::format("{} does not agree with the reference", result.job.info().name));
    }
    return ExitCode::done;
  }

 private:
  // The state in host memory alone: the lens needs no GPU.
  static HostState make_host_state(Job& job, std::stop_token stop) {
    const ParamBytes asked = job.params;
    HostState state = job.in.empty() ? job.lab->build(job.scene, job.params, stop) : job.lab->read(job.in, job.params, job.set_knobs);
    require_kept_knobs(job, asked);
    if (!job.in.empty()) require_size(job);  // the file says how large it is
    return state;
  }

  lens::Options read_options() const {
    lens::Options options;
    options.arch = arch_;
    if (lens::shared_memory_of(arch_) == 0) {
      throw_bad_input(fmt::format("--arch {}: the lens knows {}", arch_, lens::known_architectures()));
    }
    if (warp_.empty()) return options;
    if (line_.empty()) throw_bad_input("--warp: --line N is needed too");
    const std::size_t comma = warp_.find(',');
    if (comma == std::string::npos || warp_.find(',', comma + 1) != std::string::npos) {
      throw_bad_input(fmt::format("--warp {}: BLOCK,WARP is needed, such as 0,0", warp_));
    }
    options.focus.block = whole_number("--warp", warp_.substr(0, comma), 0, 1 << 20);
    options.focus.warp = whole_number("--warp", warp_.substr(comma + 1), 0, 31);
    return options;
  }

  void print(const LensResult& result) const {
    if (warp_.empty()) {
      fmt::print("{}", lens_text(result));
      return;
    }
    const lens::Options options = read_options();
    fmt::print("{}", lens_warp_text(result, options.focus.block, options.focus.warp,
                                    static_cast<int>(whole_number("--line", line_, 1, 1e6))));
  }

  Request request_;
  std::string compare_, warp_, line_, arch_ = "sm_90";
  std::filesystem::path json_;
};

}  // namespace

std::unique_ptr<Command> make_lens(CLI::App& command) { return std::make_unique<Lens>(command); }

}  // namespace warplight::cli
