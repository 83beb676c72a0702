#include "sim/nbody/tipsy_file.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "sim/error.h"
#include "sim/byte_order.h"
#include "sim/nbody/state_files.h"
#include "sim/nbody/state_formats.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::nbody {
namespace {

// Time as a double, then as 32-bit integers: all bodies, dimensions, gas, dark, stars and perhaps a pad.
constexpr std::size_t kHeaderBytes = 28, kPad = 4;
constexpr std::size_t kCountAt = 8, kDimensionsAt = 12, kFirstSpeciesAt = 16;
constexpr std::int32_t kDimensions = 3;

// In the file's order. Each particle begins with mass, x, y, z, vx, vy, vz.
struct Species {
  std::string_view name;
  std::size_t floats;  // a particle
  float group;
  std::size_t eps;     // which of its floats is its softening
};
constexpr std::array<Species, 3> kSpecies{{{"gas", 12, 2, 9}, {"dark", 9, 0, 7}, {"star", 11, 1, 9}}};
constexpr std::size_t kDark = 1;
// Where the file has what a row has: x, y, z, vx, vy, vz, m.
constexpr std::array<std::size_t, kColumns> kPlaces{1, 2, 3, 4, 5, 6, 0};

struct Header {
  bool big_endian = true;
  double time = 0;
  std::array<std::int64_t, kSpecies.size()> counts{};
  std::size_t bytes = kHeaderBytes;

  std::int64_t bodies() const { return counts[0] + counts[1] + counts[2]; }
};

std::uint64_t particle_bytes(const Header& header) {
  std::uint64_t total = 0;
  for (std::size_t s = 0; s < kSpecies.size(); ++s) {
    total += static_cast<std::uint64_t>(header.counts[s]) * kSpecies[s].floats * sizeof(float);
  }
  return total;
}

// The byte order is the one in which the file has three dimensions.
bool find_byte_order(std::string_view bytes, const std::string& name) {
  const auto dimensions = [&](bool big) { return value_at<std::int32_t>(bytes.data() + kDimensionsAt, big); };
  if (dimensions(true) == kDimensions) return true;
  if (dimensions(false) == kDimensions) return false;
  throw_bad_input(name + ": is not a Tipsy file of 3 dimensions: the header has " + std::to_string(dimensions(true)) +
                  ", or " + std::to_string(dimensions(false)) + " in the other byte order");
}

// The counts against each other and against the file's length.
void check_counts(Header& header, std::int64_t announced, std::size_t size, const std::string& name) {
  for (std::size_t s = 0; s < kSpecies.size(); ++s) {
    if (header.counts[s] >= 0) continue;
    throw_bad_input(name + ": its header counts " + std::to_string(header.counts[s]) + " " +
                    std::string(kSpecies[s].name) + " particles");
  }
  const std::int64_t bodies = header.bodies();
  if (announced != bodies) {
    throw_bad_input(name + ": its header counts " + grouped_plain(announced) + " bodies, but " + grouped_plain(bodies) +
                    " of gas, dark matter and stars together");
  }
  if (bodies == 0) throw_bad_input(name + ": holds no bodies");
  if (bodies > kMostBodies) throw_bad_input(name + ": more than " + grouped_plain(kMostBodies) + " bodies");
  const std::uint64_t needed = particle_bytes(header), there = size - kHeaderBytes;
  if (there != needed && there != needed + kPad) {
    throw_bad_input(name + ": " + (there < needed + kPad ? "cut short" : "too long") + ": " + grouped_plain(bodies) +
                    " bodies take " + grouped_plain(static_cast<std::int64_t>(needed)) + " bytes, there are " +
                    grouped_plain(static_cast<std::int64_t>(there)));
  }
  header.bytes = kHeaderBytes + (there - needed);
}

Header parse_header(std::string_view bytes, const std::string& name) {
  if (bytes.size() < kHeaderBytes) throw_bad_input(name + ": is cut short within its header");
  Header header;
  header.big_endian = find_byte_order(bytes, name);
  header.time = value_at<double>(bytes.data(), header.big_endian);
  if (!std::isfinite(header.time)) throw_bad_input(name + ": its time is not a finite number");
  const auto count = [&](std::size_t at) { return value_at<std::int32_t>(bytes.data() + at, header.big_endian); };
  for (std::size_t s = 0; s < kSpecies.size(); ++s) header.counts[s] = count(kFirstSpeciesAt + s * sizeof(std::int32_t));
  check_counts(header, count(kCountAt), bytes.size(), name);
  return header;
}

Row row_at(const char* particle, bool big_endian, const Species& species, std::int64_t index, const std::string& name) {
  Row row;
  for (std::size_t c = 0; c < kColumns; ++c) {
    row[c] = value_at<float>(particle + kPlaces[c] * sizeof(float), big_endian);
    if (std::isfinite(row[c])) continue;
    throw_bad_input(name + ": " + std::string(species.name) + " particle " + std::to_string(index) +
                    ", counted from 0, has a " + std::string(kColumnNames[c]) + " that is not a finite number");
  }
  return row;
}

std::size_t species_of(float group) {
  for (std::size_t s = 0; s < kSpecies.size(); ++s) {
    if (kSpecies[s].group == group) return s;
  }
  return kDark;
}

void append_turned(std::string& bytes, const auto& value) {
  std::array<char, sizeof(value)> turned;
  std::memcpy(turned.data(), &value, sizeof(value));
  std::ranges::reverse(turned);
  bytes.append(turned.data(), turned.size());
}

std::string header_text(const HostState& state, const std::array<std::int32_t, kSpecies.size()>& counts) {
  std::string bytes;
  append_turned(bytes, state.time);
  append_turned(bytes, counts[0] + counts[1] + counts[2]);
  append_turned(bytes, kDimensions);
  for (const std::int32_t count : counts) append_turned(bytes, count);
  bytes.append(kPad, '\0');
  return bytes;
}

void append_particle(std::string& bytes, const Species& species, const Row& row, float softening) {
  constexpr std::size_t kMostFloats = 12;
  std::array<float, kMostFloats> values{};
  for (std::size_t c = 0; c < kColumns; ++c) values[kPlaces[c]] = row[c];
  values[species.eps] = softening;
  for (std::size_t f = 0; f < species.floats; ++f) append_turned(bytes, values[f]);
}

}  // namespace

