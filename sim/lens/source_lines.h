// Where in the source an address of the program's text is, and which variables it has, from its own debug information.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplight::lens {

struct SourceLine {
  std::string file;  // empty: not known
  int line = 0;
  bool operator==(const SourceLine&) const = default;
};

// The innermost frame that is not the lens's own or device.cuh, inlined functions looked through. `pc` is a return
// address. Kept, so that asking again is cheap. Any thread may ask.
SourceLine source_line(std::uintptr_t pc);

// The demangled name of the function that begins at this address; with `mangled` as the linker knows it.
std::string function_name(const void* address, bool mangled = false);

// "warplight::nbody::tiled_kernel<false>" of the whole signature.
std::string without_parameters(const std::string& signature);

// The program's thread-local variables: `__shared__` ones among them. Offsets are from the start of the thread's block.
struct ThreadVariable {
  std::string mangled;
  std::uintptr_t offset = 0, bytes = 0;
};
const std::vector<ThreadVariable>& thread_variables();
std::string variable_name(const std::string& mangled);  // "tile"

struct AddressRange {
  std::uintptr_t start = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address - start < end - start; }
};
AddressRange program_text();           // of the program's own file, not of libraries
AddressRange thread_variables_here();  // of the calling thread

}  // namespace warplight::lens
