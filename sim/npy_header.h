// The header of NumPy's .npy files, versions 1 to 3, read with distrust.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplight {

struct NpyHeader {
  std::size_t header_bytes = 0;  // where the values begin
  std::size_t value_bytes = 4;   // 4 or 8
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// Throws bad_input beginning with `name`. Promises nothing about the size of what follows.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& name);

// "(1000, 7)"
std::string shape_text(const std::vector<std::int64_t>& shape);

// A whole header, version 1, in C order.
std::string npy_header_text(std::string_view descr, const std::vector<std::int64_t>& shape);

}  // namespace warplight
