#include "sim/whole_file.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "sim/error.h"

namespace warplight {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

// A link is kept: what it points to is written.
std::filesystem::path resolved(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(file, error);
  return error ? file : real;
}

}  // namespace

std::string read_whole(const std::filesystem::path& file) {
  std::FILE* stream = std::fopen(file.c_str(), "rb");
  if (stream == nullptr) throw_bad_input("cannot read " + file.string() + ": " + reason(errno));
  std::string bytes;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file, unknown);
  if (!unknown) bytes.reserve(size);
  std::array<char, 1 << 16> chunk;
  std::size_t got = 0;
  while ((got = std::fread(chunk.data(), 1, chunk.size(), stream)) > 0) bytes.append(chunk.data(), got);
  const int error = std::ferror(stream) != 0 ? errno : 0;
  std::fclose(stream);
  if (error != 0) throw_bad_input("cannot read " + file.string() + ": " + reason(error));
  return bytes;
}

void require_writable_file(const std::filesystem::path& file) { WholeFile{file}; }

WholeFile::WholeFile(const std::filesystem::path& file) : target_(resolved(file)) {
  std::error_code error;
  const auto kind = std::filesystem::status(target_, error).type();
  const bool fresh = kind == std::filesystem::file_type::not_found;
  if (target_.filename().empty() || (!fresh && !error && kind != std::filesystem::file_type::regular)) {
    throw_bad_input("cannot write " + file.string() + ": not a file");
  }
  static std::atomic<unsigned> count{0};
  partial_ = target_;
  partial_ += '.' + std::to_string(::getpid()) + '-' + std::to_string(count++) + ".partial";
  stream_ = std::fopen(partial_.c_str(), "wbx");
  if (stream_ == nullptr) throw_bad_input("cannot write " + file.string() + ": " + reason(errno));
}

WholeFile::~WholeFile() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);
}

void WholeFile::refuse() const { throw_bad_input("cannot write " + target_.string() + ": " + reason(errno)); }

void WholeFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) refuse();
}

void WholeFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void WholeFile::commit() {
  if (std::fflush(stream_) != 0) refuse();
  if (std::rename(partial_.c_str(), target_.c_str()) != 0) refuse();
  std::fclose(stream_);
  stream_ = nullptr;
}

}  // namespace warplight
