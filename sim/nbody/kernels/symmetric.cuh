// symmetric: Newton's third law. Each pair is computed once and pulls both of its bodies.
//
// Distance, root and cube serve two bodies: 17 instructions a pair of them, where one-sided rungs need 26. The sums of one
// side stay in registers, kBodies a lane. The other side's travel: 32 partners lie in a ring in shared memory, lane l meets
// partner l, l + 1, ... in turn, and hands the partner's sum on to its neighbour lane, so that after 32 turns it is home.
// Bound by instruction issue and, as its multiply-adds read three registers each, by the register file.
//
// Bodies are cut into tiles of kBodies * kWarps * 32. With tiles on a circle, block (I, d) lets tile I meet tile I + d:
// d up to half the circle meets every pair of tiles once. Nobody else writes what a block sums up: see slots.cuh.
#pragma once

#include "sim/nbody/kernels/slots.cuh"
#include "sim/nbody/kernels/tiled.cuh"

namespace warplight::nbody {

constexpr int kLanes = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

// Lets this lane's bodies meet the 32 partners of `ring`, which holds them twice over, so that lane + turn never wraps.
// Adds their pull to `sum`, and the pull of this warp's bodies on partner `lane` to `mirror` (kMirror). kAlike leaves out
// the masses, as equal_mass.cuh explains.
template <int kBodies, bool kGuard, bool kMirror, bool kAlike>
__device__ inline void meet_ring(const float4 (&me)[kBodies], const float4* ring, float softening2,
                                 float3 (&sum)[kBodies], float3& mirror) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll 4
  for (int turn = 0; turn < kLanes; ++turn) {
    const float4 other = ring[lane + turn];
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
      float dx = other.x - me[b].x;
      float dy = other.y - me[b].y;
      float dz = other.z - me[b].z;
      const float pull_of_one = pull_of_unit_mass<kGuard>(dx, dy, dz, softening2);
      const float pull = kAlike ? pull_of_one : other.w * pull_of_one;
      sum[b].x += pull * dx;
      sum[b].y += pull * dy;
      sum[b].z += pull * dz;
      if (kMirror) {
        const float back = kAlike ? pull_of_one : me[b].w * pull_of_one;
        mirror.x -= back * dx;
        mirror.y -= back * dy;
        mirror.z -= back * dz;
      }
    }
    if (kMirror) {
      mirror.x = __shfl_sync(kAllLanes, mirror.x, lane + 1);
      mirror.y = __shfl_sync(kAllLanes, mirror.y, lane + 1);
      mirror.z = __shfl_sync(kAllLanes, mirror.z, lane + 1);
    }
  }
}

// What a block shares.
template <int kBodies, int kWarps>
struct Tile {
  static constexpr int kSpan = kBodies * kLanes;  // bodies of a warp
  static constexpr int kSize = kSpan * kWarps;
  float4 ring[kWarps][2 * kLanes];
  float3 mirror[kSize];
};

// The partners that a warp meets next: kSpan of them, from body `first` on.
struct Partners {
  const float4* position;
  int first, n;
  float4* ring;    // of this warp
  float3* mirror;  // their sums
  bool first_time;  // nothing is in `mirror` yet
};

template <int kBodies, bool kGuard, bool kMirror, bool kAlike>
__device__ inline void meet_span(const float4 (&me)[kBodies], const Partners& partners, float softening2,
                                 float3 (&sum)[kBodies]) {
  const int lane = threadIdx.x % kLanes;
  float3 part[kBodies] = {};
  for (int row = 0; row < kBodies; ++row) {
    const int k = row * kLanes + lane;
    const float4 mine = body_or_nothing(partners.position, partners.first + k, partners.n);
    __syncwarp();  // all lanes are done with the ring before
    partners.ring[lane] = mine;
    partners.ring[lane + kLanes] = mine;
    __syncwarp();
    float3 back = make_float3(0, 0, 0);
    meet_ring<kBodies, kGuard, kMirror, kAlike>(me, partners.ring, softening2, part, back);
    if (kMirror) {
      const float mass = kAlike ? me[0].w : 1.0f;
      const float3 before = partners.first_time ? make_float3(0, 0, 0) : partners.mirror[k];
      partners.mirror[k] = make_float3(before.x + mass * back.x, before.y + mass * back.y, before.z + mass * back.z);
    }
  }
  const float mass = kAlike ? partners.ring[0].w : 1.0f;
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    sum[b].x += mass * part[b].x;
    sum[b].y += mass * part[b].y;
    sum[b].z += mass * part[b].z;
  }
}

