#include "sim/nbody/hdf5_file.h"

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "sim/apart.h"
#include "sim/error.h"
#include "sim/hdf5_library.h"
#include "sim/nbody/hdf5_types.h"
#include "sim/nbody/state_files.h"
#include "sim/nbody/state_formats.h"
#include "sim/storage.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::nbody {
namespace {

using hdf5::Dataset;
using hdf5::Number;

std::string counted(std::uint64_t count) {
  return count <= kMostBodies ? grouped_plain(static_cast<std::int64_t>(count)) : std::to_string(count);
}

std::string shape_text(const Dataset& dataset) {
  if (dataset.rank == 0) return "a single value";
  std::string text;
  for (int d = 0; d < std::min(dataset.rank, Dataset::kMostRank); ++d) {
    text += (d > 0 ? " x " : "") + counted(dataset.size[d]);
  }
  return text;
}

// What comes from the process that reads: how many bodies there are and at what time, then their numbers.
struct Head {
  std::int64_t bodies;
  double time;
};
struct Arrays {
  float *position, *velocity, *look;  // four, four and two a body
};
constexpr std::size_t kFloatsABody = 4 + 4 + 2;

Arrays arrays_in(const SharedBytes& memory, std::int64_t bodies) {
  auto* floats = reinterpret_cast<float*>(memory.data());
  return {floats, floats + 4 * bodies, floats + 8 * bodies};
}

// A snapshot that is being read: what it has of each type, looked at before memory is taken.
class Snapshot {
 public:
  Snapshot(const std::filesystem::path& file, std::uint64_t file_bytes)
      : file_(file, file.string(), Hdf5File::Mode::read), file_bytes_(file_bytes) {
    read_header();
    for (int type = 0; type < kTypes; ++type) bodies_[type] = count_bodies(type);
    if (file_.has(path_of(kTypes))) file_.refuse(path_of(kTypes), "PartType0 to PartType5 are known");
    if (total() == 0) {
      throw_bad_input(file.string() + ": holds no bodies; PartType0 to PartType5 are looked for, in the file itself");
    }
    if (total() > kMostBodies) throw_bad_input(file.string() + ": more than " + counted(kMostBodies) + " bodies");
  }

  std::int64_t total() const {
    std::int64_t sum = 0;
    for (const std::int64_t count : bodies_) sum += count;
    return sum;
  }

  Head head() const { return {total(), time_}; }

  void read(const Arrays& all) const {
    std::int64_t first = 0;
    for (int type = 0; type < kTypes; ++type) {
      if (bodies_[type] > 0) {
        read_type(type, {all.position + 4 * first, all.velocity + 4 * first, all.look + 2 * first});
      }
      first += bodies_[type];
    }
  }

 private:
  void read_header() {
    double files = 1;
    number("NumFilesPerSnapshot", &files, 1);
    if (files != 1) {
      file_.refuse("Header/NumFilesPerSnapshot", "is " + significant(files) + "; a snapshot in one file is needed");
    }
    number("Time", &time_, 1);
    has_counts_ = number("NumPart_ThisFile", counts_.data(), kTypes);
    number("MassTable", masses_.data(), kTypes);
  }

  // False where there is none.
  bool number(const char* name, double* values, int count) const {
    const int found = file_.attribute("Header", name, values, count);
    const std::string path = std::string("Header/") + name;
    if (found == 0) return false;
    if (found < count) {
      file_.refuse(path, "must hold " + std::to_string(count) + (count == 1 ? " number" : " numbers"));
    }
    for (int i = 0; i < count; ++i) {
      if (!std::isfinite(values[i])) file_.refuse(path, "holds what is not a finite number");
    }
    return true;
  }

  std::int64_t count_bodies(int type) const {
    const double said = has_counts_ ? counts_[type] : 0;
    if (!file_.has(path_of(type))) {
      if (said != 0) file_.refuse(path_of(type), "is missing; Header/NumPart_ThisFile counts " + significant(said, 10));
      return 0;
    }
    const bool empty = has_counts_ && said == 0 && !file_.has(path_of(type, "Coordinates"));
    if (empty) return 0;
    const Dataset places = dataset_of(type, "Coordinates", 3);
    const std::uint64_t rows = places.size[0];
    if (rows > kMostBodies) file_.refuse(path_of(type, "Coordinates"), "more than " + counted(kMostBodies) + " bodies");
    if (has_counts_ && static_cast<double>(rows) != said) {
      file_.refuse(path_of(type, "Coordinates"),
                   shape_text(places) + ", but Header/NumPart_ThisFile counts " + significant(said, 10));
    }
    if (rows == 0) return 0;
    require(type, "Coordinates", places, rows, 3);
    require(type, "Velocities", dataset_of(type, "Velocities", 3), rows, 3);
    for (const char* one : {"Masses", "Light"}) {
      if (file_.has(path_of(type, one))) require(type, one, dataset_of(type, one, 1), rows, 1);
    }
    if (!file_.has(path_of(type, "Masses")) && masses_[type] == 0) {
      file_.refuse(path_of(type, "Masses"), "is missing, and Header/MassTable has no mass for that type");
    }
    return static_cast<std::int64_t>(rows);
  }

