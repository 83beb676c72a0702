#include "sim/nbody/state_files.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "sim/error.h"
#include "sim/nbody/state_formats.h"
#include "sim/text.h"

namespace warplight::nbody {
namespace {

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return ending;
}

[[noreturn]] void refuse_ending(const std::filesystem::path& file) {
  throw_bad_input(file.string() + ": n-body states are .csv or .npy files");
}

}  // namespace

HostState read_state(const std::filesystem::path& file, NBody::Params& params) {
  const std::string ending = ending_of(file);
  if (ending != ".csv" && ending != ".npy") refuse_ending(file);
  NBody::Params found = params;
  HostState state;
  try {
    state = ending == ".csv" ? read_csv(file, found) : read_npy(file, found);
  } catch (const std::bad_alloc&) {
    throw_failed("no memory to read " + file.string());
  }
  found.heaviest = heaviest_mass(found, state);
  params = found;
  return state;
}

void write_state(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                 const Prepared* prepared) {
  const std::string ending = ending_of(file);
  if (ending != ".csv" && ending != ".npy") refuse_ending(file);
  std::span<const double> in_double = prepared != nullptr ? prepared->state_in_double() : std::span<const double>{};
  if (in_double.size() != static_cast<std::size_t>(params.n) * kColumns) in_double = {};
  ending == ".csv" ? write_csv(file, params, state, in_double) : write_npy(file, params, state, in_double);
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
  try {
    for (const BufferSpec& spec : NBody::buffers(params)) {
      state.buffers.emplace_back(static_cast<std::size_t>(spec.bytes()));
    }
  } catch (const std::exception&) {
    double bytes = 0;
    for (const BufferSpec& spec : NBody::buffers(params)) bytes += static_cast<double>(spec.bytes());
    throw_failed("no memory for " + grouped_plain(params.n) + " bodies, which take " + bytes_text(bytes));
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
