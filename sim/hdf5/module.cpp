// The HDF5 module: the only file that sees the HDF5 library.
#include <hdf5.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "sim/hdf5/interface.h"

namespace warplight::hdf5 {

struct File {
  hid_t id = -1;
};

namespace {

// One of the library's identifiers, closed by its own function.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  operator hid_t() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// The library would print a page about each call that fails.
void hush() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

herr_t refuse_link(const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) { return -1; }

// For all that goes by a name: links into other files lead nowhere. What they lead to may be a pipe, or anybody's file.
class Access : public Handle {
 public:
  explicit Access(hid_t kind = H5P_LINK_ACCESS) : Handle(H5Pcreate(kind), H5Pclose) {
    H5Pset_elink_cb(*this, refuse_link, nullptr);
  }
};

hid_t type_of(Number number) {
  switch (number) {
    case Number::float32: return H5T_NATIVE_FLOAT;
    case Number::float64: return H5T_NATIVE_DOUBLE;
    case Number::int32: return H5T_NATIVE_INT32;
    case Number::uint32: return H5T_NATIVE_UINT32;
    case Number::uint64: return H5T_NATIVE_UINT64;
    case Number::other: break;
  }
  return -1;
}

Number number_of(hid_t type) {
  const std::size_t bytes = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_FLOAT) return Number::other;
  return bytes == 4 ? Number::float32 : bytes == 8 ? Number::float64 : Number::other;
}

File* open(const char* file) {
  hush();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);  // some network drives know no locks, and nothing is written here
#endif
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, access);
  return id < 0 ? nullptr : new File{id};
}

File* create(const char* file) {
  hush();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  const hid_t id = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  return id < 0 ? nullptr : new File{id};
}

bool close(File* file) {
  hush();
  const bool done = H5Fclose(file->id) >= 0;
  delete file;
  return done;
}

// Each part of the path in turn, since the library fails where one on the way is missing.
bool has(File* file, const char* path) {
  hush();
  const std::string whole = path;
  const Access access;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = whole.find('/', end + 1);
    if (H5Lexists(file->id, whole.substr(0, end).c_str(), access) <= 0) return false;
  }
  return H5Oexists_by_name(file->id, path, access) > 0;
}

bool all_chunks_are_there(hid_t dataset, hid_t space, hid_t plan) {
  hsize_t sizes[H5S_MAX_RANK] = {}, chunk[H5S_MAX_RANK] = {}, wanted = 1, there = 0;
  const int rank = H5Sget_simple_extent_dims(space, sizes, nullptr);
  if (rank < 1 || H5Pget_chunk(plan, rank, chunk) != rank) return false;
  for (int d = 0; d < rank; ++d) {
    if (chunk[d] == 0) return false;
    const hsize_t across = sizes[d] / chunk[d] + (sizes[d] % chunk[d] != 0);
    if (__builtin_mul_overflow(wanted, across, &wanted)) return false;
  }
  return H5Dget_num_chunks(dataset, space, &there) >= 0 && there == wanted;
}

// Whether the file holds all of a table: parts that were never written would be read as zeros.
bool is_complete(hid_t file, hid_t dataset, hid_t space, std::uint64_t bytes) {
  const Handle plan(H5Dget_create_plist(dataset), H5Pclose);
  if (!plan || H5Pget_external_count(plan) != 0) return false;
  switch (H5Pget_layout(plan)) {
    case H5D_CHUNKED: return all_chunks_are_there(dataset, space, plan);
    case H5D_CONTIGUOUS:
    case H5D_COMPACT: {
      hsize_t size = 0;
      return H5Fget_filesize(file, &size) >= 0 && bytes <= size && H5Dget_storage_size(dataset) >= bytes;
    }
    default: return false;  // put together from other files
  }
}

bool describe(File* file, const char* path, Dataset* found) {
  hush();
  *found = {};
  const Handle object(H5Oopen(file->id, path, Access()), H5Oclose);
  if (!object) return false;
  if (H5Iget_type(object) != H5I_DATASET) {
    found->rank = -1;
    return true;
  }
  const Handle space(H5Dget_space(object), H5Sclose), type(H5Dget_type(object), H5Tclose);
  if (!space || !type) return false;
  hsize_t sizes[H5S_MAX_RANK] = {};
  const int rank = H5Sget_simple_extent_dims(space, sizes, nullptr);
  if (rank < 0) return false;
  found->rank = H5Sget_simple_extent_type(space) == H5S_NULL ? -1 : rank;
  found->number = number_of(type);
  found->bytes = H5Tget_size(type);
  for (int d = 0; d < rank; ++d) {
    if (d < Dataset::kMostRank) found->size[d] = sizes[d];
    if (__builtin_mul_overflow(found->bytes, sizes[d], &found->bytes)) {
      found->bytes = std::numeric_limits<std::uint64_t>::max();
      break;
    }
  }
  found->complete = is_complete(file->id, object, space, found->bytes);
  return true;
}

