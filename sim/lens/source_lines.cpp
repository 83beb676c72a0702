#include "sim/lens/source_lines.h"

#if WARPLIGHT_HAS_BACKTRACE
#include <backtrace.h>
#endif
#include <cxxabi.h>
#include <link.h>

#include <cstdlib>
#include <map>
#include <mutex>

namespace warplight::lens {
namespace {

#if WARPLIGHT_HAS_BACKTRACE
void ignore_error(void*, const char*, int) {}

backtrace_state* state() {
  static backtrace_state* const made = backtrace_create_state(nullptr, 1, ignore_error, nullptr);
  return made;
}

// Headers that a kernel calls into: the shim, and the system's.
bool is_not_a_kernels(const std::string& file) {
  return file.find("sim/lens/") != std::string::npos || file.ends_with("sim/gpu/device.cuh") ||
         file.starts_with("/usr/");
}

// Frames come innermost first: take the first that a person would call the kernel's.
int take_frame(void* data, std::uintptr_t, const char* file, int line, const char*) {
  auto* found = static_cast<SourceLine*>(data);
  if (file == nullptr || line == 0 || is_not_a_kernels(file)) return 0;
  *found = {file, line};
  return 1;
}

void take_symbol(void* data, std::uintptr_t, const char* symbol, std::uintptr_t, std::uintptr_t) {
  if (symbol != nullptr) *static_cast<std::string*>(data) = symbol;
}

void find_line(std::uintptr_t pc, SourceLine& line) { backtrace_pcinfo(state(), pc, take_frame, ignore_error, &line); }
void find_symbol(std::uintptr_t address, std::string& symbol) {
  backtrace_syminfo(state(), address, take_symbol, ignore_error, &symbol);
}
#else
void find_line(std::uintptr_t, SourceLine&) {}
void find_symbol(std::uintptr_t, std::string&) {}
#endif

std::string demangled(const char* mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : mangled;
  std::free(text);
  return name;
}

struct Image {
  std::uintptr_t start = 0;
  AddressRange text;
  AddressRange thread_variables;
};

// The first object that the dynamic linker lists is the program itself.
int take_image(dl_phdr_info* info, std::size_t, void* data) {
  auto* image = static_cast<Image*>(data);
  image->start = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const std::uintptr_t start = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) image->text = {start, start + part.p_memsz};
    if (part.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      const auto here = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
      image->thread_variables = {here, here + part.p_memsz};
    }
  }
  return 1;
}

Image image_here() {
  Image image;
  dl_iterate_phdr(take_image, &image);
  return image;
}

}  // namespace

SourceLine source_line(std::uintptr_t pc) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, SourceLine> known;
  const std::lock_guard lock(mutex);
  const auto [place, fresh] = known.try_emplace(pc);
  if (fresh) find_line(pc - 1, place->second);
  return place->second;
}

std::string function_name(const void* address, bool mangled) {
  std::string symbol;
  find_symbol(reinterpret_cast<std::uintptr_t>(address), symbol);
  if (symbol.empty() || mangled) return symbol;
  return demangled(symbol.c_str());
}

std::string without_parameters(const std::string& signature) {
  int angles = 0;
  std::size_t start = 0, end = signature.size();
  for (std::size_t i = 0; i < signature.size(); ++i) {
    const char c = signature[i];
    if (c == '<') ++angles;
    if (c == '>') --angles;
    if (angles > 0) continue;
    if (c == ' ' && end == signature.size()) start = i + 1;  // templates' names begin with what they return
    if (signature.compare(i, 21, "(anonymous namespace)") == 0) {
      i += 20;
      continue;
    }
    if (c == '(') {
      end = i;
      break;
    }
  }
  return signature.substr(start, end - start);
}

std::string variable_name(const std::string& mangled) {
  const std::string whole = demangled(mangled.c_str());
  const std::size_t colon = whole.rfind("::");
  return colon == std::string::npos ? whole : whole.substr(colon + 2);
}

std::uintptr_t program_start() { return image_here().start; }

AddressRange program_text() {
  static const AddressRange text = image_here().text;
  return text;
}

AddressRange thread_variables_here() { return image_here().thread_variables; }

}  // namespace warplight::lens
