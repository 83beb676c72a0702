#include "sim/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "sim/error.h"
#include "sim/host_memory.h"
#include "sim/text.h"

namespace warplight {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse_reading(const std::filesystem::path& file, const std::string& why) {
  throw_bad_input("cannot read " + file.string() + ": " + why);
}

[[noreturn]] void refuse_writing(const std::filesystem::path& file, const std::string& why) {
  throw_bad_input("cannot write " + file.string() + ": " + why);
}

class Partials {
 public:
  void add(const std::filesystem::path& file) {
    const std::lock_guard lock(mutex_);
    files_.push_back(file);
  }
  void forget(const std::filesystem::path& file) {
    const std::lock_guard lock(mutex_);
    std::erase(files_, file);
  }
  void remove_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& file : files_) ::unlink(file.c_str());
  }

 private:
  std::mutex mutex_;
  std::vector<std::filesystem::path> files_;
};

Partials& partials() {
  static Partials files;
  return files;
}

std::FILE* open_for_reading(const std::filesystem::path& file, struct stat& facts) {
  // Without O_NONBLOCK the opening of a pipe waits until somebody writes into it.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) refuse_reading(file, reason(errno));
  std::FILE* stream = ::fstat(descriptor, &facts) == 0 ? ::fdopen(descriptor, "rb") : nullptr;
  const int error = stream == nullptr ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
  if (error == 0 && S_ISREG(facts.st_mode)) return stream;
  stream == nullptr ? ::close(descriptor) : std::fclose(stream);
  refuse_reading(file, error != 0 ? reason(error) : "not a file");
}

void require_memory_to_read(const std::filesystem::path& file, double bytes) {
  const auto free = static_cast<double>(free_host_bytes());
  if (bytes <= free) return;
  throw_failed("not enough host memory to read " + file.string() + ": " + bytes_text(bytes) + " needed, " +
               bytes_text(free) + " free");
}

// Where a chain of links ends, whether there is a file or not.
std::filesystem::path end_of_links(const std::filesystem::path& file) {
  constexpr int kMostLinks = 40;
  std::filesystem::path place = file;
  std::error_code error;
  for (int i = 0; i < kMostLinks; ++i) {
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(place, error))) return place;
    const std::filesystem::path next = std::filesystem::read_symlink(place, error);
    if (error) refuse_writing(file, reason(error.value()));
    place = place.parent_path() / next;
  }
  refuse_writing(file, reason(ELOOP));
}

// A name for what is not yet whole, no longer than names may be.
std::filesystem::path partial_of(const std::filesystem::path& target) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t kMostBytes = 200;
  const std::string name = target.filename().string().substr(0, kMostBytes);
  return target.parent_path() /
         (name + '.' + std::to_string(::getpid()) + '-' + std::to_string(count++) + ".partial");
}

}  // namespace

std::string read_whole(const std::filesystem::path& file, double times) {
  struct stat facts{};
  std::FILE* stream = open_for_reading(file, facts);
  std::string bytes;
  int error = 0;
  try {
    require_memory_to_read(file, times * static_cast<double>(facts.st_size));
    bytes.reserve(static_cast<std::size_t>(facts.st_size));
    std::array<char, 1 << 16> chunk;
    std::size_t got = 0;
    while ((got = std::fread(chunk.data(), 1, chunk.size(), stream)) > 0) bytes.append(chunk.data(), got);
    error = std::ferror(stream) != 0 ? errno : 0;
  } catch (...) {
    std::fclose(stream);
    throw;
  }
  std::fclose(stream);
  if (error != 0) refuse_reading(file, reason(error));
  return bytes;
}

std::uint64_t readable_bytes(const std::filesystem::path& file) {
  struct stat facts{};
  std::fclose(open_for_reading(file, facts));
  return static_cast<std::uint64_t>(facts.st_size);
}

void require_writable_file(const std::filesystem::path& file) { WholeFile{file}; }

WholeFile::WholeFile(const std::filesystem::path& file) : target_(end_of_links(file)) {
  struct stat old{};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) refuse_writing(file, reason(errno));
  if (target_.filename().empty() || (exists && !S_ISREG(old.st_mode))) refuse_writing(file, "not a file");
  // A renaming would replace even a file that is protected against writing.
  if (exists && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) refuse_writing(file, reason(errno));
  partial_ = partial_of(target_);
  stream_ = std::fopen(partial_.c_str(), "wbxe");
  if (stream_ == nullptr) refuse_writing(file, reason(errno));
  partials().add(partial_);
  if (exists) static_cast<void>(::fchmod(::fileno(stream_), old.st_mode & 0777));
}

WholeFile::~WholeFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (partial_.empty()) return;
  ::unlink(partial_.c_str());
  partials().forget(partial_);
}

// Once it was opened nothing is wrong with what was asked for: the disk is full, or gone.
void WholeFile::refuse() const { throw_failed("cannot write " + target_.string() + ": " + reason(errno)); }

void WholeFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) refuse();
}

void WholeFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void WholeFile::commit() {
  std::FILE* const stream = std::exchange(stream_, nullptr);
  if (std::fclose(stream) != 0) refuse();
  if (::rename(partial_.c_str(), target_.c_str()) != 0) refuse();
  partials().forget(partial_);
  partial_.clear();
}

void remove_partial_files() { partials().remove_all(); }

}  // namespace warplight
