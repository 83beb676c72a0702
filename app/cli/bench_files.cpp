#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/bench_report.h"
#include "warplight_version.h"

namespace warplight::cli {
namespace {

using Json = nlohmann::ordered_json;
using measure::BenchRow;
using measure::Timing;

const char* word(Place place) { return place == Place::host ? "host" : "device"; }

// Whole numbers stay whole: counts go past what a 32-bit or a float reader would keep.
Json count_json(double value) {
  const bool whole = std::isfinite(value) && value == std::floor(value) && std::fabs(value) < 9e15;
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json knob_json(const Knob& knob, double value) {
  if (knob.kind == KnobKind::choice || knob.kind == KnobKind::toggle) return format_knob(knob, value);
  return knob.kind == KnobKind::integer ? count_json(value) : Json(value);
}

std::string cuda_text(int version) {
  return version == 0 ? "no CUDA" : fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

Json timing_json(const std::optional<Timing>& timing) {
  if (!timing) return nullptr;
  const bool spread = timing->samples.spread_known();
  Json json{{"median_ms", timing->summary.median},
            {"p10_ms", spread ? number_json(timing->summary.p10) : nullptr},
            {"p90_ms", spread ? number_json(timing->summary.p90) : nullptr},
            {"n", timing->summary.n},
            {"batch", timing->samples.batch},
            {"first_ms", timing->samples.first_ms},
            {"stopped", measure::word(timing->samples.stopped)}};
  const measure::Interval interval = timing->summary.interval;
  json["interval_ms"] = std::isfinite(interval.low) ? Json{interval.low, interval.high} : Json(nullptr);
  json["samples_ms"] = timing->samples.ms;
  return json;
}

Json checks_json(const std::vector<CheckRow>& checks) {
  Json json = Json::array();
  for (const CheckRow& check : checks) {
    const Comparison& c = check.comparison;
    json.push_back({{"output", check.output},      {"passed", check.passed()},     {"l2_error", c.l2_error},
                    {"l2_allowed", c.allowed.l2},  {"max_error", c.max_error},     {"max_allowed", c.allowed.max},
                    {"problem", check.problem}});
  }
  return json;
}

Json row_json(const BenchedLab& lab, const BenchRow& row, const LaunchValues& launch) {
  Json json{{"variant", row.variant}, {"place", word(row.place)}, {"choice", row.choice}, {"problem", row.problem},
            {"check_failed", row.check_failed}, {"checks", checks_json(row.checks)},
            {"step_checks", checks_json(row.step_checks)}, {"launch", Json::object()}};
  for (const Knob& knob : launch.knobs()) json["launch"][std::string(knob.name)] = knob_json(knob, launch[knob.name]);
  json["evaluate"] = timing_json(row.evaluate);
  json["step"] = timing_json(row.step);
  json["steps_a_call"] = row.steps;
  const double seconds = row.timed() ? row.timed()->summary.median / 1000 : std::nan("");
  json["items_per_s"] = number_json(lab.cost.items / seconds);
  json["gflops"] = number_json(lab.cost.flops / seconds / 1e9);
  json["speed"] = number_json(speed(lab, row));
  return json;
}

Json lab_json(const BenchedLab& lab) {
  Json json{{"lab", lab.lab->info().name}, {"start", lab.start}, {"knobs", Json::object()}};
  for (const Knob& knob : lab.lab->knobs()) {
    json["knobs"][std::string(knob.name)] = knob_json(knob, knob.get(lab.params.data()));
  }
  json["cost"] = {{"items", count_json(lab.cost.items)}, {"flops", count_json(lab.cost.flops)},
                  {"bytes", count_json(lab.cost.bytes)}, {"item_name", lab.cost.item_name},
                  {"convention", lab.cost.convention}};
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < lab.rows.size(); ++i) json["rows"].push_back(row_json(lab, lab.rows[i], lab.launch[i]));
  return json;
}

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
  if (!timing) return ",,,,,,";
  const bool spread = timing->samples.spread_known();
  return fmt::format(",{},{},{},{},{},{}", csv_number(timing->summary.median),
                     spread ? csv_number(timing->summary.p10) : "", spread ? csv_number(timing->summary.p90) : "",
                     timing->summary.n, csv_number(timing->samples.first_ms), measure::word(timing->samples.stopped));
}

std::string csv_value(const Knob& knob, double value) {
  return knob.kind == KnobKind::choice ? format_knob(knob, value) : csv_number(value);
}

std::string csv_row(const BenchedLab& lab, std::size_t i, const KnobColumns& columns) {
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
  text += csv_timing(row.evaluate) + csv_timing(row.step) + fmt::format(",{}", row.steps);
  const double seconds = row.timed() ? row.timed()->summary.median / 1000 : std::nan("");
  text += fmt::format(",{},{},{},{}\n", csv_number(lab.cost.items / seconds),
                      csv_number(lab.cost.flops / seconds / 1e9), csv_number(speed(lab, row)), csv_text(row.problem));
  return text;
}

}  // namespace

std::string bench_csv(const BenchReport& report) {
  const KnobColumns columns(report);
  std::string text = "lab,start,variant,place";
  for (const std::string_view name : columns.knobs) text += fmt::format(",{}", name);
  for (const std::string_view name : columns.launch) text += fmt::format(",{}", name);
  for (const char* what : {"", "step_"}) {
    text += fmt::format(",{0}median_ms,{0}p10_ms,{0}p90_ms,{0}samples,{0}first_ms,{0}stopped", what);
  }
  text += ",steps_a_call,items_per_s,gflops,speed,problem\n";
  for (const BenchedLab& lab : report.labs) {
    for (std::size_t i = 0; i < lab.rows.size(); ++i) text += csv_row(lab, i, columns);
  }
  return text;
}

std::string bench_json(const BenchReport& report) {
  const MachineFacts& machine = report.machine;
  Json json{{"program", "warplight-cli"}, {"version", kVersion}, {"commit", kCommit}, {"date", machine.date}};
  json["machine"] = {{"gpu", machine.gpu},
                     {"driver", machine.driver},
                     {"compute_capability", machine.compute_capability / 10.0},
                     {"multiprocessors", machine.multiprocessors},
                     {"cuda_built_with", cuda_text(machine.cuda)},
                     {"processor", machine.processor},
                     {"threads", machine.threads}};
  json["labs"] = Json::array();
  for (const BenchedLab& lab : report.labs) json["labs"].push_back(lab_json(lab));
  // A file's name may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplight::cli
