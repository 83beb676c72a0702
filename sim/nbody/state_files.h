// N-body states in files: .csv with the header x,y,z,vx,vy,vz,m, .npy of shape (n, 7) in that order, and Tipsy's binary.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

inline constexpr std::size_t kColumns = 7;
inline constexpr std::array<std::string_view, kColumns> kColumnNames{"x", "y", "z", "vx", "vy", "vz", "m"};
using Row = std::array<float, kColumns>;

// The endings that read_state and write_state know.
std::span<const std::string_view> state_endings();
// Why files of that ending can't be had on this machine; "" if they can.
std::string why_state_file_is_missing(std::string_view ending);

// By the file's ending. Sets params.n, params.heaviest and params.shows_appearance; accelerations are zero, bodies are in
// group 0 and of light 1 unless the file says otherwise (.csv: columns `group` and `light`). Numbers are taken as they
// stand: no units are converted. Throws bad_input naming file and place.
HostState read_state(const std::filesystem::path& file, NBody::Params& params);

// In double where `prepared` holds the state in double, else in float; either way what is read back is the same number.
void write_state(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                 const Prepared* prepared);

Row row_of(const HostState& state, std::int64_t i);
void set_row(HostState& state, std::int64_t i, const Row& row);

// Buffers of the right sizes for params.n, zeroed, light 1. Throws failed if memory is short.
HostState empty_state(const NBody::Params& params);

// The largest |mass|.
double heaviest_mass(const NBody::Params& params, const HostState& state);

}  // namespace warplight::nbody