// What symmetric_kernel does about masses: each pair is multiplied by both.
struct EachMass {
  static constexpr bool kLook = false;
};

// Block (I, d) of the grid: tiles I and I + first_distance + d of gridDim.x. slots: two layers [n] for each d, the tile's
// own sums and those of its partners. At distance 0 the tile meets itself one-sidedly. At half of an even circle I and its
// opposite would meet twice: the first half of the tiles does it, the other half writes zeros.
template <int kBodies, int kWarps, bool kGuard, class Masses>
__device__ inline void meet_tile(Tile<kBodies, kWarps>& tile, const float4* position, float4* slots, int n,
                                 int first_distance, float softening2) {
  using Shared = Tile<kBodies, kWarps>;
  const int lane = threadIdx.x % kLanes;
  const int warp = threadIdx.x / kLanes;
  const int tiles = gridDim.x;
  const int distance = first_distance + blockIdx.y;
  const int own = blockIdx.x;
  const int other = (own + distance) % tiles;
  const bool met_before = 2 * distance == tiles && own >= distance;  // from the other side of the circle

  float4 me[kBodies];
  float3 sum[kBodies] = {};
  const int first_body = own * Shared::kSize + warp * Shared::kSpan + lane;
#pragma unroll
  for (int b = 0; b < kBodies; ++b) me[b] = body_or_nothing(position, first_body + b * kLanes, n);

  // Each warp begins with another span of the partners, so that no two of them add to the same sums.
  for (int turn = 0; turn < kWarps && !met_before; ++turn) {
    const int span = (warp + turn) % kWarps * Shared::kSpan;
    const Partners partners = {position,         other * Shared::kSize + span, n, tile.ring[warp],
                               tile.mirror + span, turn == 0};
    bool alike = false;
    if constexpr (Masses::kLook) alike = Masses::alike(me, partners);
    if (distance == 0) {
      meet_span<kBodies, kGuard, false, false>(me, partners, softening2, sum);
    } else if (alike) {
      meet_span<kBodies, kGuard, true, Masses::kLook>(me, partners, softening2, sum);
    } else {
      meet_span<kBodies, kGuard, true, false>(me, partners, softening2, sum);
    }
    __syncthreads();
  }

  float4* slot = slots + 2ll * blockIdx.y * n;
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const int i = first_body + b * kLanes;
    if (i < n) slot[i] = make_float4(sum[b].x, sum[b].y, sum[b].z, 0.0f);
  }
  const bool mirrored = distance != 0 && !met_before;
  for (int k = threadIdx.x; k < Shared::kSize; k += kLanes * kWarps) {
    const int j = other * Shared::kSize + k;
    const float3 back = mirrored ? tile.mirror[k] : make_float3(0, 0, 0);
    if (j < n) slot[n + j] = make_float4(back.x, back.y, back.z, 0.0f);
  }
}

// 128 registers a thread, so that each of a multiprocessor's four schedulers has four warps to choose from.
template <int kBodies, int kWarps, bool kGuard>
__global__ void __launch_bounds__(kLanes* kWarps, 16 / kWarps)
    symmetric_kernel(const float4* position, float4* slots, int n, int first_distance, float softening2) {
  __shared__ Tile<kBodies, kWarps> tile;
  meet_tile<kBodies, kWarps, kGuard, EachMass>(tile, position, slots, n, first_distance, softening2);
}

}  // namespace warplight::nbody
