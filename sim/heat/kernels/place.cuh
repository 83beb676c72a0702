// place: makes the cells near a stroke into another material, then mends the faces around them.
//
// Two launches, since a face needs what both of its cells have become: the first sets the cells' own diffusivity and
// source, the second the faces to the right and below, of those cells and of their neighbours to the left and above. Between
// two frames a stroke covers some thousand cells: bound by the launches.
#pragma once

#include "sim/gpu/kernels/paint.cuh"
#include "sim/heat/kernels/plate_types.h"

namespace warplight::heat {

// The harmonic mean in double, rounded once: as the definition has it, so that host and device give the same bits.
__host__ __device__ inline float face_between(float a, float b) {
  const double x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  return x + y > 0 ? static_cast<float>(2 * x * y / (x + y)) : 0.0f;
}

__host__ __device__ inline void set_own(Cell* material, int width, const Patch& patch, long long x, long long y, float alpha,
                                        float source) {
  if (!is_painted(patch, x, y)) return;
  Cell& cell = material[(patch.first_y + y) * width + patch.first_x + x];
  cell.alpha = alpha;
  cell.source = source;
}

// Behind the last column lies the first, and so with rows: what is there matters to sides that wrap alone.
__host__ __device__ inline void set_faces(Cell* material, int width, int height, long long x, long long y) {
  Cell& cell = material[y * width + x];
  cell.right = face_between(cell.alpha, material[y * width + (x < width - 1 ? x + 1 : 0)].alpha);
  cell.down = face_between(cell.alpha, material[(y < height - 1 ? y + 1 : 0) * width + x].alpha);
}

__global__ void place_own_kernel(Cell* material, int width, Patch patch, float alpha, float source) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (x < patch.width && y < patch.height) set_own(material, width, patch, x, y, alpha, source);
}

// A rectangle of cells that may go over the last column and row to the first.
struct Ring {
  long long first_x, first_y, width, height;
};

__global__ void place_faces_kernel(Cell* material, int width, int height, Ring ring) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (x < ring.width && y < ring.height) {
    set_faces(material, width, height, (ring.first_x + x) % width, (ring.first_y + y) % height);
  }
}

}  // namespace warplight::heat
