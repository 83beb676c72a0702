#include "app/cli/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

std::string limit_text(const BenchReport& report, const BenchedLab& lab, const BenchRow& row) {
  const auto limit = limit_of(report, lab, row);
  const double share = share_of_limit(limit, row);
  if (std::isnan(share)) return kNone;
  return fmt::format("{}% {}", share < 0.0995 ? significant(100 * share, 2) : fmt::format("{:.0f}", 100 * share),
                     limit->by);
}

std::string step_text(const BenchedLab& lab, const BenchRow& row) {
  if (by_steps(lab)) return grouped_plain(row.steps);
  return row.step ? duration_text(row.step->summary.median) : kNone;
}

std::string remark(const BenchedLab& lab, std::size_t i) {
  const std::string choice = lab.rows[i].choice;
  const std::string tuned = lab.tuned[i].empty() ? "" : "tuned";
  return choice.empty() || tuned.empty() ? choice + tuned : choice + ", " + tuned;
}

Table time_table(const BenchReport& report, const BenchedLab& lab) {
  Table table({{"variant"},
               {"time", true},
               {"p10 … p90", true},
               {"n", true},
               {"word"},
               {fmt::format("{}/s", lab.cost.item_name), true},
               {"GFLOP/s", true},
               {"GB/s", true},
               {"of limit", true},
               {"speed", true},
               {by_steps(lab) ? "steps a call" : "step", true},
               {"error", true},
               {""}});
  for (std::size_t i = 0; i < lab.rows.size(); ++i) {
    const BenchRow& row = lab.rows[i];
    if (!row.timed()) {
      std::vector<std::string> none(12, kNone);
      none.front() = row.variant;
      none.push_back(row.problem);
      table.add(std::move(none));
      continue;
    }
    const Timing& time = *row.timed();
    const double seconds = time.summary.median / 1000;
    table.add({row.variant, duration_text(time.summary.median), spread_text(time),
               grouped_plain(static_cast<std::int64_t>(time.summary.n)), measure::word(time.judgement.trust),
               rate_text(lab.cost.items / seconds), significant(lab.cost.flops / seconds / 1e9),
               significant(lab.cost.bytes / seconds / 1e9), limit_text(report, lab, row),
               significant(speed(lab, row)) + "×", step_text(lab, row), worst_error_text(row), remark(lab, i)});
  }
  return table;
}

// What device rungs take of the GPU, and their times from an empty cache.
Table kernel_table(const BenchedLab& lab) {
  Table table({{"variant"},
               {"registers", true},
               {"shared", true},
               {"threads", true},
               {"occupancy", true},
               {"code"},
               {"cold", true},
               {"word"},
               {"first", true},
               {"kernels"}});
  for (const BenchRow& row : lab.rows) {
    const gpu::KernelFacts* kernel = main_kernel(row);
    if (!row.timed() || kernel == nullptr) continue;
    std::string names;
    for (const gpu::KernelFacts& each : row.kernels) {
      const std::size_t scope = each.name.substr(0, each.name.find('<')).rfind("::");
      const std::string name = each.name.substr(scope == std::string::npos ? 0 : scope + 2);
      names += (names.empty() ? "" : ", ") + name;
    }
    table.add({row.variant, grouped_plain(kernel->registers), bytes_text(static_cast<double>(kernel->shared_bytes)),
               grouped_plain(kernel->block_threads), fmt::format("{:.0f}%", 100 * kernel->occupancy),
               kernel->code == gpu::CodeOrigin::native ? "native" : "translated",
               row.cold ? duration_text(row.cold->summary.median) : kNone,
               row.cold ? measure::word(row.cold->judgement.trust) : kNone,
               duration_text(row.timed()->samples.first_ms), one_line(names, 120)});
  }
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

// Of each row whose word is another than "trusted", and of those that lost samples.
void add_judgements(const BenchedLab& lab, std::vector<std::string>& lines) {
  const auto add = [&](const BenchRow& row, const std::optional<Timing>& timing, const char* what) {
    if (!timing) return;
    const std::string& sentence = timing->judgement.sentence;
    const bool plain = timing->judgement.trust == measure::Trust::trusted && sentence.find(';') == std::string::npos;
    if (!plain) lines.push_back(fmt::format("{}{}: {}.", row.variant, what, sentence));
  };
  for (const BenchRow& row : lab.rows) {
    add(row, row.timed(), "");
    if (row.step && row.evaluate) add(row, row.step, ", step");
    if (row.cold && (row.evaluate || row.step)) add(row, row.cold, ", cold");
  }
}

std::vector<std::string> notes(const BenchReport& report, const BenchedLab& lab) {
  std::vector<std::string> lines{
      "time: what a step must compute, without moving the state; the median of n samples. word: how far to believe it.",
      "step: one whole step. error: the worst of the checked items before the timing, relative to their mean square.",
      fmt::format("GFLOP/s, GB/s and {}/s are by count, not measured: {}.", lab.cost.item_name, lab.cost.convention)};
  if (by_steps(lab)) {
    lines[0] = "time: one step, of calls of many; the median of n samples. word: how far to believe it.";
    lines[1] =
        "error: the worst of the checked items after the first call, relative to the mean square of what it changed.";
  }
  if (const BenchRow* base = base_row(lab)) lines[1] += fmt::format(" speed: relative to {}.", base->variant);
  const auto has_limit = [&](const BenchRow& row) { return limit_of(report, lab, row).has_value(); };
  if (std::ranges::any_of(lab.rows, has_limit)) {
    lines.push_back(
        "of limit: the least time that the counted work allows by this machine's ceilings (doctor), over the "
        "time; over 100% does less than was counted.");
  }
  const auto one_run = [](const BenchRow& row) {
    return row.timed() && row.timed()->samples.stopped == measure::Stopped::one_run;
  };
  if (std::ranges::any_of(lab.rows, one_run)) {
    lines.push_back(
        by_steps(lab) ? "n = 1: one call takes longer than the time for a variant, so there is no spread."
                      : "n = 1: one run takes longer than the time for a variant, so there is no spread and no step.");
  }
  for (std::size_t i = 0; i < lab.rows.size(); ++i) {
    if (lab.tuned[i].empty() || !lab.rows[i].timed()) continue;
    std::string knobs;
    for (const Knob& knob : lab.launch[i].knobs()) {
      knobs +=
          fmt::format("{}{} = {}", knobs.empty() ? "" : ", ", knob.name, format_knob(knob, lab.launch[i][knob.name]));
    }
    lines.push_back(fmt::format("{}: {}, tuned on this machine for {} (--untuned: its defaults).", lab.rows[i].variant,
                                knobs, lab.tuned[i]));
  }
  for (const BenchRow& row : lab.rows) {
    if (row.timed() && !row.hint.empty()) lines.push_back(fmt::format("{}: {}.", row.variant, row.hint));
  }
  add_judgements(lab, lines);
  return lines;
}

constexpr const char* kKernelNote =
    "registers a thread, shared memory and threads a block, occupancy: of the kernel with the most registers. cold: "
    "each "
    "run from an emptied L2 cache; times above are hot. first: the very first run.";

}  // namespace

