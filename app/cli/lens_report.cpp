#include "app/cli/lens_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "app/cli/table.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

using lens::Access;
using lens::KernelReport;
using lens::LineReport;
using lens::Space;

std::vector<std::string> read_lines(const std::string& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const char* word(Access access) {
  return access == Access::read ? "load" : access == Access::write ? "store" : "atomic";
}
const char* word(Space space) { return space == Space::global ? "global" : "shared"; }

std::string size_text(const lens::Index3& size) { return fmt::format("{} x {} x {}", size.x, size.y, size.z); }

// "global load   4 096   32.0    16.0    16.0" : what stands beside a line.
std::string beside(const LineReport& line) {
  const lens::Figures& f = line.figures;
  const std::string cost =
      line.space == Space::global
          ? fmt::format("{:>7.2f} {:>7.2f}", f.sectors_a_request(), f.ideal_sectors_a_request())
          : fmt::format("{:>7} {:>7}", fmt::format("{:.2f}x", f.conflict_degree()), "1.00x");
  return fmt::format("{:<6} {:<6} {:>11} {:>5.1f} {}", word(line.space), word(line.access), grouped_plain(f.requests),
                     f.active_lanes(), cost);
}
constexpr int kBeside = 46;

// The functions around the lines that have figures, as [first, last], counted from 1.
std::vector<std::pair<int, int>> shown_ranges(const std::vector<std::string>& source, const std::vector<int>& lines) {
  std::vector<std::pair<int, int>> ranges;
  const int count = static_cast<int>(source.size());
  const auto text = [&](int line) -> const std::string& { return source[static_cast<std::size_t>(line - 1)]; };
  for (const int line : lines) {
    if (line > count || (!ranges.empty() && line <= ranges.back().second)) continue;
    // From the line that opens the function, the nearest one that begins in the first column, to its closing brace.
    int first = line, last = line;
    while (first > 1 && (text(first).empty() || text(first)[0] == ' ' || text(first)[0] == '#')) --first;
    while (first > 1 && text(first - 1).starts_with("template")) --first;
    while (last < count && !text(last).starts_with("}")) ++last;
    ranges.emplace_back(first, last);
  }
  return ranges;
}

std::string file_text(const std::string& file, const std::vector<const LineReport*>& reports, const LineReport* worst) {
  std::map<int, std::vector<const LineReport*>> by_line;
  for (const LineReport* report : reports) by_line[report->line].push_back(report);
  std::vector<int> numbers;
  for (const auto& [line, unused] : by_line) numbers.push_back(line);
  const std::vector<std::string> source = read_lines(file);
  std::string text = fmt::format("  {}{}\n", file, source.empty() ? " (the file is not here: figures alone)" : "");
  text += fmt::format("  {:<6} {:<6} {:>11} {:>5} {:>7} {:>7}\n", "", "", "requests", "lanes", "sectors", "ideal");
  const auto row = [&](const LineReport* report, std::string_view number, std::string_view code) {
    const bool marked = worst != nullptr && report == worst;
    text += fmt::format("{} {:<{}} {:>4} {}{}\n", marked ? '>' : ' ', report ? beside(*report) : "", kBeside, number,
                        code, !marked ? "" : report->waste() > 0 ? "   <- the most waste" : "   <- the most traffic, none of it wasted");
  };
  if (source.empty()) {
    for (const LineReport* report : reports) row(report, std::to_string(report->line), "");
    return text;
  }
  for (const auto& [first, last] : shown_ranges(source, numbers)) {
    for (int line = first; line <= last; ++line) {
      const auto found = by_line.find(line);
      const std::string& code = source[static_cast<std::size_t>(line - 1)];
      if (found == by_line.end()) {
        row(nullptr, std::to_string(line), code);
        continue;
      }
      for (const LineReport* report : found->second) {
        const bool again = report != found->second.front();
        row(report, again ? "" : std::to_string(line), again ? "" : code);
      }
    }
    text += "\n";
  }
  return text;
}

std::string kernel_text(const KernelReport& kernel) {
  const lens::Figures global = kernel.total(Space::global), shared = kernel.total(Space::shared);
  const std::string memory = kernel.shared_bytes == 0
                                 ? "no shared memory"
                                 : bytes_text(static_cast<double>(kernel.shared_bytes)) + " of shared memory a block";
  std::string text = fmt::format("{}: {} launch{} of {} blocks of {} threads, {}\n", kernel.kernel, kernel.launches,
                                 kernel.launches == 1 ? "" : "es", size_text(kernel.grid), size_text(kernel.block),
                                 memory);
  text += fmt::format("  global memory: {} asked for, {} moved in sectors of 32 bytes\n",
                      bytes_text(static_cast<double>(global.bytes_asked)),
                      bytes_text(static_cast<double>(global.bytes_moved())));
  if (shared.requests > 0) {
    text += fmt::format("  shared memory: {} wavefronts, {} without bank conflicts\n",
                        grouped_plain(shared.wavefronts), grouped_plain(shared.ideal_wavefronts));
  }
  text += kernel.branches == 0 ? "  branches: none\n\n"
                               : fmt::format("  branches: {:.1f}% of {} kept their warp together\n\n",
                                             100 * kernel.branch_efficiency(), grouped_plain(kernel.branches));
  std::map<std::string, std::vector<const LineReport*>> files;
  for (const LineReport& line : kernel.lines) files[line.file].push_back(&line);
  for (const auto& [file, lines] : files) text += file_text(file, lines, kernel.worst());
  return text;
}

}  // namespace

