// Knobs that are swept: what a person typed as values, the points they make, and which rung wins where.
#pragma once

#include <string>
#include <vector>

#include "app/cli/bench_report.h"
#include "app/cli/plot.h"

namespace warplight::cli {

struct SweptKnob {
  std::string name;
  std::vector<double> values;      // ascending, or as they were listed; a word's is its place in the list
  std::vector<std::string> texts;  // the same, as --set would take them
};

// "n=1024..1048576:x2", "softening=0.01..0.05:+0.01" or "block=64,128,256". Whether a knob takes a listed
// value is for make_jobs to say. Throws bad_input for what makes no values, and
// for more than 1000 of them.
SweptKnob parse_sweep(const std::string& text);

// Every combination, the last knob's values following one another: lists of "name=value" for Request::sets. Throws
// bad_input where a knob is named twice or there are more than 1000 points.
std::vector<std::vector<std::string>> sweep_points(const std::vector<SweptKnob>& knobs);

// The lab, its start and the knobs that are not swept.
std::string sweep_title(const std::vector<SweptKnob>& knobs, const BenchedLab& lab);

// A table with a row a point and a column a rung, and below it who wins where: "direct wins below n = 2 048". Rungs
// that can't be told apart by 2% share a win. `labs` holds one entry a point, in the order of sweep_points; fewer where
// it was stopped.
std::string sweep_text(const std::vector<SweptKnob>& knobs, const std::vector<BenchedLab>& labs);

// Time over the first knob, a line a rung; of several knobs, a line a rung and combination of the others.
Plot sweep_plot(const std::vector<SweptKnob>& knobs, const std::vector<BenchedLab>& labs);

}  // namespace warplight::cli
