// The formats of n-body states, one row each: what state_files.h chooses between by a file's ending.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

inline constexpr std::int64_t kMostBodies = 1'000'000'000;

struct StateFormat {
  std::string_view ending;
  // Sets params.n and throws bad_input naming file and place. What it needs is taken only when the file has been seen to
  // be as long as it says.
  HostState (*read)(const std::filesystem::path& file, NBody::Params& params);
  // `in_double`: seven numbers a body, or empty.
  void (*write)(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                std::span<const double> in_double);
  std::string (*missing)() = nullptr;  // why it can't be had on this machine, "" if it can; null: it always can
};
std::span<const StateFormat> state_formats();

// A header in any order; commas, semicolons or blanks.
HostState read_csv(const std::filesystem::path& file, NBody::Params& params);
void write_csv(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double);

// NumPy's format, versions 1 to 3: float32 or float64 of either byte order, in C or Fortran order.
HostState read_npy(const std::filesystem::path& file, NBody::Params& params);
void write_npy(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double);

}  // namespace warplight::nbody
