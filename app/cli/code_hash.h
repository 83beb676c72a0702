// A hash of the machine code that this program runs, so that two results tell whether they come from the same.
#pragma once

#include <string>
#include <string_view>

namespace warplight::cli {

struct CodeHashes {
  std::string device, host;  // 16 hex digits: of all kernels (.nv_fatbin), of all host code (.text); "" where not found
};
// Of /proc/self/exe, by FNV-1a (64 bits; Fowler, Noll and Vo, draft-eastlake-fnv): it tells apart, it protects nothing.
CodeHashes code_hashes();

// Of the source that this program's kernel of that name (as KernelFacts has it) was built from: SHA-256 of the file that
// defines it, of all that this includes of the project, and of the .cu files that name it. It covers neither what those
// include, nor the compiler and its options (the hash of the device code does). "" where the name is none of ours.
struct KernelSource {
  std::string_view file, sha256;
};
KernelSource kernel_source(const std::string& name);

}  // namespace warplight::cli
