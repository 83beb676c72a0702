#include "sim/image/matrices.h"

#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight::image {
namespace {

constexpr const char* kAllowed =
    ": a matrix is as many rows as columns, an odd number from 3 to 15 of them, such as 0 -1 0; -1 5 -1; 0 -1 0";

Matrix parse(std::string_view text) {
  std::vector<std::vector<double>> rows(1);
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    if (*at == ' ' || *at == ',' || *at == '\t') {
      ++at;
    } else if (*at == ';') {
      rows.emplace_back();
      ++at;
    } else {
      double value = 0;
      const auto [after, error] = std::from_chars(at, end, value);
      if (error != std::errc{} || !std::isfinite(value)) throw_bad_input("coefficients = " + shown(text) + " holds what is not a number" + kAllowed);
      rows.back().push_back(value);
      at = after;
    }
  }
  Matrix matrix{.size = static_cast<int>(rows.size()), .at = {}};
  bool square = matrix.size % 2 == 1 && matrix.size >= 3 && matrix.size <= kMostMatrix;
  for (const auto& row : rows) {
    square = square && row.size() == rows.size();
    matrix.at.insert(matrix.at.end(), row.begin(), row.end());
  }
  if (!square) throw_bad_input("coefficients = " + shown(text) + " is not square, or of a size that is not allowed" + kAllowed);
  return matrix;
}

Matrix sharpen5() {
  // 2 - a Gaussian of 1 4 6 4 1, over 256.
  constexpr double kBinomial[] = {1, 4, 6, 4, 1};
  Matrix matrix{.size = 5, .at = {}};
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) matrix.at.push_back((i == 2 && j == 2 ? 2 : 0) - kBinomial[i] * kBinomial[j] / 256);
  }
  return matrix;
}

const std::array<Matrix, kPresets.size()>& presets() {
  static const std::array<Matrix, kPresets.size()> kMatrices{
      Matrix{3, {0, -1, 0, -1, 5, -1, 0, -1, 0}}, Matrix{3, {-2, -1, 0, -1, 1, 1, 0, 1, 2}},
      Matrix{3, {-1, -1, -1, -1, 8, -1, -1, -1, -1}}, Matrix{3, {0, 1, 0, 1, -4, 1, 0, 1, 0}},
      Matrix{5, std::vector<double>(25, 1.0 / 25)}, sharpen5()};
  return kMatrices;
}

// Those that were typed: never forgotten, so that a knob's value may be a number.
struct Kept {
  std::mutex mutex;
  std::deque<Matrix> matrices;  // references stay
};
Kept& kept() {
  static Kept matrices;
  return matrices;
}

}  // namespace

const Matrix& matrix_of(const Params& params) {
  const std::lock_guard lock(kept().mutex);
  const auto& typed = kept().matrices;
  if (params.matrix >= 0 && params.matrix < static_cast<std::int64_t>(typed.size())) return typed[static_cast<std::size_t>(params.matrix)];
  return presets()[static_cast<std::size_t>(params.preset)];
}

double keep_matrix(std::string_view text) {
  if (text == "preset") return -1;
  Matrix matrix = parse(text);
  const std::lock_guard lock(kept().mutex);
  kept().matrices.push_back(std::move(matrix));
  return static_cast<double>(kept().matrices.size() - 1);
}

std::string matrix_text(double number) {
  const std::lock_guard lock(kept().mutex);
  if (!(number >= 0 && number < static_cast<double>(kept().matrices.size()))) return "preset";
  const Matrix& matrix = kept().matrices[static_cast<std::size_t>(number)];
  std::string text;
  for (std::size_t i = 0; i < matrix.at.size(); ++i) {
    if (i > 0) text += i % static_cast<std::size_t>(matrix.size) == 0 ? "; " : " ";
    text += significant(matrix.at[i], 9);
  }
  return text;
}

}  // namespace warplight::image
