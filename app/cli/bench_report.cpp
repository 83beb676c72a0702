#include "app/cli/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/cli/table.h"
#include "sim/text.h"
#include "warplight_version.h"

namespace warplight::cli {
namespace {

using measure::BenchRow;
using measure::Timing;

constexpr const char* kNone = "–";

std::string rate_text(double per_second) {
  static constexpr struct {
    double size;
    const char* prefix;
  } kPrefixes[] = {{1e15, " P"}, {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  for (const auto& [size, prefix] : kPrefixes) {
    if (per_second >= 0.9995 * size) return significant(per_second / size) + prefix;
  }
  return significant(per_second);
}

std::string spread_text(const Timing& timing) {
  if (!timing.samples.spread_known()) return kNone;
  return duration_text(timing.summary.p10) + " … " + duration_text(timing.summary.p90);
}

std::string worst_error_text(const BenchRow& row) {
  double worst = 0;
  for (const CheckRow& check : row.checks) worst = std::max(worst, check.comparison.max_error);
  return row.checks.empty() ? kNone : significant(worst, 2);
}

// Whether rungs are timed by calls of many steps, as where there is no evaluate.
bool by_steps(const BenchedLab& lab) { return lab.lab->info().bench_steps > 0; }

std::vector<std::string> cells(const BenchedLab& lab, const BenchRow& row) {
  if (!row.timed()) {
    return {row.variant, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, row.problem};
  }
  const Timing& time = *row.timed();
  const double seconds = time.summary.median / 1000;
  return {row.variant,
          duration_text(time.summary.median),
          spread_text(time),
          grouped_plain(static_cast<std::int64_t>(time.summary.n)),
          duration_text(time.samples.first_ms),
          rate_text(lab.cost.items / seconds),
          significant(lab.cost.flops / seconds / 1e9),
          significant(speed(lab, row)) + "×",
          by_steps(lab) ? grouped_plain(row.steps) : row.step ? duration_text(row.step->summary.median) : kNone,
          worst_error_text(row),
          row.choice};
}

Table bench_table(const BenchedLab& lab) {
  Table table({{"variant"},
               {"time", true},
               {"p10 … p90", true},
               {"n", true},
               {"first", true},
               {fmt::format("{}/s", lab.cost.item_name), true},
               {"GFLOP/s", true},
               {"speed", true},
               {by_steps(lab) ? "steps a call" : "step", true},
               {"error", true},
               {""}});
  for (const BenchRow& row : lab.rows) table.add(cells(lab, row));
  return table;
}

// What speeds are relative to; null where nothing has numbers.
const BenchRow* base_row(const BenchedLab& lab) {
  const auto timed = [](const BenchRow& row) { return row.timed().has_value(); };
  auto base =
      std::ranges::find_if(lab.rows, [&](const BenchRow& row) { return timed(row) && row.place == Place::device; });
  if (base == lab.rows.end()) base = std::ranges::find_if(lab.rows, timed);
  return base == lab.rows.end() ? nullptr : &*base;
}

std::vector<std::string> notes(const BenchedLab& lab) {
  std::vector<std::string> lines{
      "time: what a step must compute, without moving the state; the median of n samples. first: the very first run.",
      "step: one whole step. error: the worst of the checked items before the timing, relative to their mean square.",
      fmt::format("GFLOP/s and {}/s are by count, not measured: {}.", lab.cost.item_name, lab.cost.convention)};
  if (by_steps(lab)) {
    lines[0] = "time: one step, of calls of many; the median of n samples. first: a step of the very first call.";
    lines[1] = "error: the worst of the checked items after the first call, relative to the mean square of what it changed.";
  }
  if (const BenchRow* base = base_row(lab)) lines[1] += fmt::format(" speed: relative to {}.", base->variant);
  const auto one_run = [](const BenchRow& row) {
    return row.timed() && row.timed()->samples.stopped == measure::Stopped::one_run;
  };
  if (std::ranges::any_of(lab.rows, one_run)) {
    lines.push_back(by_steps(lab) ? "n = 1: one call takes longer than the time for a variant, so there is no spread."
                                  : "n = 1: one run takes longer than the time for a variant, so there is no spread and no step.");
  }
  return lines;
}

std::string title(const BenchedLab& lab) {
  return fmt::format("{} {}: {}", lab.lab->info().name, one_line(lab.start), knobs_text(*lab.lab, lab.params));
}

}  // namespace

double speed(const BenchedLab& lab, const BenchRow& row) {
  if (!row.timed()) return std::numeric_limits<double>::quiet_NaN();
  return base_row(lab)->timed()->summary.median / row.timed()->summary.median;
}

std::string bench_text(const BenchedLab& lab) {
  std::string text = title(lab) + "\n\n" + bench_table(lab).text(2) + "\n";
  for (const std::string& line : notes(lab)) text += "  " + line + "\n";
  return text;
}

std::string bench_markdown(const BenchReport& report) {
  const MachineFacts& machine = report.machine;
  std::string text = "# Warplight: measured\n\n";
  text += fmt::format("- GPU: {}\n", machine.gpu.empty() ? "none" : machine.gpu);
  if (!machine.gpu.empty()) {
    text += fmt::format("- multiprocessors: {}, compute capability {}.{}\n- driver: {}\n", machine.multiprocessors,
                        machine.compute_capability / 10, machine.compute_capability % 10,
                        machine.driver.empty() ? "unknown" : machine.driver);
  }
  text += fmt::format("- processor: {}, {} threads\n- date: {}\n- commit: {}\n", machine.processor, machine.threads,
                      machine.date, kCommit);
  for (const BenchedLab& lab : report.labs) {
    text += fmt::format("\n## {}\n\n{}\n", title(lab), bench_table(lab).markdown());
    for (const std::string& line : notes(lab)) text += line + "\n";
  }
  return text;
}

}  // namespace warplight::cli
