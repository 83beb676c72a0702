#include "sim/hdf5_library.h"

#include <utility>

#include "sim/error.h"
#include "sim/loaded_module.h"

namespace warplight {
namespace {

constexpr const char* kNotWritten = "can't be written (is the disk full?)";

LoadedModule load() {
#if WARPLIGHT_HAS_HDF5
  return load_module("warplight-hdf5.so", hdf5::kModuleSymbol, hdf5::kInterfaceVersion, "HDF5", "libhdf5-dev");
#else
  return {nullptr, "this program was built without HDF5 (Debian and Ubuntu: libhdf5-dev, then build again)"};
#endif
}

const LoadedModule& loaded() {
  static const LoadedModule kLoaded = load();
  return kLoaded;
}

}  // namespace

std::unique_lock<std::mutex> hdf5_turn() {
  static std::mutex one_at_a_time;
  return std::unique_lock(one_at_a_time);
}

std::string why_hdf5_is_missing() { return loaded().problem; }

void require_hdf5(const std::filesystem::path& file) {
  if (const std::string why = why_hdf5_is_missing(); !why.empty()) throw_missing(file.string() + ": " + why);
}

Hdf5File::Hdf5File(const std::filesystem::path& file, std::string name, Mode mode)
    : module_(static_cast<const hdf5::Module*>(loaded().table)), name_(std::move(name)) {
  require_hdf5(name_);
  file_ = mode == Mode::read ? module_->open(file.c_str()) : module_->create(file.c_str());
  if (file_ != nullptr) return;
  throw_bad_input(mode == Mode::read ? name_ + ": is not an HDF5 file, or a damaged one"
                                     : "cannot write " + name_ + ": the HDF5 library failed");
}

Hdf5File::~Hdf5File() {
  if (file_ != nullptr) module_->close(file_);
}

void Hdf5File::refuse(const std::string& path, const std::string& what) const {
  throw_bad_input(name_ + ": " + path + ": " + what);
}

void Hdf5File::need(bool done, const std::string& path, const char* what) const {
  if (!done) refuse(path, what);
}

bool Hdf5File::has(const std::string& path) const { return module_->has(file_, path.c_str()); }

hdf5::Dataset Hdf5File::describe(const std::string& path) const {
  hdf5::Dataset found;
  need(module_->describe(file_, path.c_str(), &found), path, "is damaged");
  return found;
}

void Hdf5File::read(const std::string& path, std::uint64_t columns, std::uint64_t stride, float* target) const {
  need(module_->read(file_, path.c_str(), columns, stride, target), path,
       "can't be read: it is damaged, or packed in a way that this HDF5 library does not know");
}

int Hdf5File::attribute(const char* group, const char* name, double* values, int most) const {
  return module_->attribute(file_, group, name, values, most);
}

void Hdf5File::make_group(const std::string& path) {
  need(module_->make_group(file_, path.c_str()), path, kNotWritten);
}

void Hdf5File::make_dataset(const std::string& path, hdf5::Number number, std::uint64_t rows, std::uint64_t columns) {
  need(module_->make_dataset(file_, path.c_str(), number, rows, columns), path, kNotWritten);
}

void Hdf5File::write(const std::string& path, hdf5::Number number, std::uint64_t first_row, std::uint64_t rows,
                     const void* values) {
  need(module_->write(file_, path.c_str(), number, first_row, rows, values), path, kNotWritten);
}

void Hdf5File::write_attribute(const char* group, const char* name, hdf5::Number number, const double* values,
                               int count) {
  need(module_->write_attribute(file_, group, name, number, values, count), std::string(group) + "/" + name,
       kNotWritten);
}

void Hdf5File::close() {
  const bool done = module_->close(std::exchange(file_, nullptr));
  need(done, "its end", kNotWritten);
}

}  // namespace warplight
