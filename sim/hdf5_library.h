// The HDF5 module, loaded on first use from beside the program.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "sim/hdf5/interface.h"

namespace warplight {

// Why HDF5 files can't be had here, with the name of the package; "" if they can. Loads the module.
std::string why_hdf5_is_missing();
void require_hdf5(const std::filesystem::path& file);  // throws missing, for that file

// To be held about each use of a file: the library is not made for threads.
std::unique_lock<std::mutex> hdf5_turn();

// An open file. On a spoilt file or a full disk the library may crash: it is used in a process of its own (apart.h).
class Hdf5File {
 public:
  enum class Mode { read, create };
  // Throws missing where HDF5 can't be had, bad_input where the file is none of its files or can't be written. `name`
  // is what is said of it.
  Hdf5File(const std::filesystem::path& file, std::string name, Mode mode);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  bool has(const std::string& path) const;
  hdf5::Dataset describe(const std::string& path) const;
  void read(const std::string& path, std::uint64_t columns, std::uint64_t stride, float* target) const;
  // As the interface has it.
  int attribute(const char* group, const char* name, double* values, int most) const;

  void make_group(const std::string& path);
  void make_dataset(const std::string& path, hdf5::Number number, std::uint64_t rows, std::uint64_t columns);
  void write(const std::string& path, hdf5::Number number, std::uint64_t first_row, std::uint64_t rows,
             const void* values);
  void write_attribute(const char* group, const char* name, hdf5::Number number, const double* values, int count);
  void close();  // throws where what was written can't be kept

  // "file: path: what", as bad_input.
  [[noreturn]] void refuse(const std::string& path, const std::string& what) const;

 private:
  void need(bool done, const std::string& path, const char* what) const;

  const hdf5::Module* module_;
  std::string name_;
  hdf5::File* file_ = nullptr;
};

}  // namespace warplight
