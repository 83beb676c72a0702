// What GPUs and driver this machine has, found without linking libcuda and without failing where there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warplight::gpu {

struct Device {
  int ordinal = 0;
  std::string name;
  int sm = 0;  // compute capability x 10: 90 for 9.0
  int multiprocessors = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t l2_bytes = 0;
  std::string pci_bus_id;
};

struct Machine {
  std::vector<Device> devices;
  std::string problem;  // why there is none: one line, with what to do; empty when there is one
  int driver_cuda = 0;  // the CUDA version the driver speaks: 13000; 0: no driver
  int runtime_cuda = 0;   // the CUDA version this program was built with; 0: built without CUDA
  std::string driver;     // "580.159.04"; "" if unknown
  bool usable() const { return !devices.empty(); }
};

// Looks once and remembers. Never throws.
const Machine& machine();

// Makes device `ordinal` the one that everything uses from now on. Throws missing, naming what there is.
void select_device(int ordinal);
const Device& selected_device();  // throws missing with machine().problem

struct MemoryInfo {
  std::int64_t free_bytes = 0, total_bytes = 0;
};
MemoryInfo memory_info();  // of the selected device

// Why this program holds no code that the selected device can run; empty: it does (perhaps translated by the driver).
std::string built_for_problem();

// Why a variant that needs compute capability min_sm (x 10) can't run here; empty: it can.
std::string unavailable_reason(int min_sm);

}  // namespace warplight::gpu
