// What the HDF5 module offers to the program: tables of numbers, groups and attributes, in plain C types. It is a library
// of its own that is loaded on first use, so that the programs start where HDF5 is not installed.
#pragma once

#include <cstdint>

namespace warplight::hdf5 {

inline constexpr int kInterfaceVersion = 1;
inline constexpr const char* kModuleSymbol = "warplight_hdf5_module";

struct File;  // open for reading, or being written

enum class Number : int { float32, float64, int32, uint32, uint64, other };

struct Dataset {
  static constexpr int kMostRank = 8;
  int rank = 0;                          // -1: not a table at all
  std::uint64_t size[kMostRank] = {};    // of the first kMostRank dimensions
  Number number = Number::other;
  std::uint64_t bytes = 0;               // of all its numbers, unpacked; the largest there is where that overflows
  bool complete = false;                 // every part of it has been written
};

// Paths are "PartType1/Velocities". Where a function returns a bool, false means that the library failed.
struct Module {
  int interface_version;
  File* (*open)(const char* file);    // null: not an HDF5 file, or a damaged one
  File* (*create)(const char* file);  // replaces what is there; null: can't be written
  bool (*close)(File*);               // always frees it; false: what was written may not be on the disk

  bool (*has)(File*, const char* path);
  bool (*describe)(File*, const char* path, Dataset* found);
  // A whole table of `columns` a row (rank 2, or rank 1 for one column) as floats: row r begins at target + r * stride.
  bool (*read)(File*, const char* path, std::uint64_t columns, std::uint64_t stride, float* target);
  // How many numbers the attribute holds, of which at most `most` are read; 0: there is none; -1: it can't be read.
  int (*attribute)(File*, const char* group, const char* name, double* values, int most);

  bool (*make_group)(File*, const char* path);
  bool (*make_dataset)(File*, const char* path, Number number, std::uint64_t rows, std::uint64_t columns);
  bool (*write)(File*, const char* path, Number number, std::uint64_t first_row, std::uint64_t rows, const void* values);
  bool (*write_attribute)(File*, const char* group, const char* name, Number number, const double* values, int count);
};

}  // namespace warplight::hdf5

extern "C" const warplight::hdf5::Module* warplight_hdf5_module();
