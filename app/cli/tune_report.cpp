#include "app/cli/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/table.h"
#include "sim/text.h"
#include "warplight_version.h"

namespace warplight::cli {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double median_of(const measure::TunePoint& point) {
  return point.row.timed() ? point.row.timed()->summary.median : kNan;
}

double best_ms(const measure::TuneResult& result) {
  double least = std::numeric_limits<double>::infinity();
  for (const measure::TunePoint& point : result.points) least = std::fmin(least, median_of(point));
  return result.best ? median_of(result.points[*result.best]) : least;
}

std::string percent_over(double share) { return std::isnan(share) ? "–" : fmt::format("{:+.1f}%", 100 * (share - 1)); }

// Shades of a terminal, the darkest for the best.
const char* shade(double share) {
  if (std::isnan(share)) return " ";
  if (share <= 1.02) return "█";
  return share <= 1.1 ? "▓" : share <= 1.3 ? "▒" : "░";
}

std::string map_text(const HeatMap& map) {
  std::vector<Column> columns = {{map.y_label, true}};
  for (const std::string& title : map.columns) columns.push_back({title, true});
  Table table(std::move(columns));
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    std::vector<std::string> cells = {map.rows[r]};
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      cells.push_back(fmt::format("{} {}", percent_over(map.shares[r][c]), shade(map.shares[r][c])));
    }
    table.add(std::move(cells));
  }
  return fmt::format("  {} →{}\n{}", map.x_label, map.y_label.empty() ? "" : ", " + map.y_label + " ↓", table.text(2));
}

std::string verdict_text(const TuneReport& report) {
  const measure::TuneResult& result = report.result;
  if (!result.best) return "";
  std::string text = fmt::format("  best: {}, {}", launch_text(result.points[*result.best].launch),
                                 duration_text(median_of(result.points[*result.best])));
  const LaunchValues defaults(report.lab->launch_knobs(report.variant));
  if (result.points[*result.best].launch == defaults) return text + "; these are the defaults\n";
  text += fmt::format("; the defaults are {}", launch_text(defaults));
  if (!result.against_defaults) return text + ", which have no number\n";
  const measure::Ratio& ratio = *result.against_defaults;
  if (!ratio.known()) return text + "; in turns, too few samples for an interval\n";
  return text + fmt::format("; in turns it takes {} times as long as they do ({} to {})\n", significant(ratio.ratio, 4),
                            significant(ratio.interval.low, 4), significant(ratio.interval.high, 4));
}

}  // namespace

std::string launch_text(const LaunchValues& launch) {
  std::string text;
  for (const Knob& knob : launch.knobs()) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", knob.name, format_knob(knob, launch[knob.name]));
  }
  return text;
}

HeatMap tune_heat_map(const TuneReport& report) {
  const auto knobs = report.lab->launch_knobs(report.variant);
  HeatMap map{.title = fmt::format("{} {}: time over the best", report.lab->info().name,
                                   report.lab->variant(report.variant).name),
              .x_label = std::string(knobs[0].name),
              .y_label = knobs.size() > 1 ? std::string(knobs[1].name) : ""};
  const auto place = [](std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    names.push_back(name);
    return names.size() - 1;
  };
  const double best = best_ms(report.result);
  for (const measure::TunePoint& point : report.result.points) {
    const std::size_t c = place(map.columns, format_knob(knobs[0], point.launch[knobs[0].name]));
    const std::size_t r = place(map.rows, knobs.size() > 1 ? format_knob(knobs[1], point.launch[knobs[1].name]) : "");
    map.shares.resize(map.rows.size());
    for (auto& row : map.shares) row.resize(map.columns.size(), kNan);
    map.shares[r][c] = std::fmin(map.shares[r][c], median_of(point) / best);  // fmin takes the one that is a number
  }
  for (const auto& row : map.shares) {
    map.texts.emplace_back();
    for (const double share : row) map.texts.back().push_back(percent_over(share));
  }
  return map;
}

std::string tune_text(const TuneReport& report) {
  std::vector<Column> columns;
  for (const Knob& knob : report.lab->launch_knobs(report.variant)) columns.push_back({std::string(knob.name), true});
  for (const char* title : {"time", "over the best", "n"}) columns.push_back({title, true});
  columns.push_back({"word"});
  columns.push_back({""});
  Table table(std::move(columns));
  const double best = best_ms(report.result);
  for (const measure::TunePoint& point : report.result.points) {
    std::vector<std::string> cells;
    for (const Knob& knob : point.launch.knobs()) cells.push_back(format_knob(knob, point.launch[knob.name]));
    if (point.row.timed()) {
      const measure::Timing& time = *point.row.timed();
      cells.insert(cells.end(), {duration_text(time.summary.median), percent_over(time.summary.median / best),
                                 grouped_plain(static_cast<std::int64_t>(time.summary.n)),
                                 measure::word(time.judgement.trust), point.row.choice});
    } else {
      cells.insert(cells.end(), {"–", "–", "–", "–", one_line(point.row.problem, 120)});
    }
    table.add(std::move(cells));
  }
  if (report.result.points.empty()) return "nothing was measured\n";
  return table.text(2) + "\n" + map_text(tune_heat_map(report)) + "\n" + verdict_text(report);
}

std::string tune_json(const TuneReport& report) {
  using Json = nlohmann::ordered_json;
  Json json{{"program", "warplight-cli"},
            {"version", kVersion},
            {"commit", kCommit},
            {"lab", report.lab->info().name},
            {"variant", report.lab->variant(report.variant).name},
            {"problem", report.problem},
            {"points", Json::array()}};
  for (const measure::TunePoint& point : report.result.points) {
    Json entry{{"launch", Json::object()}, {"problem", point.row.problem}, {"check_failed", point.row.check_failed}};
    for (const Knob& knob : point.launch.knobs()) entry["launch"][std::string(knob.name)] = point.launch[knob.name];
    const double ms = median_of(point);
    entry["median_ms"] = std::isnan(ms) ? Json(nullptr) : Json(ms);
    entry["trust"] = point.row.timed() ? Json(measure::word(point.row.timed()->judgement.trust)) : Json(nullptr);
    if (point.row.timed()) entry["samples_ms"] = point.row.timed()->samples.ms;
    json["points"].push_back(std::move(entry));
  }
  json["best"] = report.result.best ? Json(*report.result.best) : Json(nullptr);
  const auto& ratio = report.result.against_defaults;
  json["ratio_to_defaults"] =
      ratio && ratio->known() ? Json{ratio->ratio, ratio->interval.low, ratio->interval.high} : Json(nullptr);
  json["better"] = report.result.better;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplight::cli
