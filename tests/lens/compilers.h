// Compiles a kernel file as each of the three compilers that must take it, and says what they complained about.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warplight::lens_test {

struct Compiled {
  bool ok = false;
  std::string log;
};

// Each returns nothing where that compiler is not on this machine; `missing_reason` says why.
std::optional<Compiled> compile_with_nvcc(const std::filesystem::path& file);
std::optional<Compiled> compile_with_nvrtc(const std::filesystem::path& file);
std::optional<Compiled> compile_with_host(const std::filesystem::path& file);  // always there
std::string_view missing_reason();

}  // namespace warplight::lens_test
