// The heat lab's files: .npy and pictures in and out, .vti (VTK image data, for ParaView) out.
#include <cmath>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "sim/byte_order.h"
#include "sim/error.h"
#include "sim/heat/heat2d.h"
#include "sim/heat/picture.h"
#include "sim/heat/state.h"
#include "sim/npy_header.h"
#include "sim/picture/image.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight {
namespace heat {
namespace {

using Params = Heat2d::Params;

// Of a whole file: header first, and the size that it announces against what is there.
NpyHeader checked_header(std::string_view bytes, const std::string& name) {
  const NpyHeader header = parse_npy_header(bytes, name);
  if (header.shape.size() != 2) {
    throw_bad_input(name + ": its shape is " + shape_text(header.shape) + "; it must be (height, width)");
  }
  for (const std::int64_t side : header.shape) {
    if (side < 1 || side > kMostSide) {
      throw_bad_input(name + ": its shape is " + shape_text(header.shape) + "; a side has 1 to " +
                      grouped_plain(kMostSide) + " cells");
    }
  }
  const auto announced = static_cast<std::uint64_t>(header.shape[0] * header.shape[1]) * header.value_bytes;
  const std::uint64_t there = bytes.size() - header.header_bytes;
  if (there != announced) {
    throw_bad_input(name + ": " + (there < announced ? "cut short" : "too long") + ": its cells take " +
                    grouped_plain(static_cast<std::int64_t>(announced)) + " bytes, there are " +
                    grouped_plain(static_cast<std::int64_t>(there)));
  }
  return header;
}

bool can_be_stored(const Params& params, double value) {
  return params.precision == Heat2d::Precision::fp64 ? std::isfinite(value) : std::isfinite(static_cast<float>(value));
}

HostState read_npy(const std::filesystem::path& file, Params& params) {
  constexpr double kMemoryPerByte = 5;  // the bytes, and two fields of perhaps twice the precision
  const std::string bytes = read_whole(file, kMemoryPerByte);
  const std::string name = file.string();
  const NpyHeader header = checked_header(bytes, name);
  params.height = header.shape[0];
  params.width = header.shape[1];
  HostState state = empty_state(params);
  const char* const values = bytes.data() + header.header_bytes;
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const auto place = static_cast<std::size_t>(header.fortran_order ? x * params.height + y : y * params.width + x);
      const char* const at = values + place * header.value_bytes;
      const double value = header.value_bytes == 4 ? double{warplight::value_at<float>(at, header.big_endian)}
                                                   : warplight::value_at<double>(at, header.big_endian);
      if (!can_be_stored(params, value)) {
        throw_bad_input(name + ": " + Heat2d::item_name(params, y * params.width + x) +
                        ", counted from 0, is not a finite number of the field's precision");
      }
      set_value(params, state.buffers[Heat2d::kTemperature].data(), x, y, value);
    }
  }
  return state;
}

// Rows without the gaps between them: doubles where the variant keeps them so, else as the field is stored.
template <class T>
void write_rows(WholeFile& out, const Params& params, const HostState& state, std::span<const double> in_double) {
  std::vector<T> row(static_cast<std::size_t>(params.width));
  for (std::int64_t y = 0; y < params.height; ++y) {
    for (std::int64_t x = 0; x < params.width; ++x) {
      const double value = in_double.empty() ? value_at(params, current_values(state), x, y)
                                             : in_double[static_cast<std::size_t>(y * params.width + x)];
      row[static_cast<std::size_t>(x)] = static_cast<T>(value);
    }
    out.write(std::as_bytes(std::span(row)));
  }
}

void write_values(WholeFile& out, const Params& params, const HostState& state, std::span<const double> in_double,
                  bool wide) {
  if (wide) {
    write_rows<double>(out, params, state, in_double);
  } else {
    write_rows<float>(out, params, state, in_double);
  }
}

std::string vti_header(const Params& params, bool wide) {
  const std::string extent = "0 " + std::to_string(params.width) + " 0 " + std::to_string(params.height) + " 0 0";
  return "<?xml version=\"1.0\"?>\n"
         "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
         "  <ImageData WholeExtent=\"" + extent + "\" Origin=\"0 0 0\" Spacing=\"" + significant(params.dx, 15) + " " +
         significant(params.dy, 15) + " 1\">\n    <Piece Extent=\"" + extent +
         "\">\n      <CellData Scalars=\"temperature\">\n        <DataArray type=\"" + (wide ? "Float64" : "Float32") +
         "\" Name=\"temperature\" format=\"appended\" offset=\"0\"/>\n"
         "      </CellData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n_";
}

}  // namespace

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return ending;
}

std::string why_state_file_is_missing(std::string_view ending) {
  return picture::is_picture(ending) ? picture::why_missing() : "";
}

}  // namespace heat

HostState Heat2d::read(const std::filesystem::path& file, Params& params, std::span<const std::string> set) {
  const std::string ending = heat::ending_of(file);
  const bool is_picture = picture::is_picture(ending);
  if (ending == ".vti") {
    throw_bad_input(file.string() + ": .vti files are written, not read; a start is a .npy file or a picture");
  }
  if (ending != ".npy" && !is_picture) {
    throw_bad_input(file.string() + ": a state of heat2d ends in " + list_of(info().state_endings));
  }
  Params found = params;
  found.has_materials = found.is_mode = false;
  found.most_alpha = 0;
  try {
    HostState state = is_picture ? heat::read_picture(file, found, set) : heat::read_npy(file, found);
    params = found;
    return state;
  } catch (const std::bad_alloc&) {
    throw_failed("no memory to read " + file.string());
  }
}

void Heat2d::write(const std::filesystem::path& file, const Params& params, const HostState& state,
                   const Prepared* prepared) {
  const std::string ending = heat::ending_of(file);
  std::span<const double> in_double = prepared != nullptr ? prepared->state_in_double() : std::span<const double>{};
  if (in_double.size() != static_cast<std::size_t>(item_count(params))) in_double = {};
  if (picture::is_picture(ending)) return heat::write_picture(file, params, state);
  if (ending != ".npy" && ending != ".vti") {
    throw_bad_input(file.string() + ": a state of heat2d ends in " + list_of(info().state_endings));
  }
  const bool wide = !in_double.empty() || params.precision == Precision::fp64;
  WholeFile out(file);
  if (ending == ".npy") {
    out.write(npy_header_text(wide ? "<f8" : "<f4", {params.height, params.width}));
    heat::write_values(out, params, state, in_double, wide);
  } else {
    out.write(heat::vti_header(params, wide));
    const std::uint64_t bytes = static_cast<std::uint64_t>(item_count(params)) * (wide ? 8 : 4);
    out.write(std::as_bytes(std::span(&bytes, 1)));
    heat::write_values(out, params, state, in_double, wide);
    out.write("\n  </AppendedData>\n</VTKFile>\n");
  }
  out.commit();
}

}  // namespace warplight
