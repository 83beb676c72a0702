#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/bench_report.h"
#include "app/cli/code_hash.h"
#include "warplight_sources.h"
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

// What was seen around each sample; nothing where nobody watched.
void add_conditions(Json& json, const measure::Samples& samples) {
  if (samples.conditions.empty()) return;
  Json clocks = Json::array(), reasons = Json::array();
  for (const measure::Conditions& seen : samples.conditions) {
    clocks.push_back(number_json(seen.sm_clock_mhz));
    reasons.push_back(seen.throttle_known ? Json(seen.throttle) : Json(nullptr));
  }
  json["sm_clock_mhz"] = std::move(clocks);
  json["throttle"] = std::move(reasons);
}

Json timing_json(const std::optional<Timing>& timing) {
  if (!timing) return nullptr;
  const measure::Samples& samples = timing->samples;
  const bool spread = samples.spread_known();
  Json json{{"median_ms", timing->summary.median},
            {"p10_ms", spread ? number_json(timing->summary.p10) : nullptr},
            {"p90_ms", spread ? number_json(timing->summary.p90) : nullptr},
            {"n", timing->summary.n},
            {"batch", samples.batch},
            {"first_ms", samples.first_ms},
            {"warm_up_runs", samples.warm_up_runs},
            {"cold", samples.cold},
            {"clock_step_ms", samples.clock_step_ms},
            {"stopped", measure::word(samples.stopped)},
            {"trust", measure::word(timing->judgement.trust)},
            {"why", timing->judgement.sentence},
            {"independent", number_json(timing->summary.independent)},
            {"throttled", measure::count_throttled(samples)},
            {"temperature_c", number_json(timing->heat.temperature_c)},
            {"power_w", number_json(timing->heat.power_w)}};
  const measure::Interval interval = timing->summary.interval;
  json["interval_ms"] = std::isfinite(interval.low) ? Json{interval.low, interval.high} : Json(nullptr);
  json["samples_ms"] = samples.ms;
  add_conditions(json, samples);
  return json;
}

Json kernels_json(const BenchRow& row) {
  Json json = Json::array();
  for (const gpu::KernelFacts& kernel : row.kernels) {
    const KernelSource source = kernel_source(kernel.name);
    json.push_back({{"name", kernel.name},
                    {"source", source.file},
                    {"source_sha256", source.sha256},
                    {"blocks", kernel.blocks},
                    {"block_threads", kernel.block_threads},
                    {"registers", kernel.registers},
                    {"shared_bytes", kernel.shared_bytes},
                    {"local_bytes", kernel.local_bytes},
                    {"blocks_a_multiprocessor", kernel.blocks_a_multiprocessor},
                    {"occupancy", kernel.occupancy},
                    {"code", kernel.code == gpu::CodeOrigin::native ? "native" : "translated"},
                    {"code_for", kernel.code_sm / 10.0},
                    {"ptx_for", kernel.ptx_sm / 10.0}});
  }
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

Json row_json(const BenchReport& report, const BenchedLab& lab, std::size_t i) {
  const BenchRow& row = lab.rows[i];
  const LaunchValues& launch = lab.launch[i];
  Json json{{"variant", row.variant}, {"place", word(row.place)}, {"choice", row.choice}, {"problem", row.problem},
            {"check_failed", row.check_failed}, {"checks", checks_json(row.checks)},
            {"step_checks", checks_json(row.step_checks)}, {"launch", Json::object()}};
  for (const Knob& knob : launch.knobs()) json["launch"][std::string(knob.name)] = knob_json(knob, launch[knob.name]);
  json["evaluate"] = timing_json(row.evaluate);
  json["step"] = timing_json(row.step);
  json["cold"] = timing_json(row.cold);
  json["steps_a_call"] = row.steps;
  const double seconds = row.timed() ? row.timed()->summary.median / 1000 : std::nan("");
  json["items_per_s"] = number_json(lab.cost.items / seconds);
  json["gflops"] = number_json(lab.cost.flops / seconds / 1e9);
  json["gbytes_per_s"] = number_json(lab.cost.bytes / seconds / 1e9);
  json["speed"] = number_json(speed(lab, row));
  const auto limit = limit_of(report, lab, row);
  json["of_limit"] = number_json(share_of_limit(limit, row));
  json["limit_by"] = limit ? Json(limit->by) : Json(nullptr);
  json["tuned"] = !lab.tuned[i].empty();
  json["kernels"] = kernels_json(row);
  return json;
}

Json lab_json(const BenchReport& report, const BenchedLab& lab) {
  Json json{{"lab", lab.lab->info().name}, {"start", lab.start}, {"knobs", Json::object()}};
  for (const Knob& knob : lab.lab->knobs()) {
    json["knobs"][std::string(knob.name)] = knob_json(knob, knob.get(lab.params.data()));
  }
  json["cost"] = {{"items", count_json(lab.cost.items)}, {"flops", count_json(lab.cost.flops)},
                  {"roots", count_json(lab.cost.roots)}, {"state_bytes", lab.state_bytes},
                  {"bytes", count_json(lab.cost.bytes)}, {"item_name", lab.cost.item_name},
                  {"convention", lab.cost.convention}};
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < lab.rows.size(); ++i) json["rows"].push_back(row_json(report, lab, i));
  return json;
}

