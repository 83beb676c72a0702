#include "app/cli/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/error.h"
#include "sim/measure/verdict.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

constexpr std::size_t kMostPoints = 1000;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw_bad_input(fmt::format("--sweep {}: {}", text, why));
}

double number(const std::string& text, const std::string& part) {
  try {
    return parse_knob(Knob{.name = "--sweep", .min = -1e300, .max = 1e300}, part);
  } catch (const Error&) {
    refuse(text, fmt::format("'{}' is not a number", part));
  }
}

void add_listed(const std::string& text, const std::string& list, SweptKnob& knob) {
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    const std::string part = list.substr(start, comma - start);
    if (part.empty()) refuse(text, "values with commas between are needed");
    if (std::ranges::find(knob.texts, part) != knob.texts.end()) refuse(text, part + " is listed more than once");
    double value = static_cast<double>(knob.values.size());
    try {
      value = parse_knob(Knob{.name = "value", .min = -1e300, .max = 1e300}, part);
    } catch (const Error&) {
      // A choice's name.
    }
    knob.values.push_back(value);
    knob.texts.push_back(part);
    start = comma + 1;
  }
}

std::vector<double> stepped(const std::string& text, double from, double to, const std::string& step) {
  const bool times = step.starts_with('x');
  if (!times && !step.starts_with('+')) refuse(text, "after the colon :xFACTOR or :+STEP is needed, such as :x2");
  const double by = number(text, step.substr(1));
  if (times ? !(by > 1) : !(by > 0)) refuse(text, times ? "the factor must be over 1" : "the step must be over 0");
  if (times && !(from > 0)) refuse(text, "with a factor the first value must be over 0");
  if (!(from <= to)) refuse(text, "the first value is over the last");
  std::vector<double> values;
  // Each from the first, not from the one before, lest rounding adds up; a hair over the end still counts.
  for (std::size_t i = 0; i <= kMostPoints; ++i) {
    const auto k = static_cast<double>(i);
    const double value = times ? from * std::pow(by, k) : from + k * by;
    if (value > to * (to > 0 ? 1 + 1e-12 : 1 - 1e-12)) break;
    values.push_back(std::fmin(value, to));
  }
  return values;
}

// "65 536" for a number, a choice's name as it is.
std::string value_text(const SweptKnob& knob, std::size_t place) {
  const double value = knob.values[place];
  const bool whole =
      knob.texts[place] == fmt::format("{}", value) && value == std::floor(value) && std::fabs(value) < 1e15;
  return whole ? grouped_plain(static_cast<std::int64_t>(value)) : knob.texts[place];
}

// The place of a point along each knob.
std::vector<std::size_t> places(const std::vector<SweptKnob>& knobs, std::size_t point) {
  std::vector<std::size_t> found(knobs.size());
  for (std::size_t k = knobs.size(); k-- > 0; point /= knobs[k].values.size())
    found[k] = point % knobs[k].values.size();
  return found;
}

// "b = 2, c = 3": all knobs but the first.
std::string others_text(const std::vector<SweptKnob>& knobs, std::size_t point) {
  std::string text;
  const std::vector<std::size_t> at = places(knobs, point);
  for (std::size_t k = 1; k < knobs.size(); ++k) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", knobs[k].name, value_text(knobs[k], at[k]));
  }
  return text;
}

// The fastest, and who can't be told from it: "tiled or split"; "" where nothing has a number.
std::string winners(const BenchedLab& lab) {
  const measure::BenchRow* best = nullptr;
  for (const measure::BenchRow& row : lab.rows) {
    if (!row.timed()) continue;
    if (best == nullptr || row.timed()->summary.median < best->timed()->summary.median) best = &row;
  }
  if (best == nullptr) return "";
  std::string names;
  for (const measure::BenchRow& row : lab.rows) {
    if (!row.timed()) continue;
    const measure::Ratio ratio = measure::independent_ratio(best->timed()->summary, row.timed()->summary);
    const measure::Verdict verdict =
        measure::compare(ratio, best->timed()->judgement.trust, row.timed()->judgement.trust);
    // One run alone has no interval: a factor of two is told apart all the same.
    const bool far = !ratio.known() && ratio.ratio > 2;
    if (&row != best && (verdict == measure::Verdict::slower || far)) continue;
    names += (names.empty() ? "" : " or ") + row.variant;
  }
  return names;
}

std::string crossovers(const std::vector<SweptKnob>& knobs, const std::vector<BenchedLab>& labs, std::size_t first,
                       std::size_t stride) {
  struct Stretch {
    std::string who, from;
  };
  std::vector<Stretch> stretches;
  for (std::size_t i = 0, point = first; point < labs.size() && i < knobs[0].values.size(); ++i, point += stride) {
    const std::string who = winners(labs[point]);
    if (who.empty() || (!stretches.empty() && stretches.back().who == who)) continue;
    stretches.push_back({who, value_text(knobs[0], i)});
  }
  if (stretches.empty()) return "nothing has a number";
  if (stretches.size() == 1) return fmt::format("{} wins everywhere", stretches[0].who);
  std::string text = fmt::format("{} wins below {} = {}", stretches[0].who, knobs[0].name, stretches[1].from);
  for (std::size_t i = 1; i < stretches.size(); ++i) {
    text += fmt::format("; {} from {}", stretches[i].who, stretches[i].from);
  }
  return text;
}

}  // namespace

