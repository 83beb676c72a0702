#include "app/cli/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/error.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::cli {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// By the file itself where there is one, else by its place: two names, or a link, may lead to one file.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code unknown;
  if (std::filesystem::equivalent(a, b, unknown) && !unknown) return true;
  const auto place = [&](const std::filesystem::path& file) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file), unknown);
  };
  const std::filesystem::path one = place(a), other = place(b);
  return !one.empty() && one == other;
}

}  // namespace

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), lower);
  return ending;
}

void require_output(const std::filesystem::path& file) {
  if (!file.empty()) require_writable_file(file);
}

void require_outputs(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto& [option, file] = written[i];
    for (std::size_t other = 0; other < i; ++other) {
      if (!same_file(written[other].file, file)) continue;
      throw_bad_input(fmt::format("{} {}: {} writes the same file; each needs a file of its own", option, file.string(),
                                  written[other].option));
    }
    for (const NamedFile& source : read) {
      if (!same_file(source.file, file)) continue;
      throw_bad_input(
          fmt::format("{} {}: {} reads that file; another is needed", option, file.string(), source.option));
    }
    require_output(file);
  }
}

void require_state_output(const Lab& lab, const std::filesystem::path& file) {
  if (file.empty()) return;
  const auto known = lab.info().state_endings;
  if (!known.empty() && std::ranges::find(known, ending_of(file)) == known.end()) {
    throw_bad_input(fmt::format("{}: a state of {} ends in {}", file.string(), lab.info().name, list_of(known)));
  }
  if (lab.info().why_state_file_is_missing != nullptr) {
    const std::string why = lab.info().why_state_file_is_missing(ending_of(file));
    if (!why.empty()) throw_missing(fmt::format("{}: {}", file.string(), why));
  }
  require_output(file);
}

void write_text(const std::filesystem::path& file, std::string_view text) {
  WholeFile output(file);
  output.write(text);
  output.commit();
}

}  // namespace warplight::cli