Json machine_json(const MachineFacts& machine) {
  Json json{{"gpu", machine.gpu},
            {"driver", machine.driver},
            {"compute_capability", machine.compute_capability / 10.0},
            {"multiprocessors", machine.multiprocessors},
            {"l2_bytes", machine.l2_bytes},
            {"most_sm_clock_mhz", machine.most_sm_clock_mhz > 0 ? Json(machine.most_sm_clock_mhz) : Json(nullptr)},
            {"not_watched", Json::array()},
            {"cuda_built_with", cuda_text(machine.cuda)},
            {"processor", machine.processor},
            {"threads", machine.threads},
            {"host_threads", machine.host_threads}};
  for (const auto& [what, why] : machine.not_watched) json["not_watched"].push_back({{"what", what}, {"why", why}});
  return json;
}

// null for what was not measured here.
Json ceilings_json(const measure::Ceilings& ceilings) {
  Json json{{"date", ceilings.date}};
  for (std::size_t i = 0; i < measure::kCeilings; ++i) {
    const auto ceiling = static_cast<measure::Ceiling>(i);
    json[measure::info(ceiling).name] = number_json(ceilings[ceiling]);
  }
  return json;
}

Json compared_json(const Compared& compared) {
  const measure::Ratio& ratio = compared.ratio;
  Json json{{"a", compared.a},
            {"b", compared.b},
            {"verdict", measure::word(compared.verdict)},
            {"ratio", number_json(ratio.ratio)},
            {"interval", ratio.known() ? Json{ratio.interval.low, ratio.interval.high} : Json(nullptr)},
            {"blocks", ratio.n}};
  json["b_first"] = compared.taken.b_first;
  return json;
}

}  // namespace

std::string bench_json(const BenchReport& report) {
  Json json{{"program", "warplight-cli"}, {"version", kVersion}, {"commit", kCommit}, {"date", report.machine.date}};
  json["machine"] = machine_json(report.machine);
  json["ceilings"] = {{"device", ceilings_json(report.device_ceilings)}, {"host", ceilings_json(report.host_ceilings)}};
  const CodeHashes code = code_hashes();
  json["code"] = {{"device_fnv1a", code.device}, {"host_fnv1a", code.host}, {"sources_sha256", Json::object()}};
  for (const auto& [folder, sha256] : kSources) json["code"]["sources_sha256"][folder] = sha256;
  json["labs"] = Json::array();
  for (const BenchedLab& lab : report.labs) json["labs"].push_back(lab_json(report, lab));
  json["compared"] = report.compared ? compared_json(*report.compared) : Json(nullptr);
  // A file's name may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplight::cli
