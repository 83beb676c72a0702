#include "app/cli/plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/text.h"

namespace warplight::cli {
namespace {

// Okabe and Ito's colours, which most colour-blind people can tell apart (Color Universal Design, 2008).
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#000000", "#8a8a00"};
constexpr std::array kDashes = {"", "6 3", "2 3"};  // for more lines than colours

constexpr double kLeft = 90, kTop = 48, kWidth = 620, kHeight = 400, kLegend = 250, kBottom = 60;

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : one_line(text, 200)) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text,
                    const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escaped(text));
}

std::string line_at(double x1, double y1, double x2, double y2, const std::string& style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
}

std::string begin_svg(double width, double height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
}

std::string number_text(double value) {
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e9;
  return whole ? grouped_plain(static_cast<std::int64_t>(value)) : significant(value, 3);
}

class Axis {
 public:
  Axis(double from, double to, double start, double length) : start_(start), length_(length) {
    log_ = from > 0;
    low_ = map(from), high_ = map(to);
    if (!(high_ > low_)) low_ -= 0.5, high_ += 0.5;
    const double room = 0.03 * (high_ - low_);
    low_ -= room, high_ += room;
  }
  double place(double value) const { return start_ + length_ * (map(value) - low_) / (high_ - low_); }

  std::vector<double> ticks() const {
    std::vector<double> found;
    if (!log_) {
      for (int i = 0; i <= 5; ++i) found.push_back(low_ + (high_ - low_) * i / 5);
      return found;
    }
    const double decades = high_ - low_;
    for (double decade = std::floor(low_); decade <= high_; ++decade) {
      for (const double step : {1.0, 2.0, 5.0}) {
        if (step != 1 && decades > 3) continue;
        const double value = step * std::pow(10, decade);
        if (map(value) >= low_ && map(value) <= high_) found.push_back(value);
      }
    }
    return found;
  }

 private:
  double map(double value) const { return log_ ? std::log10(value) : value; }

  double start_, length_, low_ = 0, high_ = 1;
  bool log_ = false;
};

bool shown(const PlotPoint& point) { return point.y > 0 && std::isfinite(point.y) && std::isfinite(point.x); }

std::string frame(const Plot& plot, const Axis& x, const Axis& y) {
  std::string svg = text_at(kLeft, kTop - 20, "start", plot.title, " font-size=\"15\"");
  for (const double tick : x.ticks()) {
    svg += line_at(x.place(tick), kTop, x.place(tick), kTop + kHeight, "stroke=\"#e4e4e4\"");
    svg += text_at(x.place(tick), kTop + kHeight + 18, "middle", number_text(tick));
  }
  for (const double tick : y.ticks()) {
    svg += line_at(kLeft, y.place(tick), kLeft + kWidth, y.place(tick), "stroke=\"#e4e4e4\"");
    svg += text_at(kLeft - 8, y.place(tick) + 4, "end", number_text(tick));
  }
  svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", kLeft,
                     kTop, kWidth, kHeight);
  svg += text_at(kLeft + kWidth / 2, kTop + kHeight + 42, "middle", plot.x_label);
  const double middle = kTop + kHeight / 2;
  return svg + text_at(22, middle, "middle", plot.y_label, fmt::format(" transform=\"rotate(-90 22 {:.1f})\"", middle));
}

std::string series_svg(const PlotSeries& series, std::size_t i, const Axis& x, const Axis& y) {
  const std::string colour = kColours[i % kColours.size()];
  const std::string dash = kDashes[i / kColours.size() % kDashes.size()];
  const std::string stroke = fmt::format("stroke=\"{}\" stroke-dasharray=\"{}\"", colour, dash);
  std::string line, svg;
  for (const PlotPoint& point : series.points) {
    if (!shown(point)) continue;
    line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "" : " ", x.place(point.x), y.place(point.y));
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x.place(point.x),
                       y.place(point.y), colour);
    if (point.low > 0 && point.high > point.low) {
      svg += line_at(x.place(point.x), y.place(point.low), x.place(point.x), y.place(point.high),
                     fmt::format("stroke=\"{}\"", colour));
    }
  }
  svg = fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-width=\"1.6\" {}/>\n", line, stroke) + svg;
  const double legend_y = kTop + 12 + 19 * static_cast<double>(i);
  svg +=
      line_at(kLeft + kWidth + 16, legend_y - 4, kLeft + kWidth + 44, legend_y - 4, "stroke-width=\"1.6\" " + stroke);
  return svg + text_at(kLeft + kWidth + 50, legend_y, "start", series.name);
}

}  // namespace

std::string plot_svg(const Plot& plot) {
  double left = std::numeric_limits<double>::infinity(), right = -left, least = left, most = -left;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      if (!shown(point)) continue;
      left = std::fmin(left, point.x), right = std::fmax(right, point.x);
      least = std::fmin(least, point.low > 0 ? std::fmin(point.low, point.y) : point.y);
      most = std::fmax(most, std::isfinite(point.high) ? std::fmax(point.high, point.y) : point.y);
    }
  }
  const double rows = 19 * static_cast<double>(plot.series.size()) + 24;
  std::string svg = begin_svg(kLeft + kWidth + kLegend, kTop + std::max(kHeight + kBottom, rows));
  if (!(left <= right)) return svg + text_at(kLeft, kTop, "start", "nothing has a number") + "</svg>\n";
  const Axis x(left, right, kLeft, kWidth), y(least, most, kTop + kHeight, -kHeight);
  svg += frame(plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i) svg += series_svg(plot.series[i], i, x, y);
  return svg + "</svg>\n";
}

std::string heat_map_svg(const HeatMap& map) {
  constexpr double kCellWidth = 84, kCellHeight = 34;
  const auto columns = static_cast<double>(map.columns.size()), rows = static_cast<double>(map.rows.size());
  std::string svg = begin_svg(kLeft + columns * kCellWidth + 40, kTop + rows * kCellHeight + kBottom);
  svg += text_at(kLeft, kTop - 20, "start", map.title, " font-size=\"15\"");
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const double y = kTop + static_cast<double>(r) * kCellHeight;
    svg += text_at(kLeft - 8, y + kCellHeight / 2 + 4, "end", map.rows[r]);
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      const double x = kLeft + static_cast<double>(c) * kCellWidth, share = map.shares[r][c];
      // Dark green for the best, white from twice its time on, grey for none.
      const double light = std::isnan(share) ? 0 : std::clamp(share - 1, 0.0, 1.0);
      const std::string fill = std::isnan(share) ? "#d0d0d0"
                                                 : fmt::format("rgb({:.0f},{:.0f},{:.0f})", 255 * light,
                                                               120 + 135 * light, 80 + 175 * light);
      svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"white\"/>\n",
                         x, y, kCellWidth, kCellHeight, fill);
      const std::string ink = light < 0.4 && !std::isnan(share) ? " fill=\"white\"" : "";
      svg += text_at(x + kCellWidth / 2, y + kCellHeight / 2 + 4, "middle", map.texts[r][c], ink);
    }
  }
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    svg += text_at(kLeft + (static_cast<double>(c) + 0.5) * kCellWidth, kTop + rows * kCellHeight + 18, "middle",
                   map.columns[c]);
  }
  svg += text_at(kLeft + columns * kCellWidth / 2, kTop + rows * kCellHeight + 42, "middle", map.x_label);
  const double middle = kTop + rows * kCellHeight / 2;
  svg += text_at(22, middle, "middle", map.y_label, fmt::format(" transform=\"rotate(-90 22 {:.1f})\"", middle));
  return svg + "</svg>\n";
}

}  // namespace warplight::cli
