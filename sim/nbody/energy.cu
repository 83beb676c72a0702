// Launchers of the n-body truth meter.
#include <algorithm>

#include "sim/gpu/launch.h"
#include "sim/nbody/energy_sums.h"
#include "sim/nbody/kernels/energy.cuh"

namespace warplight::nbody {
namespace {

static_assert(kMotionSums == kSumsOfMotion && kEnergyBlock == kRowsOfAUnit);

const float4* as_float4(const Float4* items) { return reinterpret_cast<const float4*>(items); }

std::int64_t parts_of(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

}  // namespace

Segments motion_segments(std::int64_t n) {
  constexpr std::int64_t kFewest = 1024;  // bodies worth a block
  const std::int64_t bodies = std::max(kFewest, parts_of(n, kMostSegments));
  return {bodies, parts_of(n, bodies)};
}

void launch_motion(const Float4* position, const Float4* velocity, std::int64_t n, double* sums, gpu::Stream& stream) {
  const Segments segments = motion_segments(n);
  gpu::launch(motion_kernel, {.grid = {static_cast<unsigned>(segments.count)}, .block = {kEnergyBlock}}, stream,
              as_float4(position), as_float4(velocity), n, segments.bodies, sums);
}

void launch_draw(const Float4* position, std::int64_t n, const double* motion, std::uint64_t seed, std::int64_t draws,
                 Float4* sample, std::int32_t* ids, gpu::Stream& stream) {
  const Segments segments = motion_segments(n);
  gpu::launch(draw_kernel, {.grid = {gpu::blocks_for(draws, kEnergyBlock)}, .block = {kEnergyBlock}}, stream,
              as_float4(position), n, segments.bodies, segments.count, motion, seed, draws,
              reinterpret_cast<float4*>(sample), ids);
}

std::int64_t partners_of_a_unit(std::int64_t n) {
  constexpr std::int64_t kFewest = 4096, kMostChunks = 1024;
  return std::max(kFewest, parts_of(parts_of(n, kMostChunks), kRowsOfAUnit) * kRowsOfAUnit);
}

void launch_field(const FieldWork& work, double softening, std::int64_t first_unit, std::int64_t units,
                  gpu::Stream& stream) {
  const FieldBodies rows = {as_float4(work.rows), work.row_ids, static_cast<int>(work.row_count)};
  const FieldBodies partners = {as_float4(work.partners), work.partner_ids, static_cast<int>(work.partner_count)};
  gpu::launch(field_kernel, {.grid = {static_cast<unsigned>(units)}, .block = {kEnergyBlock}}, stream, rows, partners,
              softening * softening, work.chunk, first_unit, work.sums);
}

}  // namespace warplight::nbody
