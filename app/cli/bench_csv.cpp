#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/bench_report.h"

namespace warplight::cli {
namespace {

using measure::BenchRow;
using measure::Timing;

const char* word(Place place) { return place == Place::host ? "host" : "device"; }

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

void add_name(std::vector<std::string_view>& names, std::string_view name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Of all labs, in the order of their first appearance.
struct KnobColumns {
  std::vector<std::string_view> knobs, launch;

  explicit KnobColumns(const BenchReport& report) {
    for (const BenchedLab& lab : report.labs) {
      for (const Knob& knob : lab.lab->knobs()) add_name(knobs, knob.name);
      for (const LaunchValues& values : lab.launch) {
        for (const Knob& knob : values.knobs()) add_name(launch, knob.name);
      }
    }
  }
};

std::string csv_timing(const std::optional<Timing>& timing) {
  if (!timing) return ",,,,,,,";
  const bool spread = timing->samples.spread_known();
  return fmt::format(",{},{},{},{},{},{},{}", csv_number(timing->summary.median),
                     spread ? csv_number(timing->summary.p10) : "", spread ? csv_number(timing->summary.p90) : "",
                     timing->summary.n, csv_number(timing->samples.first_ms), measure::word(timing->samples.stopped),
                     measure::word(timing->judgement.trust));
}

std::string csv_value(const Knob& knob, double value) {
  return knob.kind == KnobKind::choice ? format_knob(knob, value) : csv_number(value);
}

std::string csv_row(const BenchReport& report, const BenchedLab& lab, std::size_t i, const KnobColumns& columns) {
  const BenchRow& row = lab.rows[i];
  std::string text =
      fmt::format("{},{},{},{}", lab.lab->info().name, csv_text(lab.start), row.variant, word(row.place));
  for (const std::string_view name : columns.knobs) {
    const auto knob = std::ranges::find(lab.lab->knobs(), name, &Knob::name);
    text += ",";
    if (knob == lab.lab->knobs().end()) continue;
    const double value = knob->get(lab.params.data());
    text += csv_value(*knob, value);
  }
  for (const std::string_view name : columns.launch) {
    const auto knobs = lab.launch[i].knobs();
    const auto knob = std::ranges::find(knobs, name, &Knob::name);
    text += knob == knobs.end() ? "," : "," + csv_value(*knob, lab.launch[i][name]);
  }
  text += csv_timing(row.evaluate) + csv_timing(row.step) + csv_timing(row.cold) + fmt::format(",{}", row.steps);
  const double seconds = row.timed() ? row.timed()->summary.median / 1000 : std::nan("");
  text += fmt::format(",{},{},{},{}", csv_number(lab.cost.items / seconds), csv_number(lab.cost.flops / seconds / 1e9),
                      csv_number(lab.cost.bytes / seconds / 1e9), csv_number(speed(lab, row)));
  const auto limit = limit_of(report, lab, row);
  text += fmt::format(",{},{}", csv_number(share_of_limit(limit, row)), limit ? limit->by : "");
  const gpu::KernelFacts* kernel = main_kernel(row);
  text +=
      kernel == nullptr ? ",,," : fmt::format(",{},{},{}", kernel->registers, kernel->shared_bytes, kernel->occupancy);
  text += fmt::format(",{},{}\n", lab.tuned[i].empty() ? "no" : "yes", csv_text(row.problem));
  return text;
}

}  // namespace

std::string bench_csv(const BenchReport& report) {
  const KnobColumns columns(report);
  std::string text = "lab,start,variant,place";
  for (const std::string_view name : columns.knobs) text += fmt::format(",{}", name);
  for (const std::string_view name : columns.launch) text += fmt::format(",{}", name);
  for (const char* what : {"", "step_", "cold_"}) {
    text += fmt::format(",{0}median_ms,{0}p10_ms,{0}p90_ms,{0}samples,{0}first_ms,{0}stopped,{0}trust", what);
  }
  text +=
      ",steps_a_call,items_per_s,gflops,gbytes_per_s,speed,of_limit,limit_by,registers,shared_bytes,occupancy,tuned,"
      "problem\n";
  for (const BenchedLab& lab : report.labs) {
    for (std::size_t i = 0; i < lab.rows.size(); ++i) text += csv_row(report, lab, i, columns);
  }
  return text;
}

}  // namespace warplight::cli
