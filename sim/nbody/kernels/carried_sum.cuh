// A sum that does not lose small parts: what rounding cuts off one addition is carried into the next (Kahan 1965).
//
// Added plainly, the pull of one light body on a sum of a hundred thousand falls near the sum's last bit, and all of them
// are rounded the same way: 1e-3 of the force is gone at n = 262 144. Rungs add up some hundred pulls plainly and carry
// only between these parts, so that it costs next to nothing.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::nbody {

struct CarriedSum {
  float sum = 0;
  float carry = 0;

  __device__ void add(float part) {
    const float wanted = part - carry;
    const float rounded = sum + wanted;
    carry = (rounded - sum) - wanted;  // zero on paper
    sum = rounded;
  }
};

struct CarriedVector {
  CarriedSum x, y, z;

  __device__ void add(float3 part) {
    x.add(part.x);
    y.add(part.y);
    z.add(part.z);
  }
  __device__ float4 value() const { return make_float4(x.sum, y.sum, z.sum, 0.0f); }
  __device__ float4 carried() const { return make_float4(x.carry, y.carry, z.carry, 0.0f); }
};

}  // namespace warplight::nbody
