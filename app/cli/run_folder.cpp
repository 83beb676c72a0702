#include "app/cli/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/terminal.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const Lab& lab, const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code ignored;
    const auto known = lab.info().state_endings;
    if (at->is_regular_file(ignored) && std::ranges::find(known, ending_of(at->path())) != known.end()) files.push_back(at->path());
  }
  if (problem) throw_bad_input(fmt::format("{}: {}", one_line(folder.string()), problem.message()));
  if (files.empty()) {
    throw_bad_input(fmt::format("{}: holds no file that {} reads: {}", one_line(folder.string()), lab.info().name, list_of(lab.info().state_endings)));
  }
  std::ranges::sort(files);
  return files;
}

void run_one(Job job, const fs::path& in, const fs::path& out, int steps, gpu::Stream& stream, std::stop_token stop) {
  job.in = in;
  const HostState start = make_state(job, stop);
  Lane lane(*job.lab, stream);
  load(lane, job, start);
  if (lane.advance(steps, stop).steps < steps) throw_failed("stopped");
  job.lab->write(out, lane.params(), lane.download(), lane.prepared());
}

}  // namespace

void run_folder(const Job& job, const fs::path& out, int steps, std::stop_token stop) {
  if (!job.lab->info().one_step) throw_bad_input(fmt::format("--in {}: is a folder; {} reads a file", one_line(job.in.string()), job.lab->info().name));
  if (out.empty()) throw_bad_input(fmt::format("--in {}: is a folder, so --out FOLDER is needed too", one_line(job.in.string())));
  const std::vector<fs::path> files = files_of(*job.lab, job.in);
  std::error_code problem;
  fs::create_directories(out, problem);
  if (!fs::is_directory(out)) throw_bad_input(fmt::format("--out {}: can't be a folder: {}", one_line(out.string()), problem ? problem.message() : "a file is there"));
  if (fs::equivalent(out, job.in, problem)) throw_bad_input(fmt::format("--out {}: is the folder of --in", one_line(out.string())));

  gpu::Stream stream = make_stream();
  std::vector<std::string> refused;
  ProgressLine progress;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (stop.stop_requested()) throw_failed(fmt::format("stopped after {} of {} pictures", i, files.size()));
    progress.show([&] { return fmt::format("picture {} of {}: {}", i + 1, files.size(), one_line(files[i].filename().string())); });
    try {
      run_one(job, files[i], out / files[i].filename(), steps, stream, stop);
    } catch (const Error& error) {
      if (error.code() == ExitCode::missing || stop.stop_requested()) throw;
      refused.emplace_back(error.what());
    }
  }
  progress.clear();
  fmt::print("{} {}: {} of {} pictures into {}\n", job.lab->info().name, job.info().name, files.size() - refused.size(), files.size(), one_line(out.string()));
  if (refused.empty()) return;
  std::string line = fmt::format("{} of {} pictures refused: ", refused.size(), files.size());
  for (std::size_t i = 0; i < refused.size(); ++i) line += (i > 0 ? "; " : "") + refused[i];
  throw_bad_input(line);
}

}  // namespace warplight::cli
