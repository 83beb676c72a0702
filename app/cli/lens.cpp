#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/options.h"
#include "sim/lens/lab_run.h"
#include "sim/lens/labs.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

class LensCommand final : public Command {
 public:
  explicit LensCommand(CLI::App& command) {
    add_lab_argument(command, request_.lab, "which lab");
    add_job_options(command, request_);
  }
  ExitCode run(std::stop_token stop) override {
    const std::string names[] = {request_.variant};
    std::vector<Job> jobs = make_jobs(request_, names);
    Job& job = jobs[0];
    HostState state = job.lab->build(job.scene, job.params, stop);
    const Lab& lab = lens::find_lab(job.lab->info().name);
    const lens::LabRun run = lens::run_variant(lab, job.variant, job.params, job.launch, state);
    for (const auto& k : run.kernels) {
      fmt::print("{} {} launches branch {:.4f} accesses {} {:.2f} M/s\n", k.kernel, k.launches, k.branch_efficiency(), k.accesses, 1e-6*k.accesses/k.seconds);
      for (const auto& l : k.lines) fmt::print("  {}:{} space {} access {} req {} lanes {:.1f} sect {:.2f} ideal {:.2f} deg {:.2f}\n", l.file, l.line, (int)l.space, (int)l.access, l.figures.requests, l.figures.active_lanes(), l.figures.sectors_a_request(), l.figures.ideal_sectors_a_request(), l.figures.conflict_degree());
    }
    for (const auto& c : run.comparisons) fmt::print("{} l2 {} max {} {}\n", c.output, c.l2_error, c.max_error, c.passed());
    return ExitCode::done;
  }
  Request request_;
};

}  // namespace

std::unique_ptr<Command> make_lens(CLI::App& command) { return std::make_unique<LensCommand>(command); }

}  // namespace warplight::cli
