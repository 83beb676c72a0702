#include "app/cli/outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "render/capture.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file) {
  throw_bad_input(fmt::format("{}: can't be written: {}", file.string(), std::strerror(errno)));
}

struct Close {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};

void write_beside(const std::filesystem::path& file, const std::filesystem::path& beside, std::string_view text) {
  std::unique_ptr<std::FILE, Close> stream(std::fopen(beside.c_str(), "wb"));
  if (!stream) refuse(file);
  const bool written = std::fwrite(text.data(), 1, text.size(), stream.get()) == text.size();
  const bool closed = std::fclose(stream.release()) == 0;
  if (!written || !closed || std::rename(beside.c_str(), file.c_str()) != 0) {
    const int why = errno;
    std::remove(beside.c_str());
    errno = why;
    refuse(file);
  }
}

}  // namespace

void require_output(const std::filesystem::path& file) {
  if (!file.empty()) render::require_writable(file);
}

void require_state_output(const Lab& lab, const std::filesystem::path& file) {
  if (file.empty()) return;
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  const auto known = lab.info().state_endings;
  if (!known.empty() && std::ranges::find(known, ending) == known.end()) {
    throw_bad_input(fmt::format("{}: a state of {} ends in {}", file.string(), lab.info().name, list_of(known)));
  }
  require_output(file);
}

void write_text(const std::filesystem::path& file, std::string_view text) {
  write_beside(file, fmt::format("{}.part-{}", file.string(), getpid()), text);
}

}  // namespace warplight::cli
