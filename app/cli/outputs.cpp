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

}  // namespace

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), lower);
  return ending;
}

void require_output(const std::filesystem::path& file) {
  if (!file.empty()) require_writable_file(file);
}

void require_state_output(const Lab& lab, const std::filesystem::path& file) {
  if (file.empty()) return;
  const auto known = lab.info().state_endings;
  if (!known.empty() && std::ranges::find(known, ending_of(file)) == known.end()) {
    throw_bad_input(fmt::format("{}: a state of {} ends in {}", file.string(), lab.info().name, list_of(known)));
  }
  require_output(file);
}

void write_text(const std::filesystem::path& file, std::string_view text) {
  WholeFile output(file);
  output.write(text);
  output.commit();
}

}  // namespace warplight::cli
