// The pull of all bodies on four, a vector of pairs at a time. Included by cpu_vectors.cpp once for each kind of vector
// unit, inside a namespace that has kLanes, Vector and reciprocal_root_estimate (no #pragma once: it is to be
// repeated).
//
// 15 instructions a vector of pairs where multiply and add are fused: 3 subtractions, 3 multiply-adds for the softened
// distance, 1 estimate, 4 multiplications and 1 multiply-add to cube it and make it exact, 3 multiply-adds for the sum.
// The loads of a partner serve four rows. Bound by the two units that multiply: 11 of the 15 are theirs.

typedef double DoubleVector __attribute__((vector_size(kLanes * sizeof(double))));

WARPLIGHT_INLINE Vector all_lanes(float value) { return value - Vector{}; }

WARPLIGHT_INLINE Vector load(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

WARPLIGHT_INLINE float sum_of(const DoubleVector& vector) {
  double sum = 0;
  for (int lane = 0; lane < kLanes; ++lane) sum += vector[lane];
  return static_cast<float>(sum * kScale);
}

template <bool kGuard>
void pull_on_rows(const BodyArrays& bodies, std::int64_t first_row, float softening_squared, Float4* out) {
  constexpr int kRows = kRowsAtOnce;
  Vector my_x[kRows], my_y[kRows], my_z[kRows];
  DoubleVector whole_x[kRows] = {}, whole_y[kRows] = {}, whole_z[kRows] = {};
  for (int row = 0; row < kRows; ++row) {
    my_x[row] = all_lanes(bodies.x[first_row + row]);
    my_y[row] = all_lanes(bodies.y[first_row + row]);
    my_z[row] = all_lanes(bodies.z[first_row + row]);
  }
  const Vector softening2 = all_lanes(softening_squared), five_thirds = all_lanes(kFiveThirds);
  const Vector nearest2 = all_lanes(softening_squared > kLeast ? softening_squared : kLeast);
  const Vector furthest2 = all_lanes(kMost), nothing = {};

  for (std::int64_t tile = 0; tile < bodies.n; tile += kTile) {
    const std::int64_t end = tile + kTile < bodies.n ? tile + kTile : bodies.n;
    Vector sum_x[kRows] = {}, sum_y[kRows] = {}, sum_z[kRows] = {};
    for (std::int64_t j = tile; j < end; j += kLanes) {
      const Vector x = load(bodies.x + j), y = load(bodies.y + j), z = load(bodies.z + j), mass = load(bodies.mass + j);
#pragma GCC unroll 4
      for (int row = 0; row < kRows; ++row) {
        const Vector dx = x - my_x[row], dy = y - my_y[row], dz = z - my_z[row];
        const Vector softened2 = dx * dx + (dy * dy + (dz * dz + softening2));
        const Vector estimate = reciprocal_root_estimate(softened2);
        const Vector squared = estimate * estimate;
        // Cube the root, never root the cube: r^6 overflows at 1e6.
        Vector pull = (mass * estimate) * squared * (five_thirds - softened2 * squared);
        if (kGuard) pull = ((softened2 > nearest2) & (softened2 <= furthest2)) ? pull : nothing;
        sum_x[row] += pull * dx;
        sum_y[row] += pull * dy;
        sum_z[row] += pull * dz;
      }
    }
    for (int row = 0; row < kRows; ++row) {
      whole_x[row] += __builtin_convertvector(sum_x[row], DoubleVector);
      whole_y[row] += __builtin_convertvector(sum_y[row], DoubleVector);
      whole_z[row] += __builtin_convertvector(sum_z[row], DoubleVector);
    }
  }
  for (int row = 0; row < kRows; ++row) {
    out[row] = {sum_of(whole_x[row]), sum_of(whole_y[row]), sum_of(whole_z[row]), 0};
  }
}

inline void pull(const BodyArrays& bodies, std::int64_t first_row, float softening_squared, bool guard, Float4* out) {
  (guard ? pull_on_rows<true> : pull_on_rows<false>)(bodies, first_row, softening_squared, out);
}
