// Watches a GPU's clock and throttling by NVML, which is loaded at run time: without it, "not available" and why.
#pragma once

#include <memory>
#include <string>

#include "sim/measure/machine_watch.h"

namespace warplight::measure {

inline constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";

// For the GPU with this PCI bus id ("0000:5d:00.0"). Never null, never throws: where the library, one of its functions
// or the GPU is missing, missing() says so, and what depends on it is not available. `library` is another one in tests.
std::unique_ptr<MachineWatch> watch_by_nvml(const std::string& pci_bus_id, const std::string& library = kNvmlLibrary);

}  // namespace warplight::measure