std::string lens_text(const LensResult& result) {
  const lens::LabRun& run = result.run;
  std::string text = fmt::format("{} {} under the lens ({}): one evaluation and one step; {}\n\n",
                                 result.job.lab->info().name, result.job.info().name, result.arch,
                                 knobs_text(*result.job.lab, result.job.params));
  for (const KernelReport& kernel : run.kernels) text += kernel_text(kernel) + "\n";
  for (const Comparison& c : run.comparisons) {
    text += fmt::format("{}: {} off by {} (allowed {})\n", c.passed() ? "ok" : "FAILED", c.output,
                        significant(c.l2_error), significant(c.allowed.l2));
  }
  double core_seconds = 0;
  for (const KernelReport& kernel : run.kernels) core_seconds += kernel.core_seconds;
  text += fmt::format("no fault in {} accesses; {:.0f} million accesses a second and core\n",
                      grouped_plain(run.accesses()), 1e-6 * static_cast<double>(run.accesses()) / core_seconds);
  return text;
}

std::string lens_comparison(const std::vector<LensResult>& results) {
  Table table({{"variant"}, {"kernel"}, {"launches", true}, {"bytes asked", true}, {"bytes moved", true},
               {"sectors/request", true}, {"ideal", true}, {"bank conflicts", true}, {"lanes", true},
               {"branches together", true}});
  for (const LensResult& result : results) {
    for (const KernelReport& kernel : result.run.kernels) {
      const lens::Figures global = kernel.total(Space::global), shared = kernel.total(Space::shared);
      lens::Figures all = global;
      all.add(shared);
      table.add({std::string(result.job.info().name), kernel.kernel.substr(kernel.kernel.rfind("::") + 2),
                 std::to_string(kernel.launches), bytes_text(static_cast<double>(global.bytes_asked)),
                 bytes_text(static_cast<double>(global.bytes_moved())), fmt::format("{:.2f}", global.sectors_a_request()),
                 fmt::format("{:.2f}", global.ideal_sectors_a_request()),
                 shared.requests > 0 ? fmt::format("{:.2f}x", shared.conflict_degree()) : "-",
                 fmt::format("{:.1f}", all.active_lanes()), fmt::format("{:.1f}%", 100 * kernel.branch_efficiency())});
    }
  }
  return table.text();
}

std::string lens_warp_text(const LensResult& result, std::int64_t block, std::int64_t warp, int line) {
  std::string text;
  for (const KernelReport& kernel : result.run.kernels) {
    const lens::WarpRequest* first = nullptr;
    std::int64_t count = 0;
    for (const lens::WarpRequest& request : kernel.requests) {
      if (request.line != line) continue;
      if (count++ == 0) first = &request;
    }
    if (first == nullptr) continue;
    text += fmt::format("{}, block {}, warp {}, {}:{}: {} {} of {} bytes a lane, the first of {} requests\n",
                        kernel.kernel, block, warp, first->file.substr(first->file.rfind('/') + 1), line,
                        word(first->space), word(first->access), first->bytes, grouped_plain(count));
    Table table({{"lane", true}, {"buffer"}, {"offset", true}, {"sector", true}, {"bank", true}});
    for (int lane = 0; lane < 32; ++lane) {
      if ((first->active >> lane & 1) == 0) {
        table.add({std::to_string(lane), "(not active)"});
        continue;
      }
      const bool shared = first->space == Space::shared;
      table.add({std::to_string(lane), first->buffer, std::to_string(first->offset[lane]),
                 shared ? "" : std::to_string(first->offset[lane] / 32),
                 shared ? std::to_string(first->address[lane] / 4 % 32) : ""});
    }
    text += table.text(2) + "\n";
  }
  if (text.empty()) {
    throw_bad_input(fmt::format("--line {}: warp {} of block {} asked for no memory there", line, warp, block));
  }
  return text;
}

}  // namespace warplight::cli
