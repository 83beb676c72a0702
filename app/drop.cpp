#include "app/drop.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>

#include "app/cli/job.h"
#include "app/options.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr std::string_view kSceneEnding = ".toml";

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return ending;
}

// With the variant that the file names, else the one that is selected.
Start read_scene_file(const Session& session, const std::filesystem::path& file) {
  const SceneFile scene = read_scene(file);
  return start_of(cli::make_job({.lab = std::string(session.lab().info().name),
                                 .variant = scene.variant.empty() ? std::string(session.info().name) : "",
                                 .scene = std::filesystem::absolute(file).string()}));
}

void open(const Session& session, const std::function<void(const Start&)>& load, const std::filesystem::path& file) {
  const LabInfo& lab = session.lab().info();
  const std::string ending = ending_of(file);
  if (ending == kSceneEnding) {
    load(read_scene_file(session, file));
    return;
  }
  if (std::ranges::find(lab.state_endings, ending) == lab.state_endings.end()) {
    std::vector<std::string_view> known(lab.state_endings.begin(), lab.state_endings.end());
    known.push_back(kSceneEnding);
    throw_bad_input(fmt::format("{}: what is dropped here ends in {}", file.filename().string(), list_of(known)));
  }
  const std::string missing = lab.why_state_file_is_missing != nullptr ? lab.why_state_file_is_missing(ending) : "";
  if (!missing.empty()) throw_missing(fmt::format("{}: {}", file.filename().string(), missing));
  load({.in = file});
}

}  // namespace

void open_dropped(Session& session, const std::function<void(const Start&)>& load, const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return;
  try {
    if (files.size() > 1) throw_bad_input(fmt::format("{} files were dropped; one can be opened", files.size()));
    open(session, load, files.front());
  } catch (const std::exception& problem) {
    session.note(Note::Kind::warn, one_line(problem.what()));
  }
}

}  // namespace warplight::app
