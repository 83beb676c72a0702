// Sums that several blocks make of one body: each block writes its own to a slot, and this kernel adds the slots up.
//
// Atomic additions would come in another order each time, and so would the last bits of the result. Slots cost memory,
// but the order is fixed: the same state gives the same forces, bit for bit.
#pragma once

#include "sim/nbody/kernels/carried_sum.cuh"

namespace warplight::nbody {

// slots: [layers][n]. Layers may come in several rounds: `acceleration` and `carry` keep the sum between them (`carry`
// may be null where one round is all).
__global__ void add_slots_kernel(const float4* slots, int layers, float4* acceleration, float4* carry, int n,
                                 int first_round, int last_round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  CarriedVector sum;
  if (!first_round) {
    const float4 before = acceleration[i];
    const float4 lost = carry[i];
    sum = {{before.x, lost.x}, {before.y, lost.y}, {before.z, lost.z}};
  }
  const float4* slot = slots + i;
#pragma unroll 8
  for (int layer = 0; layer < layers; ++layer, slot += n) {
    const float4 part = *slot;
    sum.add(make_float3(part.x, part.y, part.z));
  }
  acceleration[i] = sum.value();
  if (!last_round) carry[i] = sum.carried();
}

}  // namespace warplight::nbody
