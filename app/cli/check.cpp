#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "sim/catalog.h"
#include "sim/check.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

struct Tally {
  int passed = 0, failed = 0, skipped = 0;
};

void add_row(Table& table, const Lab& lab, const CheckRow& row) {
  const Comparison& c = row.comparison;
  if (!row.problem.empty()) {
    table.add({row.variant, row.start, row.output, "", "", "", "", "FAILED: " + row.problem});
    return;
  }
  table.add({row.variant, row.start, row.output, significant(c.l2_error), significant(c.allowed.l2),
             significant(c.max_error), significant(c.allowed.max),
             row.passed() ? "ok" : fmt::format("FAILED, worst at {} {}", lab.info().item, c.worst_item)});
}

constexpr std::string_view kLegend =
    "  Of each start: what is computed alone, where a lab does so (nbody: accelerations), then all that steps change.\n"
    "  error: over all items; worst: the worst item; both relative to the reference's root mean square. allowed: the\n"
    "  variant's tolerance, and what rounding in the state's own precision costs: much where it hardly changes.\n";

class Check final : public Command {
 public:
  explicit Check(CLI::App& command) {
    add_lab_argument(command, lab_, "one lab, or all");
    command.add_option("--variant", variant_, "one rung; without it all that run here")->option_text("V");
  }

  ExitCode run(std::stop_token stop) override {
    std::vector<const Lab*> labs(catalog().begin(), catalog().end());
    if (!lab_.empty() && lab_ != "all") labs = {&find_lab(lab_)};
    if (!variant_.empty() && labs.size() > 1) throw_bad_input("--variant: a lab is needed too");
    const int only = variant_.empty() ? -1 : labs.front()->find_variant(variant_);
    if (only >= 0) require_available(labs.front()->variant(only));

    gpu::Stream stream = make_stream();
    Tally tally;
    for (const Lab* lab : labs) {
      fmt::print("{}\n", lab->info().name);
      check_lab(*lab, only, stream, stop, tally);
    }
    fmt::print("{} passed, {} failed, {} variants skipped\n", tally.passed, tally.failed, tally.skipped);
    if (stop.stop_requested()) throw_failed("stopped: not everything was checked");
    return tally.failed == 0 ? ExitCode::done : ExitCode::failed;
  }

 private:
  static void require_available(const VariantInfo& info) {
    const std::string reason = unavailable_reason(info);
    if (!reason.empty()) throw_missing(fmt::format("{} can't run here: {}", info.name, reason));
  }

  void check_lab(const Lab& lab, int only, gpu::Stream& stream, std::stop_token stop, Tally& tally) {
    Table table({{"variant"}, {"start"}, {"output"}, {"error", true}, {"allowed", true}, {"worst", true},
                 {"allowed", true}, {"result"}});
    ProgressLine progress;
    std::string skipped;
    for (int i = 0; i < lab.variant_count() && !stop.stop_requested(); ++i) {
      if (only >= 0 && i != only) continue;
      const VariantInfo& info = lab.variant(i);
      if (const std::string reason = unavailable_reason(info); !reason.empty()) {
        skipped += fmt::format("  {} skipped: {}\n", info.name, reason);
        ++tally.skipped;
        continue;
      }
      progress.show([&] { return fmt::format("checking {} {}", lab.info().name, info.name); });
      for (const CheckRow& row : check_variant(lab, i, stream, stop)) {
        if (stop.stop_requested()) break;
        add_row(table, lab, row);
        ++(row.passed() ? tally.passed : tally.failed);
      }
    }
    progress.clear();
    fmt::print("{}{}\n{}\n", table.text(2), skipped, kLegend);
  }

  std::string lab_, variant_;
};

}  // namespace

std::unique_ptr<Command> make_check(CLI::App& command) { return std::make_unique<Check>(command); }

}  // namespace warplight::cli
