// Plots in files, as SVG or PNG: times over a knob, and a heat map of two launch knobs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
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

// Written beside, then renamed; by the name's ending .svg or .png (two pixels a unit).
// Both axes logarithmic; x is linear where one of its values is not over 0. Points whose y is not over 0 are left out.
void write_plot(const std::filesystem::path& file, const Plot& plot);

struct HeatMap {
  std::string title, x_label, y_label;
  std::vector<std::string> columns, rows;
  std::vector<std::vector<double>> shares;      // [row][column], 1 is the best, 1.5 takes half as long again; NaN: none
  std::vector<std::vector<std::string>> texts;  // what stands in each cell
};
void write_plot(const std::filesystem::path& file, const HeatMap& map);

// Throws bad_input where a file that is asked for ends in neither.
void require_plot_name(std::string_view option, const std::filesystem::path& file);

}  // namespace warplight::cli
