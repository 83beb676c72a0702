#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "sim/error.h"
#include "sim/byte_order.h"
#include "sim/npy_header.h"
#include "sim/nbody/state_files.h"
#include "sim/nbody/state_formats.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::nbody {
namespace {

double number_at(const char* bytes, const NpyHeader& header) {
  return header.value_bytes == 4 ? value_at<float>(bytes, header.big_endian) : value_at<double>(bytes, header.big_endian);
}

// Of a whole file: header first, and the size that it announces against what is there.
NpyHeader checked_header(std::string_view bytes, const std::string& name) {
  const NpyHeader header = parse_npy_header(bytes, name);
  if (header.shape.size() != 2 || header.shape[1] != static_cast<std::int64_t>(kColumns)) {
    throw_bad_input(name + ": its shape is " + shape_text(header.shape) + "; it must be (n, 7): x,y,z,vx,vy,vz,m");
  }
  const std::int64_t n = header.shape[0];
  if (n < 1) throw_bad_input(name + ": holds no bodies");
  if (n > kMostBodies) throw_bad_input(name + ": more than " + grouped_plain(kMostBodies) + " bodies");
  const std::uint64_t announced = static_cast<std::uint64_t>(n) * kColumns * header.value_bytes;
  const std::uint64_t there = bytes.size() - header.header_bytes;
  if (there != announced) {
    throw_bad_input(name + ": " + (there < announced ? "cut short" : "too long") + ": " + grouped_plain(n) +
                    " bodies take " + grouped_plain(static_cast<std::int64_t>(announced)) + " bytes, there are " +
                    grouped_plain(static_cast<std::int64_t>(there)));
  }
  return header;
}

template <class T>
void write_rows(WholeFile& out, const HostState& state, std::int64_t n, std::span<const double> in_double) {
  constexpr std::int64_t kRows = 4096;
  std::vector<T> values;
  for (std::int64_t i = 0; i < n; ++i) {
    const Row row = row_of(state, i);
    for (std::size_t c = 0; c < kColumns; ++c) {
      values.push_back(
          static_cast<T>(in_double.empty() ? row[c] : in_double[static_cast<std::size_t>(i) * kColumns + c]));
    }
    if ((i + 1) % kRows == 0 || i + 1 == n) {
      out.write(std::as_bytes(std::span(values)));
      values.clear();
    }
  }
}

}  // namespace

HostState read_npy(const std::filesystem::path& file, NBody::Params& params) {
  constexpr double kMemoryPerByte = 3;  // the bytes and the state, which takes twice as much as single precision
  const std::string bytes = read_whole(file, kMemoryPerByte);
  const std::string name = file.string();
  const NpyHeader header = checked_header(bytes, name);
  params.n = header.shape[0];
  HostState state = empty_state(params);
  const char* const values = bytes.data() + header.header_bytes;
  const auto n = static_cast<std::size_t>(params.n);
  for (std::size_t i = 0; i < n; ++i) {
    Row row;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::size_t place = header.fortran_order ? c * n + i : i * kColumns + c;
      row[c] = static_cast<float>(number_at(values + place * header.value_bytes, header));
      if (!std::isfinite(row[c])) {
        throw_bad_input(name + ": body " + std::to_string(i) + ", counted from 0, has a " +
                        std::string(kColumnNames[c]) + " that is not a finite number of single precision");
      }
    }
    set_row(state, static_cast<std::int64_t>(i), row);
  }
  return state;
}

void write_npy(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
               std::span<const double> in_double) {
  WholeFile out(file);
  out.write(npy_header_text(in_double.empty() ? "<f4" : "<f8", {params.n, static_cast<std::int64_t>(kColumns)}));
  if (in_double.empty()) {
    write_rows<float>(out, state, params.n, in_double);
  } else {
    write_rows<double>(out, state, params.n, in_double);
  }
  out.commit();
}

}  // namespace warplight::nbody
