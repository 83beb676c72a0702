// A hash of the machine code that this program runs, so that two results tell whether they come from the same.
#pragma once

#include <string>

namespace warplight::cli {

struct CodeHashes {
  std::string device, host;  // 16 hex digits: of all kernels (.nv_fatbin), of all host code (.text); "" where not found
};
// Of /proc/self/exe, by FNV-1a (64 bits; Fowler, Noll and Vo, draft-eastlake-fnv): it tells apart, it protects nothing.
CodeHashes code_hashes();

}  // namespace warplight::cli
