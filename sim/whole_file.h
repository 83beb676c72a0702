// Files that are read whole and written whole: beside their place first, then renamed, so that no half file is ever
// seen.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warplight {

// All bytes of a file. Throws bad_input with the reason.
std::string read_whole(const std::filesystem::path& file);

// Throws bad_input with the reason if a file can't be written at that place. Leaves nothing behind.
void require_writable_file(const std::filesystem::path& file);

// A file being written. Without commit() nothing is left behind. Throws bad_input with the reason.
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

}  // namespace warplight
