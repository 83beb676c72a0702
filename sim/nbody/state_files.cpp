#include "sim/nbody/state_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "sim/error.h"
#include "sim/hdf5_library.h"
#include "sim/nbody/hdf5_file.h"
#include "sim/nbody/state_formats.h"
#include "sim/nbody/tipsy_file.h"
#include "sim/storage.h"
#include "sim/text.h"

namespace warplight::nbody {
namespace {

constexpr std::array kFormats{
    StateFormat{".csv", read_csv, write_csv},
    StateFormat{".npy", read_npy, write_npy},
    StateFormat{".tipsy", read_tipsy, write_tipsy},
    StateFormat{".std", read_tipsy, write_tipsy},
    StateFormat{".hdf5", read_hdf5, write_hdf5, why_hdf5_is_missing},
    StateFormat{".h5", read_hdf5, write_hdf5, why_hdf5_is_missing},
};

constexpr std::array<std::string_view, kFormats.size()> kEndings = [] {
  std::array<std::string_view, kFormats.size()> endings;
  for (std::size_t i = 0; i < endings.size(); ++i) endings[i] = kFormats[i].ending;
  return endings;
}();

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return ending;
}

const StateFormat& format_of(const std::filesystem::path& file) {
  const auto format = std::ranges::find(kFormats, ending_of(file), &StateFormat::ending);
  if (format != kFormats.end()) return *format;
  throw_bad_input(file.string() + ": a state of nbody ends in " + list_of(kEndings));
}

}  // namespace

std::span<const StateFormat> state_formats() { return kFormats; }

std::span<const std::string_view> state_endings() { return kEndings; }

std::string why_state_file_is_missing(std::string_view ending) {
  const auto format = std::ranges::find(kFormats, ending, &StateFormat::ending);
  return format == kFormats.end() || format->missing == nullptr ? "" : format->missing();
}

HostState read_state(const std::filesystem::path& file, NBody::Params& params) {
  const StateFormat& format = format_of(file);
  NBody::Params found = params;
  found.shows_appearance = false;
  HostState state;
  try {
    state = format.read(file, found);
  } catch (const std::bad_alloc&) {
    throw_failed("no memory to read " + file.string());
  }
  found.heaviest = heaviest_mass(found, state);
  params = found;
  return state;
}

void write_state(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                 const Prepared* prepared) {
  const StateFormat& format = format_of(file);
  std::span<const double> in_double = prepared != nullptr ? prepared->state_in_double() : std::span<const double>{};
  if (in_double.size() != static_cast<std::size_t>(params.n) * kColumns) in_double = {};
  format.write(file, params, state, in_double);
}

Row row_of(const HostState& state, std::int64_t i) {
  const Float4& x = reinterpret_cast<const Float4*>(state.buffers[NBody::kPosition].data())[i];
  const Float4& v = reinterpret_cast<const Float4*>(state.buffers[NBody::kVelocity].data())[i];
  return {x.x, x.y, x.z, v.x, v.y, v.z, x.w};
}

void set_row(HostState& state, std::int64_t i, const Row& row) {
  reinterpret_cast<Float4*>(state.buffers[NBody::kPosition].data())[i] = {row[0], row[1], row[2], row[6]};
  reinterpret_cast<Float4*>(state.buffers[NBody::kVelocity].data())[i] = {row[3], row[4], row[5], 0};
}

HostState empty_state(const NBody::Params& params) {
  HostState state;
  std::int64_t total = 0;
  for (const BufferSpec& spec : NBody::buffers(params)) total += spec.bytes();
  require_host_memory(total);
  try {
    for (const BufferSpec& spec : NBody::buffers(params)) {
      state.buffers.emplace_back(static_cast<std::size_t>(spec.bytes()));
    }
  } catch (const std::exception&) {
    throw_failed("no memory for " + grouped_plain(params.n) + " bodies, which take " +
                 bytes_text(static_cast<double>(total)));
  }
  auto* appearance = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  std::fill(appearance, appearance + params.n, Float2{0, 1});
  return state;
}

double heaviest_mass(const NBody::Params& params, const HostState& state) {
  const auto* position = reinterpret_cast<const Float4*>(state.buffers[NBody::kPosition].data());
  double heaviest = 0;
  for (std::int64_t i = 0; i < params.n; ++i) heaviest = std::max(heaviest, std::fabs(double{position[i].w}));
  return heaviest;
}

}  // namespace warplight::nbody
