// What the lens measured of a kernel: figures for each source line, and for the whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/lens/event.h"
#include "sim/lens/fault.h"
#include "sim/lens/region.h"

namespace warplight::lens {

// Sums over requests: one request is one access by the active lanes of a warp together.
struct Figures {
  std::int64_t requests = 0;
  std::int64_t lanes = 0;             // active ones, summed
  std::int64_t bytes_asked = 0;       // active lanes times the access's size
  std::int64_t sectors = 0;           // global: 32-byte sectors touched
  std::int64_t ideal_sectors = 0;     // global: as few as would hold the distinct bytes asked for
  std::int64_t wavefronts = 0;        // shared: passes that the banks need
  std::int64_t ideal_wavefronts = 0;  // shared: as few as would serve the distinct words asked for

  void add(const Figures& other);
  double active_lanes() const { return requests ? static_cast<double>(lanes) / static_cast<double>(requests) : 0; }
  double sectors_a_request() const;
  double ideal_sectors_a_request() const;
  double conflict_degree() const;  // wavefronts over ideal ones: 1 is free of conflicts
  std::int64_t bytes_moved() const { return 32 * sectors; }
};

struct LineReport {
  std::string file;
  int line = 0;
  Space space = Space::global;
  Access access = Access::read;
  Figures figures;
  // What the line wastes: sectors moved or wavefronts spent beyond the ideal.
  std::int64_t waste() const;
  std::int64_t traffic() const { return figures.sectors + figures.wavefronts; }
};

// One warp's request at one line, lane by lane.
struct WarpRequest {
  std::string file;
  int line = 0;
  Space space = Space::global;
  Access access = Access::read;
  int bytes = 0;
  std::uint32_t active = 0;
  std::uintptr_t offset[32] = {};   // from the start of the buffer
  std::string buffer;
  std::uintptr_t address[32] = {};
};

struct KernelReport {
  std::string kernel;     // without its parameters
  std::string signature;
  std::int64_t launches = 0;
  Index3 grid, block;     // of the last launch
  std::int64_t shared_bytes = 0;  // a block, static and dynamic
  std::int64_t branches = 0;            // by warps, where lanes could part
  std::int64_t divergent_branches = 0;  // where they did
  std::int64_t accesses = 0;            // recorded, by single threads
  double seconds = 0;       // by the clock
  double core_seconds = 0;  // of all cores together
  std::vector<LineReport> lines;  // by file and line
  std::vector<WarpRequest> requests;  // of the warp that was asked for

  Figures total(Space space) const;
  double branch_efficiency() const;  // 1 where no branch parted a warp
  // The line that wastes most; where none wastes, the one that asks for most. Null: no line asks for anything.
  const LineReport* worst() const;
};

}  // namespace warplight::lens