// Straight to where the numbers belong: the library leaves out what lies between the rows.
bool read(File* file, const char* path, std::uint64_t columns, std::uint64_t stride, float* target) {
  hush();
  const Handle dataset(H5Dopen2(file->id, path, Access(H5P_DATASET_ACCESS)), H5Dclose);
  if (!dataset) return false;
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t sizes[H5S_MAX_RANK] = {};
  if (!space || H5Sget_simple_extent_dims(space, sizes, nullptr) < 1) return false;
  const hsize_t memory[2] = {sizes[0], stride}, start[2] = {0, 0}, count[2] = {sizes[0], columns};
  const Handle there(H5Screate_simple(2, memory, nullptr), H5Sclose);
  if (!there || H5Sselect_hyperslab(there, H5S_SELECT_SET, start, nullptr, count, nullptr) < 0) return false;
  return H5Dread(dataset, H5T_NATIVE_FLOAT, there, space, H5P_DEFAULT, target) >= 0;
}

int attribute(File* file, const char* group, const char* name, double* values, int most) {
  hush();
  const Access access;
  if (!has(file, group) || H5Aexists_by_name(file->id, group, name, access) <= 0) return 0;
  const Handle attribute(H5Aopen_by_name(file->id, group, name, H5P_DEFAULT, access), H5Aclose);
  if (!attribute) return -1;
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (!type || !space) return -1;
  const H5T_class_t kind = H5Tget_class(type);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  constexpr hssize_t kMost = 64;
  double all[kMost] = {};
  if ((kind != H5T_FLOAT && kind != H5T_INTEGER) || count < 1 || count > kMost) return -1;
  if (H5Aread(attribute, H5T_NATIVE_DOUBLE, all) < 0) return -1;
  std::copy_n(all, std::min<hssize_t>(count, most), values);
  return static_cast<int>(count);
}

bool make_group(File* file, const char* path) {
  hush();
  const Handle group(H5Gcreate2(file->id, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  return static_cast<bool>(group);
}

bool make_dataset(File* file, const char* path, Number number, std::uint64_t rows, std::uint64_t columns) {
  hush();
  const hsize_t sizes[2] = {rows, columns};
  const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, sizes, nullptr), H5Sclose);
  const Handle dataset(
      H5Dcreate2(file->id, path, type_of(number), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  return static_cast<bool>(dataset);
}

bool write(File* file, const char* path, Number number, std::uint64_t first_row, std::uint64_t rows,
           const void* values) {
  hush();
  const Handle dataset(H5Dopen2(file->id, path, H5P_DEFAULT), H5Dclose);
  if (!dataset) return false;
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t sizes[H5S_MAX_RANK] = {};
  const int rank = H5Sget_simple_extent_dims(space, sizes, nullptr);
  const hsize_t start[2] = {first_row, 0}, count[2] = {rows, rank == 2 ? sizes[1] : 1};
  const Handle memory(H5Screate_simple(rank, count, nullptr), H5Sclose);
  return memory && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr) >= 0 &&
         H5Dwrite(dataset, type_of(number), memory, space, H5P_DEFAULT, values) >= 0;
}

bool write_attribute(File* file, const char* group, const char* name, Number number, const double* values, int count) {
  hush();
  const hsize_t size = static_cast<hsize_t>(count);
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle attribute(
      H5Acreate_by_name(file->id, group, name, type_of(number), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  return attribute && H5Awrite(attribute, H5T_NATIVE_DOUBLE, values) >= 0;
}

constexpr Module kModule{
    .interface_version = kInterfaceVersion,
    .open = open,
    .create = create,
    .close = close,
    .has = has,
    .describe = describe,
    .read = read,
    .attribute = attribute,
    .make_group = make_group,
    .make_dataset = make_dataset,
    .write = write,
    .write_attribute = write_attribute,
};

}  // namespace
}  // namespace warplight::hdf5

extern "C" __attribute__((visibility("default"))) const warplight::hdf5::Module* warplight_hdf5_module() {
  return &warplight::hdf5::kModule;
}