  Dataset dataset_of(int type, const char* name, std::uint64_t columns) const {
    const std::string path = path_of(type, name);
    if (!file_.has(path)) file_.refuse(path, "is missing");
    const Dataset found = file_.describe(path);
    if (found.rank < 0) file_.refuse(path, "is not a table of numbers");
    const bool fits = columns == 1 ? found.rank == 1 || (found.rank == 2 && found.size[1] == 1)
                                   : found.rank == 2 && found.size[1] == columns;
    if (!fits) {
      const std::string rows = found.rank > 0 ? counted(found.size[0]) : "n";
      file_.refuse(path, shape_text(found) + ", must be " + needed(rows, columns));
    }
    return found;
  }

  static std::string needed(const std::string& rows, std::uint64_t columns) {
    return columns == 1 ? rows : rows + " x " + std::to_string(columns);
  }

  void require(int type, const char* name, const Dataset& found, std::uint64_t rows, std::uint64_t columns) const {
    constexpr std::uint64_t kMostPacked = 1100;  // deflate packs 1032 bytes into one at best
    const std::string path = path_of(type, name);
    if (found.number == Number::other) file_.refuse(path, "its values must be float32 or float64");
    if (found.size[0] != rows) {
      file_.refuse(path, shape_text(found) + ", must be " + needed(counted(rows), columns));
    }
    if (!found.complete) file_.refuse(path, "parts of it are not in the file");
    if (found.bytes / kMostPacked > file_bytes_) {
      file_.refuse(path, shape_text(found) + " is more than a file of " +
                             bytes_text(static_cast<double>(file_bytes_)) + " can hold");
    }
  }

  void read_type(int type, const Arrays& to) const {
    const std::int64_t count = bodies_[type];
    read_column(type, "Coordinates", 3, 4, count, to.position);
    read_column(type, "Velocities", 3, 4, count, to.velocity);
    if (file_.has(path_of(type, "Masses"))) {
      read_column(type, "Masses", 1, 4, count, to.position + 3);
    } else {
      const auto mass = static_cast<float>(masses_[type]);
      if (!std::isfinite(mass)) file_.refuse("Header/MassTable", "holds a mass that is too large for single precision");
      for (std::int64_t i = 0; i < count; ++i) to.position[4 * i + 3] = mass;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      to.look[2 * i] = group_of(type);
      to.look[2 * i + 1] = 1;
    }
    if (file_.has(path_of(type, "Light"))) read_column(type, "Light", 1, 2, count, to.look + 1);
  }

  void read_column(int type, const char* name, int columns, int stride, std::int64_t rows, float* target) const {
    file_.read(path_of(type, name), static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(stride), target);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (int c = 0; c < columns; ++c) {
        if (std::isfinite(target[i * stride + c])) continue;
        file_.refuse(path_of(type, name), "row " + std::to_string(i) +
                                              ", counted from 0, holds what is not a finite number of single precision");
      }
    }
  }

  Hdf5File file_;
  std::uint64_t file_bytes_;
  double time_ = 0;
  bool has_counts_ = false;
  std::array<double, kTypes> counts_{}, masses_{};
  std::array<std::int64_t, kTypes> bodies_{};
};

}  // namespace

HostState read_hdf5(const std::filesystem::path& file, NBody::Params& params) {
  constexpr double kSeconds = 10, kBytesASecond = 10e6;  // of a processor, at most
  const std::uint64_t bytes = readable_bytes(file);
  require_hdf5(file);
  const auto turn = hdf5_turn();
  const auto apart = [&](const std::function<void()>& work) {
    run_apart(work, kSeconds + static_cast<double>(bytes) / kBytesASecond,
              file.string() + ": is damaged: the HDF5 library fails on it");
  };
  // Once to see how large it is, once to read it.
  const SharedBytes found(sizeof(Head));
  Head& head = *reinterpret_cast<Head*>(found.data());
  apart([&] { head = Snapshot(file, bytes).head(); });
  params.n = head.bodies;
  HostState state = empty_state(params);
  state.time = head.time;
  const std::size_t shared_bytes = static_cast<std::size_t>(params.n) * kFloatsABody * sizeof(float);
  require_host_memory(static_cast<std::int64_t>(shared_bytes));
  const SharedBytes numbers(shared_bytes);
  const Arrays all = arrays_in(numbers, params.n);
  apart([&] {
    const Snapshot snapshot(file, bytes);
    if (snapshot.total() != params.n) throw_bad_input(file.string() + ": changes while it is read");
    snapshot.read(all);
  });
  const auto n = static_cast<std::size_t>(params.n);
  std::memcpy(state.buffers[NBody::kPosition].data(), all.position, n * sizeof(Float4));
  std::memcpy(state.buffers[NBody::kVelocity].data(), all.velocity, n * sizeof(Float4));
  std::memcpy(state.buffers[NBody::kAppearance].data(), all.look, n * sizeof(Float2));
  return state;
}

}  // namespace warplight::nbody
