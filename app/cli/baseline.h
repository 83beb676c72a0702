// An earlier run's results, as bench --json wrote them, and how this run stands against them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure/ratio.h"
#include "sim/measure/verdict.h"

namespace warplight::cli {

struct BaselineRow {
  std::string lab, variant;
  std::string not_compared;  // why; empty: it was
  double before_ms = 0, now_ms = 0;
  measure::Ratio ratio;  // now over before
  measure::Verdict verdict = measure::Verdict::unsure;
  std::string kernel;  // "kernel unchanged", "kernel changed: tiled_kernel"; "" where either side does not say
};

// Throws bad_input, naming file and place, for what is no result of a bench. Every row that has a number is read at
// once, so that nothing is refused after an hour of measuring.
class Baseline {
 public:
  explicit Baseline(const std::filesystem::path& file);

  // `now` is what bench_json says of this run. A row is compared with one of the same lab, start, knobs, launch knobs
  // and steps a call, taken hot or cold likewise, on the same GPU (host variants: processor and threads). Another
  // driver or another commit is no obstacle: that is what may be asked about.
  std::vector<BaselineRow> compare(const std::string& now, double threshold) const;
  std::string origin() const;  // "2026-11-30, commit 1a2b3c4, driver 580.1"

 private:
  nlohmann::ordered_json report_;
};

// A table of them.
std::string baseline_text(const std::vector<BaselineRow>& rows, const std::string& origin, double threshold);

}  // namespace warplight::cli
