// What kernels are told of a plate: plain numbers, the same for every compiler.
#pragma once

namespace warplight::heat {

// As Heat2d::Material, for kernels.
struct alignas(16) Cell {
  float right, down, source, alpha;
};

// One side. A side that is neither held nor wrapped has a ghost cell behind it of u + weight (outside - u): insulated
// ones have weight 0.
template <class T>
struct Edge {
  int held;    // its cells keep their temperature
  int wraps;   // the opposite side lies behind it
  T weight;
  T transfer;  // h d / alpha: of materials, the weight of each cell follows from it
  T outside;
};

template <class T>
struct Plate {
  int width, height;
  long long pitch;       // values from a row to the next
  const Cell* material;  // width * height; null: all cells are alike
  T kx, ratio, center;   // alpha dt / dx², (dx / dy)², 2 (1 + ratio)
  T dt;
  Edge<T> left, right, top, bottom;
};

// How the temporal rung cuts a plate into strips of columns and those into stretches of rows: the strips at the sides, which are slower, into shorter stretches.
struct Cut {
  int strips;
  int stretches, rows;            // of an inner strip; rows a warp
  int side_stretches, side_rows;  // of one at a side
};

}  // namespace warplight::heat
