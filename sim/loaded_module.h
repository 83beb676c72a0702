// A library of our own that lies beside the program and is loaded on first use: so that the program starts where what
// that library needs is not installed.
#pragma once

#include <string>

namespace warplight {

struct LoadedModule {
  const void* table = nullptr;  // what the module offers; its first member is an int, its interface's version
  std::string problem;          // why there is none, with the name of the package
};

// `file`: "warplight-hdf5.so"; `symbol`: its function that returns the table; `what` and `package`: for people.
LoadedModule load_module(const std::string& file, const char* symbol, int version, const std::string& what,
                         const std::string& package);

}  // namespace warplight
