#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "sim/lens/source_lines.h"

namespace warplight::lens {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);

// The program's own file, mapped for a scope.
class OwnFile {
 public:
  OwnFile() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0) return;
    if (fstat(file, &status) == 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      void* mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      bytes_ = mapped == MAP_FAILED ? nullptr : static_cast<const char*>(mapped);
    }
    close(file);
  }
  ~OwnFile() {
    if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
  }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  template <class T>
  const T* at(std::size_t offset) const {
    return bytes_ == nullptr ? nullptr : reinterpret_cast<const T*>(bytes_ + offset);
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

std::vector<ThreadVariable> read_thread_variables() {
  std::vector<ThreadVariable> found;
  const OwnFile file;
  const auto* header = file.at<Header>(0);
  if (header == nullptr || header->e_shoff == 0) return found;
  const auto* sections = file.at<Section>(header->e_shoff);
  for (int s = 0; s < header->e_shnum; ++s) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = file.at<Symbol>(sections[s].sh_offset);
    const auto* names = file.at<char>(sections[sections[s].sh_link].sh_offset);
    for (std::size_t i = 0; i < sections[s].sh_size / sizeof(Symbol); ++i) {
      if (ELF64_ST_TYPE(symbols[i].st_info) != STT_TLS || symbols[i].st_size == 0) continue;
      found.push_back({names + symbols[i].st_name, symbols[i].st_value, symbols[i].st_size});
    }
  }
  std::ranges::sort(found, {}, &ThreadVariable::offset);
  return found;
}

}  // namespace

const std::vector<ThreadVariable>& thread_variables() {
  static const std::vector<ThreadVariable> variables = read_thread_variables();
  return variables;
}

}  // namespace warplight::lens