std::string bench_title(const BenchedLab& lab) {
  return fmt::format("{} {}: {}", lab.lab->info().name, one_line(lab.start), knobs_text(*lab.lab, lab.params));
}

double speed(const BenchedLab& lab, const BenchRow& row) {
  if (!row.timed()) return std::numeric_limits<double>::quiet_NaN();
  return base_row(lab)->timed()->summary.median / row.timed()->summary.median;
}

std::optional<measure::Limit> limit_of(const BenchReport& report, const BenchedLab& lab, const BenchRow& row) {
  if (!row.timed()) return {};
  const bool device = row.place == Place::device;
  return measure::limit_of(lab.cost, device ? report.device_ceilings : report.host_ceilings,
                           {.state_bytes = lab.state_bytes,
                            .l2_bytes = device ? report.machine.l2_bytes : 0,
                            .cold = row.timed()->samples.cold,
                            .launches = device && !by_steps(lab),
                            .in_double = lab.lab->variant(lab.lab->find_variant(row.variant)).in_double});
}

double share_of_limit(const std::optional<measure::Limit>& limit, const BenchRow& row) {
  if (!limit || !row.timed()) return std::numeric_limits<double>::quiet_NaN();
  return 1000 * limit->seconds / row.timed()->summary.median;
}

const gpu::KernelFacts* main_kernel(const BenchRow& row) {
  const auto most = std::ranges::max_element(row.kernels, {}, &gpu::KernelFacts::registers);
  return most == row.kernels.end() ? nullptr : &*most;
}

std::string bench_text(const BenchReport& report, const BenchedLab& lab) {
  std::string text = bench_title(lab) + "\n\n" + time_table(report, lab).text(2) + "\n";
  const Table kernels = kernel_table(lab);
  if (!kernels.empty()) text += kernels.text(2) + "\n";
  for (const std::string& line : notes(report, lab)) text += "  " + line + "\n";
  if (!kernels.empty()) text += fmt::format("  {}\n", kKernelNote);
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
    text += fmt::format("\n## {}\n\n{}\n", bench_title(lab), time_table(report, lab).markdown());
    const Table kernels = kernel_table(lab);
    if (!kernels.empty()) text += kernels.markdown() + "\n";
    for (const std::string& line : notes(report, lab)) text += line + "\n";
    if (!kernels.empty()) text += fmt::format("{}\n", kKernelNote);
  }
  return text;
}

}  // namespace warplight::cli
