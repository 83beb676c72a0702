#include "sim/loaded_module.h"

#include <dlfcn.h>

#include <filesystem>

namespace warplight {
namespace {

// Beside the program, or where an installation has its libraries.
std::filesystem::path find_module(const std::string& name) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const std::filesystem::path& place : {folder / name, folder / "../lib/warplight" / name}) {
    if (!unknown && std::filesystem::exists(place, unknown)) return place;
  }
  return {};
}

}  // namespace

LoadedModule load_module(const std::string& name, const char* symbol, int version, const std::string& what,
                         const std::string& package) {
  const std::filesystem::path file = find_module(name);
  if (file.empty()) return {nullptr, what + " needs " + name + " beside the program, and it isn't there"};
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return {nullptr, "the " + what + " library can't be loaded (" + (reason != nullptr ? reason : name) +
                         "); Debian and Ubuntu: " + package};
  }
  using Find = const void* (*)();
  const auto find = reinterpret_cast<Find>(dlsym(library, symbol));
  const void* table = find != nullptr ? find() : nullptr;
  if (table == nullptr || *static_cast<const int*>(table) != version) {
    return {nullptr, file.string() + " is of another version than the program"};
  }
  return {table, ""};
}

}  // namespace warplight
