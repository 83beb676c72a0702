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

// `__shared__` variables, by their offsets from the start of the thread's block, and `__constant__` variables, by their
// addresses.
struct Variable {
  std::string mangled;
  std::uintptr_t start = 0, bytes = 0;
};
const std::vector<Variable>& thread_variables();
const std::vector<Variable>& constant_variables();
std::string variable_name(const std::string& mangled);  // "tile"

struct AddressRange {
  std::uintptr_t start = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address - start < end - start; }
};
std::uintptr_t program_start();  // what the addresses in its file are counted from
AddressRange program_text();           // of the program's own file, not of libraries
AddressRange thread_variables_here();  // of the calling thread

}  // namespace warplight::lens
