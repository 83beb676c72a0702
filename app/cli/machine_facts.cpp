#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <thread>

#include "app/cli/bench_report.h"
#include "sim/gpu/device.h"
#include "sim/host_threads.h"
#include "sim/this_machine.h"

namespace warplight::cli {
MachineFacts machine_facts(const measure::MachineWatch* watch) {
  MachineFacts facts;
  const gpu::Machine& machine = gpu::machine();
  facts.driver = machine.driver;
  facts.cuda = machine.runtime_cuda;
  if (machine.usable()) {
    const gpu::Device& device = gpu::selected_device();
    facts.gpu = device.name;
    facts.compute_capability = device.sm;
    facts.multiprocessors = device.multiprocessors;
    facts.l2_bytes = device.l2_bytes;
  }
  if (watch != nullptr) {
    if (watch->most_sm_clock_mhz() > 0) facts.most_sm_clock_mhz = watch->most_sm_clock_mhz();
    facts.not_watched = watch->missing();
  }
  facts.processor = processor_name();
  facts.host_threads = host_threads();
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
  std::string text =
      fmt::format("{}\n{}, {} threads\n{}", gpu, machine.processor.empty() ? "processor unknown" : machine.processor,
                  machine.threads, machine.date);
  for (const auto& [what, why] : machine.not_watched) text += fmt::format("\nnot watched: {}, {}", what, why);
  return text;
}

}  // namespace warplight::cli
