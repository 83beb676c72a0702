#include "app/cli/code_hash.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "app/cli/profile.h"
#include "warplight_kernels.h"

namespace warplight::cli {
namespace {

template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, T* to, std::size_t count) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T))));
}

std::string hash_of(std::ifstream& file, const Elf64_Shdr& section) {
  std::vector<unsigned char> bytes(section.sh_size);
  if (!read_at(file, section.sh_offset, bytes.data(), bytes.size())) return "";
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace

CodeHashes code_hashes() {
  CodeHashes hashes;
  std::ifstream file("/proc/self/exe", std::ios::binary);
  Elf64_Ehdr header;
  if (!read_at(file, 0, &header, 1) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shstrndx >= header.e_shnum) {
    return hashes;
  }
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (!read_at(file, header.e_shoff, sections.data(), sections.size())) return hashes;
  const Elf64_Shdr& name_section = sections[header.e_shstrndx];
  std::vector<char> names(name_section.sh_size + 1, '\0');
  if (!read_at(file, name_section.sh_offset, names.data(), name_section.sh_size)) return hashes;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_name >= name_section.sh_size) continue;
    const char* name = &names[section.sh_name];
    if (std::strcmp(name, ".nv_fatbin") == 0) hashes.device = hash_of(file, section);
    if (std::strcmp(name, ".text") == 0) hashes.host = hash_of(file, section);
  }
  return hashes;
}

KernelSource kernel_source(const std::string& name) {
  const std::string plain = plain_kernel_name(name);
  for (const auto& [kernel, file, sha256] : kKernelSources) {
    if (plain == kernel) return {file, sha256};
  }
  return {};
}

}  // namespace warplight::cli
