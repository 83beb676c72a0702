// Tipsy's binary files: gas, dark matter and stars in single precision, with the time.
#pragma once

#include <filesystem>
#include <span>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// Of either byte order, with or without the four bytes that pad the header. Dark matter is group 0, stars 1, gas 2.
// A particle's own softening (eps), its potential and what only gas and stars have are not looked at.
HostState read_tipsy(const std::filesystem::path& file, NBody::Params& params);

// Standard: big-endian, padded. Bodies of another group than these three are dark matter; gas comes first, then dark
// matter, then stars, as the format wants it. eps is the softening. Always in single precision.
void write_tipsy(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                 std::span<const double> in_double);

}  // namespace warplight::nbody
