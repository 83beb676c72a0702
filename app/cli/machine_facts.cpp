#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <thread>

#include "app/cli/bench_report.h"
#include "sim/gpu/device.h"

namespace warplight::cli {
namespace {

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find(": ");
    return value == std::string::npos ? "" : line.substr(value + 2);
  }
  return "";
}

}  // namespace

MachineFacts machine_facts() {
  MachineFacts facts;
  const gpu::Machine& machine = gpu::machine();
  facts.driver = machine.driver;
  facts.cuda = machine.runtime_cuda;
  if (machine.usable()) {
    const gpu::Device& device = gpu::selected_device();
    facts.gpu = device.name;
    facts.compute_capability = device.sm;
    facts.multiprocessors = device.multiprocessors;
  }
  facts.processor = processor_name();
  facts.threads = static_cast<int>(std::thread::hardware_concurrency());
  facts.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  return facts;
}

std::string bench_header(const MachineFacts& machine) {
  const std::string gpu =
      machine.gpu.empty()
          ? "no GPU"
          : fmt::format("{}, {} multiprocessors, compute capability {}.{}, driver {}", machine.gpu,
                        machine.multiprocessors, machine.compute_capability / 10, machine.compute_capability % 10,
                        machine.driver.empty() ? "unknown" : machine.driver);
  return fmt::format("{}\n{}, {} threads\n{}", gpu, machine.processor.empty() ? "processor unknown" : machine.processor,
                     machine.threads, machine.date);
}

}  // namespace warplight::cli
