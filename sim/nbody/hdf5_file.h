// HDF5 snapshots as Gadget and Arepo write them: PartType0 ... PartType5 with Coordinates, Velocities and Masses.
#pragma once

#include <filesystem>
#include <span>

#include "sim/nbody/nbody.h"

namespace warplight::nbody {

// Dark matter, PartType1, is group 0; PartType2 ... PartType5 are groups 1 ... 4; gas, PartType0, is group 5. Masses may
// come from Header/MassTable instead. float32 or float64 in any packing that the library reads. Numbers are taken as they
// stand, for G = 1: no units, no scale factor (of positions, nor the sqrt(a) of cosmological velocities), no box.
HostState read_hdf5(const std::filesystem::path& file, NBody::Params& params);

// The same, and what else readers of such files look for in the Header; ParticleIDs count the bodies from 0. Bodies of a
// group that has no type are PartType1. A dataset of our own, Light, where a body is not of light 1.
void write_hdf5(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                std::span<const double> in_double);

}  // namespace warplight::nbody
