// Files that are read whole and written whole: beside their place first, then renamed, so that no half file is ever
// seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warplight {

// All bytes of a regular file: a pipe or a device may never end. Throws bad_input with the reason, failed where memory
// is short: `times` is how often as much as the file takes the reader needs.
std::string read_whole(const std::filesystem::path& file, double times = 1);

// How long a regular file is that can be read: for a library that reads it in its own way. Throws bad_input likewise.
std::uint64_t readable_bytes(const std::filesystem::path& file);

// Throws bad_input with the reason if a file can't be written at that place. Leaves nothing behind.
void require_writable_file(const std::filesystem::path& file);

// A file being written, with the rights of the one that it replaces. Without commit() nothing is left behind. A link is
// kept: what it points to is written. Throws bad_input with the reason.
class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& file);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  void commit();
  const std::filesystem::path& partial() const { return partial_; }  // for another program that writes in its stead

 private:
  [[noreturn]] void refuse() const;

  std::filesystem::path target_, partial_;
  std::FILE* stream_ = nullptr;
};

// Removes every file that is being written: for a program that ends at once, without its destructors.
void remove_partial_files();

}  // namespace warplight
