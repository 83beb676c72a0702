// Plots as SVG, written by hand: times over a knob, and a heat map of two launch knobs.
#pragma once

#include <string>
#include <vector>

namespace warplight::cli {

struct PlotPoint {
  double x, y, low, high;  // low to high: a bar
};
struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
};
struct Plot {
  std::string title, x_label, y_label;
  std::vector<PlotSeries> series;
};

// Both axes logarithmic; x is linear where one of its values is not over 0. Points whose y is not over 0 are left out.
std::string plot_svg(const Plot& plot);

struct HeatMap {
  std::string title, x_label, y_label;
  std::vector<std::string> columns, rows;
  std::vector<std::vector<double>> shares;      // [row][column], 1 is the best, 1.5 takes half as long again; NaN: none
  std::vector<std::vector<std::string>> texts;  // what stands in each cell
};
std::string heat_map_svg(const HeatMap& map);

}  // namespace warplight::cli
