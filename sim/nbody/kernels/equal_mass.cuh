// equal-mass: symmetric, with the masses taken out of the loop where many bodies weigh the same.
//
// The stars of a galaxy's disc all weigh the same, and so do the bodies of its halo. Where the bodies of a warp have one
// mass, and the partners that they meet have one, the sums are made without masses and multiplied once at the end: 15
// instructions a pair instead of 17, and four registers fewer to read. One vote of the warp for its 256 x 256 pairs finds
// out; elsewhere all is as before.
#pragma once

#include "sim/nbody/kernels/symmetric.cuh"

namespace warplight::nbody {

struct OneMass {
  static constexpr bool kLook = true;

  template <int kBodies>
  __device__ static bool alike(const float4 (&me)[kBodies], const Partners& partners) {
    const int lane = threadIdx.x % kLanes;
    const float mine = __shfl_sync(kAllLanes, me[0].w, 0);
    const float theirs = partners.position[min(partners.first, partners.n - 1)].w;
    bool same = partners.first + kBodies * kLanes <= partners.n;
    for (int b = 0; b < kBodies && same; ++b) {
      same = me[b].w == mine && partners.position[partners.first + b * kLanes + lane].w == theirs;
    }
    return __all_sync(kAllLanes, same);
  }
};

template <int kBodies, int kWarps, bool kGuard>
__global__ void __launch_bounds__(kLanes* kWarps, 16 / kWarps)
    equal_mass_kernel(const float4* position, float4* slots, int n, int first_distance, float softening2) {
  __shared__ Tile<kBodies, kWarps> tile;
  meet_tile<kBodies, kWarps, kGuard, OneMass>(tile, position, slots, n, first_distance, softening2);
}

}  // namespace warplight::nbody
