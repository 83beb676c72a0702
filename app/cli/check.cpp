#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "sim/catalog.h"
#include "sim/check.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

struct Tally {
  int passed = 0, failed = 0, skipped = 0;
};

Table rows_table() {
  return Table({{"variant"}, {"start"}, {"output"}, {"error", true}, {"allowed", true}, {"worst", true},
                {"allowed", true}, {"result"}});
}

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

constexpr std::string_view kRowsLegend =
    "  Of each start: what is computed alone, where a lab does so (nbody: accelerations), then all that steps change.\n"
    "  error: over all items; worst: the worst item; both relative to the reference's root mean square. allowed: the\n"
    "  variant's tolerance, and what rounding in the state's own precision costs: much where it hardly changes.\n";

// How much of what is allowed a comparison uses: 1 is the limit.
double used(const Comparison& c) {
  const auto part = [](double error, double allowed) { return error == 0 ? 0 : error / allowed; };
  return std::max(part(c.l2_error, c.allowed.l2), part(c.max_error, c.allowed.max));
}

// One line a variant: how many comparisons passed, and which came nearest to its limit.
void add_summary(Table& table, std::string_view variant, std::span<const CheckRow> rows) {
  const auto passed = std::ranges::count_if(rows, &CheckRow::passed);
  const CheckRow* nearest = nullptr;
  for (const CheckRow& row : rows) {
    if (row.passed() && (nearest == nullptr || used(row.comparison) > used(nearest->comparison))) nearest = &row;
  }
  table.add({std::string(variant), fmt::format("{} of {}", passed, rows.size()),
             nearest == nullptr ? "" : fmt::format("{:.0f}%", 100 * used(nearest->comparison)),
             nearest == nullptr ? "" : fmt::format("{}, {}", nearest->output, nearest->start)});
}

class Check final : public Command {
 public:
  explicit Check(CLI::App& command) {
    add_lab_argument(command, lab_, "one lab, or all");
    command.add_option("--variant", variant_, "one rung; without it all that run here")->option_text("V");
    command.add_flag("--rows", all_rows_, "list each comparison, not only those that failed");
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
    if (tally.failed > 0) throw_failed(fmt::format("{} of {} comparisons failed", tally.failed, tally.passed + tally.failed));
    return ExitCode::done;
  }

 private:
  static void require_available(const VariantInfo& info) {
    const std::string reason = unavailable_reason(info);
    if (!reason.empty()) throw_missing(fmt::format("{} can't run here: {}", info.name, reason));
  }

  void check_lab(const Lab& lab, int only, gpu::Stream& stream, std::stop_token stop, Tally& tally) {
    Table summary({{"variant"}, {"passed", true}, {"of the allowed error", true}, {"where"}});
    Table listed = rows_table();
    ProgressLine progress;
    std::string skipped, reason_before;
    bool any_listed = false;
    for (int i = 0; i < lab.variant_count() && !stop.stop_requested(); ++i) {
      if (only >= 0 && i != only) continue;
      const VariantInfo& info = lab.variant(i);
      if (const std::string reason = unavailable_reason(info); !reason.empty()) {
        // Most often all for the same reason, which is said once.
        if (!skipped.empty() && reason != reason_before) skipped += fmt::format(" skipped: {}\n", reason_before);
        skipped += fmt::format("{}{}", reason == reason_before ? ", " : "  ", info.name);
        reason_before = reason;
        ++tally.skipped;
        continue;
      }
      progress.show([&] { return fmt::format("checking {} {}", lab.info().name, info.name); });
      const std::vector<CheckRow> rows = check_variant(lab, i, stream, stop);
      if (stop.stop_requested()) break;
      for (const CheckRow& row : rows) {
        ++(row.passed() ? tally.passed : tally.failed);
        if (!all_rows_ && row.passed()) continue;
        add_row(listed, lab, row);
        any_listed = true;
      }
      add_summary(summary, info.name, rows);
    }
    progress.clear();
    if (!skipped.empty()) skipped += fmt::format(" skipped: {}\n", reason_before);
    fmt::print("{}{}", summary.text(2), skipped);
    if (any_listed) fmt::print("\n{}\n{}", listed.text(2), kRowsLegend);
    fmt::print("\n");
  }

  bool all_rows_ = false;
  std::string lab_, variant_;
};

}  // namespace

std::unique_ptr<Command> make_check(CLI::App& command) { return std::make_unique<Check>(command); }

}  // namespace warplight::cli
