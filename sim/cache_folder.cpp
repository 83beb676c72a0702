#include "sim/cache_folder.h"

#include <cstdlib>
#include <system_error>

#include "sim/error.h"
#include "sim/whole_file.h"

namespace warplight {
namespace {

namespace fs = std::filesystem;

fs::path absolute_folder(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path folder = value == nullptr ? "" : value;
  return folder.is_absolute() ? folder : fs::path();
}

}  // namespace

fs::path cache_folder() {
  if (const fs::path cache = absolute_folder("XDG_CACHE_HOME"); !cache.empty()) return cache / "warplight";
  const fs::path home = absolute_folder("HOME");
  return home.empty() ? home : home / ".cache" / "warplight";
}

std::string file_name_of(std::string_view words) {
  std::string name;
  for (const char c : words) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

std::string read_cached(const fs::path& name) {
  const fs::path folder = cache_folder();
  std::error_code unknown;
  if (folder.empty() || !fs::exists(folder / name, unknown)) return "";
  try {
    return read_whole(folder / name);
  } catch (const Error&) {
    return "";
  }
}

std::string write_cached(const fs::path& name, std::string_view text) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return "neither XDG_CACHE_HOME nor HOME is an absolute path";
  const fs::path file = folder / name;
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  if (failed) return file.parent_path().string() + ": " + failed.message();
  try {
    WholeFile output(file);
    output.write(text);
    output.commit();
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace warplight
