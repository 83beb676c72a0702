// split: the partners of a body are split over several blocks, each of which sums a part, so that few bodies fill the GPU.
//
// Coarse threads are few: at n = 16 384 with four bodies a thread there are 4 096, where the GPU holds hundreds of
// thousands. The second dimension of the grid walks over parts of the partners; their sums go to slots and are added in a
// second kernel. A pair still costs 13 instructions and its share of a load. Bound by instruction issue, at small n as well,
// and, as three of the 13 read three registers each, by the register file.
#pragma once

#include "sim/nbody/kernels/coarse.cuh"

namespace warplight::nbody {

constexpr int kSplitBlock = 128;  // threads of a block, bodies of a tile

// Block (x, y): bodies from x * kBodies * kSplitBlock on, and the `partners` partners (a multiple of kSplitBlock) from
// first + y * partners on. slots: [gridDim.y][n].
template <int kBodies, bool kGuard>
__global__ void __launch_bounds__(kSplitBlock)
    split_kernel(const float4* position, float4* slots, int n, int first, int partners, float softening2) {
  __shared__ float4 tile[kSplitBlock];
  const int first_body = blockIdx.x * kSplitBlock * kBodies + threadIdx.x;
  float4 me[kBodies];
  CarriedVector sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) me[b] = body_or_nothing(position, first_body + b * kSplitBlock, n);

  const int first_partner = first + blockIdx.y * partners;
  const int end = min(first_partner + partners, n);
  for (int start = first_partner; start < end; start += kSplitBlock) {
    const float4 mine = body_or_nothing(position, start + threadIdx.x, n);
    __syncthreads();  // all are done with the tile before
    tile[threadIdx.x] = mine;
    __syncthreads();
    float3 part[kBodies] = {};
#pragma unroll 4
    for (int k = 0; k < kSplitBlock; ++k) {
      const float4 other = tile[k];
#pragma unroll
      for (int b = 0; b < kBodies; ++b) add_pull<kGuard>(me[b], other, softening2, part[b]);
    }
#pragma unroll
    for (int b = 0; b < kBodies; ++b) sum[b].add(part[b]);
  }
  float4* slot = slots + static_cast<long long>(blockIdx.y) * n;
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const int i = first_body + b * kSplitBlock;
    if (i < n) slot[i] = sum[b].value();
  }
}

}  // namespace warplight::nbody
