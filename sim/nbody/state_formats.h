// The two formats of n-body states: what state_files.h chooses between by a file's ending.
#pragma once

#include <filesystem>
#include <span>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// Both set params.n and throw bad_input naming file and place. `in_double`: seven numbers a body, or empty.
HostState read_csv(const std::filesystem::path& file, NBody::Params& params);
void write_csv(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double);

// NumPy's format, versions 1 to 3: float32 or float64 of either byte order, in C or Fortran order.
HostState read_npy(const std::filesystem::path& file, NBody::Params& params);
void write_npy(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double);

}  // namespace warplight::nbody
