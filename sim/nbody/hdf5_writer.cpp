#include <array>
#include <string>
#include <vector>

#include "sim/apart.h"
#include "sim/hdf5_library.h"
#include "sim/nbody/hdf5_file.h"
#include "sim/nbody/hdf5_types.h"
#include "sim/nbody/state_files.h"
#include "sim/whole_file.h"

namespace warplight::nbody {
namespace {

using hdf5::Number;

// A snapshot that is being written.
class Writer {
 public:
  Writer(Hdf5File& file, const NBody::Params& params, const HostState& state, std::span<const double> in_double)
      : file_(file),
        state_(state),
        in_double_(in_double),
        look_(reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data())) {
    for (std::int64_t i = 0; i < params.n; ++i) bodies_[static_cast<std::size_t>(type_of(look_[i].x))].push_back(i);
  }

  void write() {
    write_header();
    for (int type = 0; type < kTypes; ++type) {
      if (bodies_[static_cast<std::size_t>(type)].empty()) continue;
      file_.make_group(path_of(type));
      in_double_.empty() ? write_type<float>(type, Number::float32) : write_type<double>(type, Number::float64);
    }
  }

 private:
  static constexpr std::size_t kRows = 1 << 15;  // at a time

  void write_header() {
    std::array<double, kTypes> counts{};
    for (std::size_t type = 0; type < kTypes; ++type) counts[type] = static_cast<double>(bodies_[type].size());
    const std::array<double, kTypes> none{};
    file_.make_group("Header");
    write_numbers("NumPart_ThisFile", Number::int32, counts);
    write_numbers("NumPart_Total", Number::uint32, counts);
    write_numbers("NumPart_Total_HighWord", Number::uint32, none);
    write_numbers("MassTable", Number::float64, none);
    write_number("Time", Number::float64, state_.time);
    write_number("NumFilesPerSnapshot", Number::int32, 1);
    write_number("HubbleParam", Number::float64, 1);
    for (const char* name : {"Redshift", "BoxSize", "Omega0", "OmegaLambda"}) write_number(name, Number::float64, 0);
    for (const char* name : {"Flag_Sfr", "Flag_Cooling", "Flag_Feedback", "Flag_StellarAge", "Flag_Metals"}) {
      write_number(name, Number::int32, 0);
    }
    write_number("Flag_DoublePrecision", Number::int32, in_double_.empty() ? 0 : 1);
  }

  void write_number(const char* name, Number number, double value) {
    file_.write_attribute("Header", name, number, &value, 1);
  }
  void write_numbers(const char* name, Number number, const std::array<double, kTypes>& values) {
    file_.write_attribute("Header", name, number, values.data(), kTypes);
  }

  template <class T>
  T value(std::int64_t body, std::size_t column) const {
    if (in_double_.empty()) return static_cast<T>(row_of(state_, body)[column]);
    return static_cast<T>(in_double_[static_cast<std::size_t>(body) * kColumns + column]);
  }

  template <class T>
  void write_type(int type, Number number) {
    const auto column = [this](std::size_t first) {
      return [this, first](std::int64_t body, std::size_t c) { return value<T>(body, first + c); };
    };
    write_table<T>(type, "Coordinates", number, 3, column(0));
    write_table<T>(type, "Velocities", number, 3, column(3));
    write_table<T>(type, "Masses", number, 1, column(6));
    write_table<std::uint64_t>(type, "ParticleIDs", Number::uint64, 1,
                               [](std::int64_t body, std::size_t) { return static_cast<std::uint64_t>(body); });
    for (const std::int64_t body : bodies_[static_cast<std::size_t>(type)]) {
      if (look_[body].y == 1) continue;
      const auto light = [this](std::int64_t b, std::size_t) { return look_[b].y; };
      write_table<float>(type, "Light", Number::float32, 1, light);
      return;
    }
  }

  template <class T>
  void write_table(int type, const char* name, Number number, std::size_t columns, const auto& value) {
    const std::string path = path_of(type, name);
    const std::vector<std::int64_t>& bodies = bodies_[static_cast<std::size_t>(type)];
    file_.make_dataset(path, number, bodies.size(), columns);
    std::vector<T> values;
    for (std::size_t first = 0; first < bodies.size(); first += kRows) {
      const std::size_t rows = std::min(kRows, bodies.size() - first);
      values.clear();
      for (std::size_t row = first; row < first + rows; ++row) {
        for (std::size_t c = 0; c < columns; ++c) values.push_back(value(bodies[row], c));
      }
      file_.write(path, number, first, rows, values.data());
    }
  }

  Hdf5File& file_;
  const HostState& state_;
  std::span<const double> in_double_;
  const Float2* look_;
  std::array<std::vector<std::int64_t>, kTypes> bodies_;
};

}  // namespace

void write_hdf5(const std::filesystem::path& file, const NBody::Params& params, const HostState& state,
                std::span<const double> in_double) {
  constexpr double kSeconds = 60, kBodiesASecond = 1e5;  // of a processor, at most
  require_hdf5(file);
  const auto turn = hdf5_turn();
  WholeFile out(file);
  // Apart as well: where a disk is full the library crashes at the program's end.
  run_apart(
      [&] {
        Hdf5File snapshot(out.partial(), file.string(), Hdf5File::Mode::create);
        Writer(snapshot, params, state, in_double).write();
        snapshot.close();
      },
      kSeconds + static_cast<double>(params.n) / kBodiesASecond,
      "cannot write " + file.string() + ": the HDF5 library fails");
  out.commit();
}

}  // namespace warplight::nbody
