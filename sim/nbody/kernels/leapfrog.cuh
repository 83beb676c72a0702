// Kick-drift-kick leapfrog, one thread a body: half a kick, a drift, (the forces,) half a kick. Second order, reversible,
// and so its energy error stays bounded. Each kernel reads and writes a body once: bound by memory bandwidth, and next
// to nothing beside the n^2 forces.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::nbody {

__global__ void kick_drift_kernel(float4* position, float4* velocity, const float4* acceleration, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 x = position[i];  // w is the mass, and stays
  float4 v = velocity[i];
  const float4 a = acceleration[i];
  v.x += 0.5f * dt * a.x;
  v.y += 0.5f * dt * a.y;
  v.z += 0.5f * dt * a.z;
  x.x += dt * v.x;
  x.y += dt * v.y;
  x.z += dt * v.z;
  position[i] = x;
  velocity[i] = v;
}

__global__ void kick_kernel(float4* velocity, const float4* acceleration, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = velocity[i];
  const float4 a = acceleration[i];
  v.x += 0.5f * dt * a.x;
  v.y += 0.5f * dt * a.y;
  v.z += 0.5f * dt * a.z;
  velocity[i] = v;
}

}  // namespace warplight::nbody
