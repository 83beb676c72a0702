#include "sim/host_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace warplight {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

// The first word of a file, if it is a number.
std::optional<std::int64_t> number_in(const std::string& file) {
  std::ifstream stream(file);
  std::string word;
  std::int64_t value = 0;
  if (!(stream >> word)) return {};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

// The number after a key of a file that has one a line; 0 where there is none.
std::int64_t number_after(const std::string& file, const std::string& key) {
  std::ifstream stream(file);
  std::string word, rest;
  std::int64_t value = 0;
  while (stream >> word >> value) {
    if (word == key) return value;
    std::getline(stream, rest);
  }
  return 0;
}

std::int64_t free_of_machine() {
  const std::int64_t kilobytes = number_after("/proc/meminfo", "MemAvailable:");
  return kilobytes > 0 ? 1024 * kilobytes : kUnlimited;
}

// Cached files count as used there, and are given up when memory is short.
std::int64_t free_of_folder(const std::string& folder, const char* limit, const char* used, const char* cached) {
  const auto most = number_in(folder + limit), now = number_in(folder + used);
  if (!most || !now || *most > kUnlimited / 2) return kUnlimited;
  return std::max<std::int64_t>(0, *most - *now + number_after(folder + "memory.stat", cached));
}

// This process's group and those above it, as far as they are seen: a container sees its own as the root.
std::int64_t free_of_container() {
  const std::string root = "/sys/fs/cgroup";
  std::int64_t least = free_of_folder(root + "/memory/", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                      "total_inactive_file");
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string path = line.substr(3);; path.erase(path.find_last_of('/'))) {
      const std::string folder = root + path + (path.ends_with('/') ? "" : "/");
      least = std::min(least, free_of_folder(folder, "memory.max", "memory.current", "inactive_file"));
      if (path.find_last_of('/') == std::string::npos) break;
    }
  }
  return least;
}

std::int64_t free_of_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const std::int64_t pages = number_in("/proc/self/statm").value_or(0);
  const std::int64_t most = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, kUnlimited / 2));
  return std::max<std::int64_t>(0, most - pages * sysconf(_SC_PAGESIZE));
}

}  // namespace

std::int64_t free_host_bytes() { return std::min({free_of_machine(), free_of_container(), free_of_process()}); }

}  // namespace warplight