SweptKnob parse_sweep(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    refuse(text, "NAME=FROM..TO:xFACTOR is needed, such as n=1024..1048576:x2");
  }
  SweptKnob knob{.name = text.substr(0, equals), .values = {}, .texts = {}};
  const std::string values = text.substr(equals + 1);
  const std::size_t dots = values.find("..");
  if (dots == std::string::npos) {
    add_listed(text, values, knob);
  } else {
    const std::size_t colon = values.find(':', dots);
    if (colon == std::string::npos) refuse(text, "after TO :xFACTOR or :+STEP is needed, such as :x2");
    knob.values = stepped(text, number(text, values.substr(0, dots)),
                          number(text, values.substr(dots + 2, colon - dots - 2)), values.substr(colon + 1));
    for (const double value : knob.values) knob.texts.push_back(fmt::format("{}", value));
  }
  if (knob.values.size() > kMostPoints) refuse(text, fmt::format("more than {} values", kMostPoints));
  return knob;
}

std::vector<std::vector<std::string>> sweep_points(const std::vector<SweptKnob>& knobs) {
  std::size_t count = 1;
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    for (std::size_t other = 0; other < k; ++other) {
      if (knobs[other].name == knobs[k].name) refuse(knobs[k].name, "it is swept more than once");
    }
    count *= knobs[k].values.size();
    if (count > kMostPoints) refuse(knobs[k].name, fmt::format("more than {} points in all", kMostPoints));
  }
  std::vector<std::vector<std::string>> points(count);
  for (std::size_t point = 0; point < count; ++point) {
    const std::vector<std::size_t> at = places(knobs, point);
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      points[point].push_back(fmt::format("{}={}", knobs[k].name, knobs[k].texts[at[k]]));
    }
  }
  return points;
}

std::string sweep_title(const std::vector<SweptKnob>& knobs, const BenchedLab& lab) {
  std::string text;
  for (const Knob& knob : lab.lab->knobs()) {
    if (std::ranges::find(knobs, knob.name, &SweptKnob::name) != knobs.end()) continue;
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", knob.name, format_knob(knob, knob.get(lab.params.data())));
    if (!knob.unit.empty()) text += fmt::format(" {}", knob.unit);
  }
  return fmt::format("{} {}: {}", lab.lab->info().name, one_line(lab.start), text);
}

std::string sweep_text(const std::vector<SweptKnob>& knobs, const std::vector<BenchedLab>& labs) {
  if (labs.empty()) return "";
  std::vector<Column> columns;
  for (const SweptKnob& knob : knobs) columns.push_back({knob.name, true});
  for (const measure::BenchRow& row : labs.front().rows) columns.push_back({row.variant, true});
  Table table(std::move(columns));
  bool doubtful = false;
  for (std::size_t point = 0; point < labs.size(); ++point) {
    std::vector<std::string> cells;
    const std::vector<std::size_t> at = places(knobs, point);
    for (std::size_t k = 0; k < knobs.size(); ++k) {
      cells.push_back(value_text(knobs[k], at[k]));
    }
    for (const measure::BenchRow& row : labs[point].rows) {
      const bool trusted = row.timed() && row.timed()->judgement.trust == measure::Trust::trusted;
      doubtful = doubtful || (row.timed() && !trusted);
      cells.push_back(!row.timed() ? "–" : duration_text(row.timed()->summary.median) + (trusted ? "" : " ?"));
    }
    table.add(std::move(cells));
  }
  std::string text = table.text(2) + "\n";
  if (doubtful) text += "  ?: noisy, throttled or too short; --json says which.\n";
  std::size_t stride = 1;
  for (std::size_t k = 1; k < knobs.size(); ++k) stride *= knobs[k].values.size();
  for (std::size_t first = 0; first < std::min(stride, labs.size()); ++first) {
    const std::string others = others_text(knobs, first);
    text += fmt::format("  {}{}.\n", others.empty() ? "" : others + ": ", crossovers(knobs, labs, first, stride));
  }
  return text;
}

Plot sweep_plot(const std::vector<SweptKnob>& knobs, const std::vector<BenchedLab>& labs) {
  Plot plot{.title = labs.empty() ? "" : fmt::format("{} {}", labs[0].lab->info().name, labs[0].start),
            .x_label = knobs[0].name,
            .y_label = "time, ms",
            .series = {}};
  for (std::size_t point = 0; point < labs.size(); ++point) {
    const std::string others = others_text(knobs, point);
    for (const measure::BenchRow& row : labs[point].rows) {
      if (!row.timed()) continue;
      const std::string name = others.empty() ? row.variant : row.variant + ", " + others;
      auto series = std::ranges::find(plot.series, name, &PlotSeries::name);
      if (series == plot.series.end()) series = plot.series.insert(series, {.name = name, .points = {}});
      const measure::Summary& summary = row.timed()->summary;
      series->points.push_back({knobs[0].values[places(knobs, point)[0]], summary.median, summary.p10, summary.p90});
    }
  }
  return plot;
}

}  // namespace warplight::cli
