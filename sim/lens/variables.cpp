#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

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

// A `__shared__` array: local to its file, as all of a module is, and aligned as the shim says. The program has other
// variables of its threads, the lens's own among them, which no kernel may touch.
bool is_shared(const Symbol& symbol, std::string_view mangled) {
  constexpr std::uintptr_t kAlignment = 128;
  return ELF64_ST_BIND(symbol.st_info) == STB_LOCAL && symbol.st_value % kAlignment == 0 &&
         (mangled.starts_with("_ZZ") || mangled.starts_with("_ZL"));
}

// Those of one kind of symbol whose section `belongs`.
template <class F>
std::vector<Variable> read_variables(unsigned type, F belongs) {
  std::vector<Variable> found;
  const OwnFile file;
  const auto* header = file.at<Header>(0);
  if (header == nullptr || header->e_shoff == 0) return found;
  const auto* sections = file.at<Section>(header->e_shoff);
  const auto* section_names = file.at<char>(sections[header->e_shstrndx].sh_offset);
  for (int s = 0; s < header->e_shnum; ++s) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = file.at<Symbol>(sections[s].sh_offset);
    const auto* names = file.at<char>(sections[sections[s].sh_link].sh_offset);
    for (std::size_t i = 0; i < sections[s].sh_size / sizeof(Symbol); ++i) {
      if (ELF64_ST_TYPE(symbols[i].st_info) != type || symbols[i].st_size == 0) continue;
      if (symbols[i].st_shndx >= header->e_shnum) continue;
      if (!belongs(std::string_view(section_names + sections[symbols[i].st_shndx].sh_name))) continue;
      if (type == STT_TLS && !is_shared(symbols[i], names + symbols[i].st_name)) continue;
      found.push_back({names + symbols[i].st_name, symbols[i].st_value, symbols[i].st_size});
    }
  }
  std::ranges::sort(found, {}, &Variable::start);
  return found;
}

}  // namespace

const std::vector<Variable>& thread_variables() {
  static const std::vector<Variable> variables = read_variables(STT_TLS, [](std::string_view) { return true; });
  return variables;
}

const std::vector<Variable>& constant_variables() {
  static const std::vector<Variable> variables = [] {
    std::vector<Variable> found =
        read_variables(STT_OBJECT, [](std::string_view section) { return section == "warplight_constant"; });
    for (Variable& variable : found) variable.start += program_start();
    return found;
  }();
  return variables;
}

}  // namespace warplight::lens
