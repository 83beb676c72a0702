// The truth meter: motion of all bodies, the potential of all or of a sample of them, in parts that spread over frames.
//
// A field is a sum of m_j / r over partners: no square more than a force, no vector to sum. Pair terms are fp32, summed
// over a tile of 128; everything above is double. Every block writes a sum of its own and nothing is added by atomics, so
// that two measurements of one state are the same to the last bit. Bound by arithmetic, 13 instructions a pair.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::nbody {

constexpr int kEnergyBlock = 128;       // threads of a block, and rows of a unit
constexpr int kMostSegments = 1024;     // that bodies are cut into for the sums of their motion
constexpr int kMotionSums = 6;          // of a segment: kinetic energy, momentum x, y, z, sum of |m| |v|, sum of |m|

// Bodies whose field is wanted, or that make it. w: what counts of a body, its mass or (of a sample) its mass's sign.
struct FieldBodies {
  const float4* places;
  const int* ids;  // which body it is; null: its index
  int count;
};

// The sum of `value` over the block, for its first thread.
__device__ inline double block_sum(double value, double* scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int half = kEnergyBlock / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) scratch[threadIdx.x] += scratch[threadIdx.x + half];
    __syncthreads();
  }
  const double sum = scratch[0];
  __syncthreads();  // before the next sum overwrites it
  return sum;
}

// Block b: the bodies [b segment, (b + 1) segment).
__global__ void motion_kernel(const float4* position, const float4* velocity, int n, int segment, double* sums) {
  __shared__ double scratch[kEnergyBlock];
  double mine[kMotionSums] = {0, 0, 0, 0, 0, 0};
  const int first = blockIdx.x * segment;
  for (int i = first + threadIdx.x; i < min(first + segment, n); i += kEnergyBlock) {
    const float4 v = velocity[i];
    const double mass = position[i].w;
    const double size = fabs(mass), vx = v.x, vy = v.y, vz = v.z;
    const double speed2 = vx * vx + vy * vy + vz * vz;
    mine[0] += 0.5 * mass * speed2;
    mine[1] += mass * vx;
    mine[2] += mass * vy;
    mine[3] += mass * vz;
    mine[4] += size * sqrt(speed2);
    mine[5] += size;
  }
  for (int k = 0; k < kMotionSums; ++k) {
    const double sum = block_sum(mine[k], scratch);
    if (threadIdx.x == 0) sums[blockIdx.x * kMotionSums + k] = sum;
  }
}

// In [0, 1), another for each index (SplitMix64: Steele, Lea and Flood 2014).
__device__ inline double uniform_at(unsigned long long seed, unsigned long long index) {
  unsigned long long z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * (1.0 / 9007199254740992.0);
}

// One thread a draw: a body, each as likely as it has mass. `motion`: what motion_kernel left.
__global__ void draw_kernel(const float4* position, int n, int segment, int segments, const double* motion,
                            unsigned long long seed, int draws, float4* sample, int* ids) {
  __shared__ double before[kMostSegments + 1];  // the mass of all segments before one
  for (int s = threadIdx.x; s < segments; s += kEnergyBlock) before[s + 1] = motion[s * kMotionSums + 5];
  __syncthreads();
  if (threadIdx.x == 0) {
    before[0] = 0;
    for (int s = 0; s < segments; ++s) before[s + 1] += before[s];
  }
  __syncthreads();
  const int draw = blockIdx.x * kEnergyBlock + threadIdx.x;
  if (draw >= draws) return;

  const double wanted = uniform_at(seed, draw) * before[segments];
  int low = 0;  // the last segment that begins at or before `wanted`
  for (int high = segments; high - low > 1;) {
    const int middle = (low + high) / 2;
    (before[middle] <= wanted ? low : high) = middle;
  }
  double left = wanted - before[low];
  int found = low * segment;
  for (int i = found; i < min((low + 1) * segment, n); ++i) {
    const double size = fabs(static_cast<double>(position[i].w));
    if (size > 0) found = i;  // and stays so where rounding leaves a little at the end
    if (left < size) break;
    left -= size;
  }
  float4 body = position[found];
  body.w = body.w > 0.0f ? 1.0f : body.w < 0.0f ? -1.0f : body.w;
  sample[draw] = body;
  ids[draw] = found;
}

// Unit u, counted from first_unit: the 128 rows from 128 (u / chunks), and the partners from chunk (u % chunks).
// sums[u]: over its rows i and partners j, w_i w_j / sqrt(r^2 + softening^2), no body with itself.
__global__ void field_kernel(FieldBodies rows, FieldBodies partners, float softening2, int chunk, int first_unit,
                             double* sums) {
  __shared__ float4 tile[kEnergyBlock];
  __shared__ int tile_ids[kEnergyBlock];
  __shared__ double scratch[kEnergyBlock];
  const int chunks = (partners.count + chunk - 1) / chunk;
  const int unit = first_unit + blockIdx.x;
  const int row = min(unit / chunks * kEnergyBlock + static_cast<int>(threadIdx.x), rows.count - 1);
  const bool real = unit / chunks * kEnergyBlock + static_cast<int>(threadIdx.x) < rows.count;
  const float4 me = rows.places[row];
  const int my_id = rows.ids ? rows.ids[row] : row;

  double field = 0;
  const int first = unit % chunks * chunk;
  const int last = min(first + chunk, partners.count);
  for (int start = first; start < last; start += kEnergyBlock) {
    const int partner = min(start + static_cast<int>(threadIdx.x), last - 1);
    float4 mine = partners.places[partner];
    if (start + static_cast<int>(threadIdx.x) >= last) mine.w = 0.0f;
    tile[threadIdx.x] = mine;
    tile_ids[threadIdx.x] = partners.ids ? partners.ids[partner] : partner;
    __syncthreads();
    float part = 0;
    for (int k = 0; k < kEnergyBlock; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - me.x;
      const float dy = other.y - me.y;
      const float dz = other.z - me.z;
      const float softened2 = dx * dx + dy * dy + dz * dz + softening2;
      const bool counts = tile_ids[k] != my_id && softened2 > 0.0f;
      part += counts ? other.w * fast_rsqrt(softened2) : 0.0f;
    }
    field += part;
    __syncthreads();
  }
  const double sum = block_sum(real ? me.w * field : 0.0, scratch);
  if (threadIdx.x == 0) sums[unit] = sum;
}

}  // namespace warplight::nbody
