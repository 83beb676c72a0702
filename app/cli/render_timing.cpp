#include "app/cli/render_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/cli/offscreen.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "sim/measure/statistics.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

constexpr int kWarmUps = 5, kSamples = 60;
constexpr const char* kCounts[] = {"65536", "1048576"};
struct Distance {
  const char* name;
  float zoom;
};
constexpr Distance kDistances[] = {{"far", 0.01f}, {"", 0.1f}, {"default", 1}, {"", 8}, {"near", 64}};

// Without a count of the person's own: both.
std::vector<Request> requests(const Request& wanted) {
  const auto sets_count = [](const std::string& set) { return set.starts_with("n="); };
  if (!wanted.in.empty() || std::ranges::any_of(wanted.sets, sets_count)) return {wanted};
  std::vector<Request> all;
  for (const char* count : kCounts) {
    all.push_back(wanted);
    all.back().sets.push_back(std::string("n=") + count);
  }
  return all;
}

measure::Summary sample(OffscreenLane& lane, std::stop_token stop) {
  std::vector<double> times;
  for (int i = 0; i < kWarmUps + kSamples; ++i) {
    if (stop.stop_requested()) throw_failed("stopped before all was timed");
    const double ms = lane.time_drawing();
    if (i >= kWarmUps) times.push_back(ms);
  }
  return measure::summarize(times);
}

}  // namespace

ExitCode time_drawing(const DrawingToTime& wanted, std::stop_token stop) {
  Offscreen offscreen(wanted.interop);
  gpu::Stream stream = make_stream();
  Table table({{"bodies", true}, {"zoom", true}, {""}, {"median", true}, {"p10 … p90", true}, {"samples", true}});
  ProgressLine progress;
  for (const Request& request : requests(wanted.request)) {
    Job job = make_job(request);
    const HostState start = make_state(job, stop);
    OffscreenLane lane(offscreen, stream, job, start);
    for (const Distance& distance : kDistances) {
      progress.show([&] { return fmt::format("{}, zoom {}", knobs_text(*job.lab, job.params), distance.zoom); });
      lane.set_look(wanted.camera, wanted.style, wanted.size, distance.zoom);
      const measure::Summary times = sample(lane, stop);
      table.add({grouped_plain(lane.bodies()), significant(distance.zoom), distance.name, duration_text(times.median),
                 duration_text(times.p10) + " … " + duration_text(times.p90),
                 grouped_plain(static_cast<std::int64_t>(times.n))});
    }
  }
  progress.clear();
  fmt::print("drawn by {} at {}x{}, the GPU's time for a whole picture\n{}", offscreen.gl().renderer, wanted.size.width,
             wanted.size.height, table.text());
  return ExitCode::done;
}

}  // namespace warplight::cli
