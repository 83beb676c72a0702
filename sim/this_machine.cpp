#include "sim/this_machine.h"

#include <fstream>

#include "sim/gpu/device.h"
#include "sim/host_threads.h"

namespace warplight {

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find(": ");
    return value == std::string::npos ? "" : line.substr(value + 2);
  }
  return "";
}

std::string device_key() {
  const std::string driver = gpu::machine().driver;
  return gpu::selected_device().name + ", driver " + (driver.empty() ? "unknown" : driver);
}

std::string host_key() {
  const std::string name = processor_name();
  const int threads = host_threads();
  return (name.empty() ? "processor unknown" : name) + ", " + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads");
}

}  // namespace warplight
