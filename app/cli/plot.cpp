#include "app/cli/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/cli/canvas.h"
#include "app/cli/outputs.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

// Okabe and Ito's colours, which most colour-blind people can tell apart (Color Universal Design, 2008).
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#000000", "#8a8a00"};
struct Dash {
  double dash, gap;
};
constexpr std::array kDashes = {Dash{0, 0}, Dash{6, 3}, Dash{2, 3}};  // for more lines than colours
constexpr const char* kGrid = "#e4e4e4";

constexpr double kLeft = 90, kTop = 48, kWidth = 620, kHeight = 400, kLegend = 250, kBottom = 60;

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

void draw_frame(Canvas& canvas, const Plot& plot, const Axis& x, const Axis& y) {
  canvas.text(kLeft, kTop - 20, Anchor::start, plot.title, 15);
  for (const double tick : x.ticks()) {
    canvas.line(x.place(tick), kTop, x.place(tick), kTop + kHeight, {kGrid});
    canvas.text(x.place(tick), kTop + kHeight + 18, Anchor::middle, number_text(tick));
  }
  for (const double tick : y.ticks()) {
    canvas.line(kLeft, y.place(tick), kLeft + kWidth, y.place(tick), {kGrid});
    canvas.text(kLeft - 8, y.place(tick) + 4, Anchor::end, number_text(tick));
  }
  const double right = kLeft + kWidth, bottom = kTop + kHeight;
  canvas.line(kLeft, kTop, right, kTop, {"#888888"});
  canvas.line(kLeft, bottom, right, bottom, {"#888888"});
  canvas.line(kLeft, kTop, kLeft, bottom, {"#888888"});
  canvas.line(right, kTop, right, bottom, {"#888888"});
  canvas.text(kLeft + kWidth / 2, bottom + 42, Anchor::middle, plot.x_label);
  canvas.text(22, kTop + kHeight / 2, Anchor::middle, plot.y_label, 12, "#000000", true);
}

void draw_series(Canvas& canvas, const PlotSeries& series, std::size_t i, const Axis& x, const Axis& y) {
  const std::string colour = kColours[i % kColours.size()];
  const Dash dash = kDashes[i / kColours.size() % kDashes.size()];
  const Pen pen{colour, 1.6, dash.dash, dash.gap};
  const PlotPoint* before = nullptr;
  for (const PlotPoint& point : series.points) {
    if (!shown(point)) continue;
    if (before != nullptr) canvas.line(x.place(before->x), y.place(before->y), x.place(point.x), y.place(point.y), pen);
    before = &point;
  }
  for (const PlotPoint& point : series.points) {
    if (!shown(point)) continue;
    canvas.circle(x.place(point.x), y.place(point.y), 3, colour);
    if (point.low > 0 && point.high > point.low) {
      canvas.line(x.place(point.x), y.place(point.low), x.place(point.x), y.place(point.high), {colour});
    }
  }
  const double legend_y = kTop + 12 + 19 * static_cast<double>(i);
  canvas.line(kLeft + kWidth + 16, legend_y - 4, kLeft + kWidth + 44, legend_y - 4, pen);
  canvas.text(kLeft + kWidth + 50, legend_y, Anchor::start, series.name);
}

struct Size {
  double width, height;
};

Size size_of(const Plot& plot) {
  const double rows = 19 * static_cast<double>(plot.series.size()) + 24;
  return {kLeft + kWidth + kLegend, kTop + std::max(kHeight + kBottom, rows)};
}

void draw(Canvas& canvas, const Plot& plot) {
  double left = std::numeric_limits<double>::infinity(), right = -left, least = left, most = -left;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      if (!shown(point)) continue;
      left = std::fmin(left, point.x), right = std::fmax(right, point.x);
      least = std::fmin(least, point.low > 0 ? std::fmin(point.low, point.y) : point.y);
      most = std::fmax(most, std::isfinite(point.high) ? std::fmax(point.high, point.y) : point.y);
    }
  }
  if (!(left <= right)) return canvas.text(kLeft, kTop, Anchor::start, "nothing has a number");
  const Axis x(left, right, kLeft, kWidth), y(least, most, kTop + kHeight, -kHeight);
  draw_frame(canvas, plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i) draw_series(canvas, plot.series[i], i, x, y);
}

constexpr double kCellWidth = 84, kCellHeight = 34;

Size size_of(const HeatMap& map) {
  return {kLeft + static_cast<double>(map.columns.size()) * kCellWidth + 40,
          kTop + static_cast<double>(map.rows.size()) * kCellHeight + kBottom};
}

void draw_cell(Canvas& canvas, double x, double y, double share, const std::string& text) {
  // Dark green for the best, white from twice its time on, grey for none.
  const double light = std::isnan(share) ? 0 : std::clamp(share - 1, 0.0, 1.0);
  const auto part = [&](double dark) { return static_cast<int>(dark + (255 - dark) * light); };
  const std::string fill = std::isnan(share) ? "#d0d0d0" : fmt::format("#{:02x}{:02x}{:02x}", part(0), part(120), part(80));
  canvas.rectangle(x + 0.5, y + 0.5, kCellWidth - 1, kCellHeight - 1, fill);
  canvas.text(x + kCellWidth / 2, y + kCellHeight / 2 + 4, Anchor::middle, text, 12,
              light < 0.4 && !std::isnan(share) ? "#ffffff" : "#000000");
}

void draw(Canvas& canvas, const HeatMap& map) {
  const auto columns = static_cast<double>(map.columns.size()), rows = static_cast<double>(map.rows.size());
  canvas.text(kLeft, kTop - 20, Anchor::start, map.title, 15);
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const double y = kTop + static_cast<double>(r) * kCellHeight;
    canvas.text(kLeft - 8, y + kCellHeight / 2 + 4, Anchor::end, map.rows[r]);
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      draw_cell(canvas, kLeft + static_cast<double>(c) * kCellWidth, y, map.shares[r][c], map.texts[r][c]);
    }
  }
  const double bottom = kTop + rows * kCellHeight;
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    canvas.text(kLeft + (static_cast<double>(c) + 0.5) * kCellWidth, bottom + 18, Anchor::middle, map.columns[c]);
  }
  canvas.text(kLeft + columns * kCellWidth / 2, bottom + 42, Anchor::middle, map.x_label);
  canvas.text(22, kTop + rows * kCellHeight / 2, Anchor::middle, map.y_label, 12, "#000000", true);
}

template <class Drawing>
void write(const std::filesystem::path& file, const Drawing& drawing) {
  const Size size = size_of(drawing);
  if (ending_of(file) == ".png") {
    PixelCanvas canvas(size.width, size.height);
    draw(canvas, drawing);
    render::write_png(file, canvas.pixels());
  } else {
    SvgCanvas canvas(size.width, size.height);
    draw(canvas, drawing);
    write_text(file, canvas.finished());
  }
}

}  // namespace

void require_plot_name(std::string_view option, const std::filesystem::path& file) {
  if (file.empty() || ending_of(file) == ".svg" || ending_of(file) == ".png") return;
  throw_bad_input(fmt::format("{} {}: a plot's name ends in .svg or .png", option, file.string()));
}

void write_plot(const std::filesystem::path& file, const Plot& plot) { write(file, plot); }
void write_plot(const std::filesystem::path& file, const HeatMap& map) { write(file, map); }

}  // namespace warplight::cli