HostState read_tipsy(const std::filesystem::path& file, NBody::Params& params) {
  constexpr double kMemoryPerByte = 3;  // the bytes, and the state: 56 bytes for the 36 of a dark particle
  const std::string bytes = read_whole(file, kMemoryPerByte);
  const std::string name = file.string();
  const Header header = parse_header(bytes, name);
  params.n = header.bodies();
  HostState state = empty_state(params);
  state.time = header.time;
  auto* appearance = reinterpret_cast<Float2*>(state.buffers[NBody::kAppearance].data());
  const char* particle = bytes.data() + header.bytes;
  std::int64_t body = 0;
  for (std::size_t s = 0; s < kSpecies.size(); ++s) {
    for (std::int64_t i = 0; i < header.counts[s]; ++i, ++body) {
      set_row(state, body, row_at(particle, header.big_endian, kSpecies[s], i, name));
      appearance[body].x = kSpecies[s].group;
      particle += kSpecies[s].floats * sizeof(float);
    }
  }
  return state;
}

void write_tipsy(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                 std::span<const double>) {
  constexpr std::size_t kChunk = 1 << 16;
  const auto* appearance = reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data());
  std::array<std::int32_t, kSpecies.size()> counts{};
  for (std::int64_t i = 0; i < params.n; ++i) ++counts[species_of(appearance[i].x)];
  WholeFile out(file);
  std::string bytes = header_text(state, counts);
  for (std::size_t s = 0; s < kSpecies.size(); ++s) {
    for (std::int64_t i = 0; i < params.n; ++i) {
      if (species_of(appearance[i].x) != s) continue;
      append_particle(bytes, kSpecies[s], row_of(state, i), static_cast<float>(params.softening));
      if (bytes.size() < kChunk) continue;
      out.write(bytes);
      bytes.clear();
    }
  }
  out.write(bytes);
  out.commit();
}

}  // namespace warplight::nbody
