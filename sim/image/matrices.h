// Matrices that pictures are convolved with: those that have a name, and those that a person types.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/image/filter.h"

namespace warplight::image {

// Square, of an odd size; row after row, as it lies over the picture (not turned about).
struct Matrix {
  int size = 0;
  std::vector<double> at;
};

inline constexpr int kMostMatrix = 15;
inline constexpr std::array<std::string_view, 6> kPresets{"sharpen", "emboss", "edge", "laplacian", "mean5", "sharpen5"};

// What the knobs ask for: the one that was typed, else the preset.
const Matrix& matrix_of(const Params&);

// "0 -1 0; -1 5 -1; 0 -1 0": rows between semicolons, numbers between spaces or commas. Returns the number that it is known
// by from now on, in this program. Throws bad_input saying what is wrong with it.
double keep_matrix(std::string_view text);
std::string matrix_text(double number);

}  // namespace warplight::image
