// What every rung computes for a cell, in one fixed order of operations, so that all rungs give the same bits.
//
// A cell's step has two halves: what is known before its lower neighbour is (partial), and the rest (finish). Rungs that
// walk down a plate keep the first half of a row in registers until the next row has come. With kEdges, sides are looked
// at; kernels leave that out where no cell of a warp lies at one.
#pragma once

#include "sim/gpu/device.cuh"
#include "sim/heat/kernels/plate_types.h"

namespace warplight::heat {

__device__ __forceinline__ float fused(float a, float b, float c) { return fmaf(a, b, c); }
__device__ __forceinline__ double fused(double a, double b, double c) { return fma(a, b, c); }

// What lies behind a side that is not wrapped, for a cell of temperature u.
template <class T>
__device__ __forceinline__ T ghost(const Edge<T>& edge, T u) {
  return fused(edge.weight, edge.outside - u, u);
}

// The same for cells of materials: the diffusivity of the surface, half a cell and the transfer one after the other.
template <class T>
__device__ __forceinline__ T surface(const Edge<T>& edge, T alpha) {
  const T half = edge.transfer / 2;
  return alpha + half > 0 ? 2 * alpha * half / (alpha + half) : T(0);
}

template <class T>
__device__ __forceinline__ float4 material_at(const Plate<T>& p, int x, int y) {  // right, down, source, alpha
  return reinterpret_cast<const float4*>(p.material)[static_cast<long long>(y) * p.width + x];
}

// What flows in through a face between a cell of temperature u and its neighbour.
template <class T>
__device__ __forceinline__ T flow(T face, T neighbour, T u) {
  return face * (neighbour - u);
}

// The two halves of a step of a cell that is like all others and has its neighbours. In this order a plate of one
// temperature stays at it to the last bit.
template <class T>
__device__ __forceinline__ T plain_partial(const Plate<T>& p, T u, T left, T right, T up) {
  return fused(p.ratio, up, fused(-p.center, u, left + right));
}
template <class T>
__device__ __forceinline__ T plain_finish(T kx, T ratio, T half, T u, T down) {
  return fused(kx, fused(ratio, down, half), u);
}

// From the left, the right and above. (x, y) is inside of the plate.
template <class T, bool kMaterials, bool kEdges>
__device__ __forceinline__ T partial(const Plate<T>& p, int x, int y, T u, T left, T right, T up) {
  const bool left_out = kEdges && x == 0 && !p.left.wraps, right_out = kEdges && x == p.width - 1 && !p.right.wraps;
  const bool up_out = kEdges && y == 0 && !p.top.wraps;
  if constexpr (kMaterials) {
    const float4 own = material_at(p, x, y);
    const T alpha = fabsf(own.w);
    T from_left = left_out ? surface(p.left, alpha) : T(material_at(p, x > 0 ? x - 1 : p.width - 1, y).x);
    T from_right = right_out ? surface(p.right, alpha) : T(own.x);
    T from_up = up_out ? surface(p.top, alpha) : T(material_at(p, x, y > 0 ? y - 1 : p.height - 1).y);
    if (left_out) left = p.left.outside;
    if (right_out) right = p.right.outside;
    if (up_out) up = p.top.outside;
    const T along_x = fused(from_right, right - u, flow(from_left, left, u));
    return fused(p.ratio, flow(from_up, up, u), along_x);
  } else {
    if (left_out) left = ghost(p.left, u);
    if (right_out) right = ghost(p.right, u);
    if (up_out) up = ghost(p.top, u);
    return plain_partial(p, u, left, right, up);
  }
}

// From below, and the step.
template <class T, bool kMaterials, bool kEdges>
__device__ __forceinline__ T finish(const Plate<T>& p, int x, int y, T half, T u, T down) {
  const bool down_out = kEdges && y == p.height - 1 && !p.bottom.wraps;
  T next;
  bool held = false;
  if constexpr (kMaterials) {
    const float4 own = material_at(p, x, y);
    const T from_down = down_out ? surface(p.bottom, T(fabsf(own.w))) : T(own.y);
    if (down_out) down = p.bottom.outside;
    held = __float_as_int(own.w) < 0;
    next = fused(p.kx, fused(p.ratio, flow(from_down, down, u), half), fused(p.dt, T(own.z), u));
  } else {
    if (down_out) down = ghost(p.bottom, u);
    next = plain_finish(p.kx, p.ratio, half, u, down);
  }
  if constexpr (kEdges) {
    held = held || (x == 0 && p.left.held) || (x == p.width - 1 && p.right.held) || (y == 0 && p.top.held) ||
           (y == p.height - 1 && p.bottom.held);
  }
  return held ? u : next;
}

template <class T, bool kMaterials, bool kEdges>
__device__ __forceinline__ T next_value(const Plate<T>& p, int x, int y, T u, T left, T right, T up, T down) {
  return finish<T, kMaterials, kEdges>(p, x, y, partial<T, kMaterials, kEdges>(p, x, y, u, left, right, up), u, down);
}

// The cell before and the cell after, in a ring of n.
__device__ __forceinline__ int before(int i, int n) { return i > 0 ? i - 1 : n - 1; }
__device__ __forceinline__ int after(int i, int n) { return i < n - 1 ? i + 1 : 0; }

}  // namespace warplight::heat
