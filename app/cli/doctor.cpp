#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/ceilings_here.h"
#include "app/cli/command.h"
#include "app/cli/offscreen.h"
#include "app/cli/options.h"
#include "sim/catalog.h"
#include "sim/gpu/device.h"
#include "sim/host_threads.h"
#include "sim/host_vectors.h"
#include "sim/measure/nvml.h"
#include "sim/measure/samplers.h"
#include "sim/text.h"
#include "sim/this_machine.h"

namespace warplight::cli {
namespace {

std::string cuda_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

// What was found, and below it what it means and what to do.
class Report {
 public:
  void found(const std::string& what, const std::string& value) { fmt::print("{:<12} {}\n", what, value); }
  void problem(const std::string& what) {
    fmt::print("{:<12} ! {}\n", "", what);
    ++problems_;
  }
  void advice(const std::string& what) {
    if (!what.empty()) fmt::print("{:<12} → {}\n", "", what);
  }
  int problems() const { return problems_; }

 private:
  int problems_ = 0;
};

void report_gpus(Report& report) {
  const gpu::Machine& machine = gpu::machine();
  report.found("program", version_text("warplight"));
  const std::string version = machine.driver.empty() ? "version unknown" : machine.driver;
  report.found("driver", machine.driver_cuda == 0
                             ? "no NVIDIA driver"
                             : fmt::format("{}, speaks CUDA {}", version, cuda_text(machine.driver_cuda)));
  for (const gpu::Device& device : machine.devices) {
    report.found(fmt::format("GPU {}", device.ordinal),
                 fmt::format("{}, compute capability {}.{}, {} multiprocessors, {} of memory, L2 {}, PCI {}",
                             device.name, device.sm / 10, device.sm % 10, device.multiprocessors,
                             bytes_text(static_cast<double>(device.memory_bytes)),
                             bytes_text(static_cast<double>(device.l2_bytes)), device.pci_bus_id));
  }
  if (!machine.usable()) {
    report.found("GPU", "none");
    report.problem(machine.problem);
    report.advice("until then the host variants run, on the processor's cores");
    return;
  }
  const std::string code = gpu::built_for_problem();
  report.found("code", code.empty() ? fmt::format("this program has code for GPU {}", gpu::selected_device().ordinal)
                                    : "none for this GPU");
  if (!code.empty()) report.problem(code);
}

void report_processor(Report& report) {
  const int threads = host_threads();
  report.found("processor", fmt::format("{} thread{} for the host variants, {}", threads, threads == 1 ? "" : "s",
                                        name_of(host_vectors())));
}

void report_variants(Report& report) {
  for (const Lab* lab : catalog()) {
    std::vector<std::string_view> here, not_here;
    for (int i = 0; i < lab->variant_count(); ++i) {
      const VariantInfo& info = lab->variant(i);
      (unavailable_reason(info).empty() ? here : not_here).push_back(info.name);
    }
    const std::string missing = not_here.empty() ? "" : fmt::format("; not here: {}", fmt::join(not_here, ", "));
    report.found(std::string(lab->info().name), fmt::format("{}{}", fmt::join(here, ", "), missing));
  }
}

// One pair of calls, with nothing queued before it: what is waited for between pairs is outside of the timing. With a wait
// inside, 324 µs were timed on an H200 where the calls take 5 and 5: the round trip of two drivers, which no frame waits for.
class MapSampler final : public measure::Sampler {
 public:
  MapSampler(Storage& storage, gpu::Stream& stream) : storage_(storage), stream_(stream) {}

  bool cold() const override { return true; }
  void prepare() override { stream_.wait(); }
  double batch_ms(int runs) override {
    const double start = measure::steady_seconds();
    for (int i = 0; i < runs; ++i) {
      storage_.lend(stream_);
      storage_.give_back(stream_);
    }
    return 1000 * (measure::steady_seconds() - start);
  }

 private:
  Storage& storage_;
  gpu::Stream& stream_;
};

// How long the two calls that lend an OpenGL buffer to CUDA and take it back keep the host: what a mapping costs a frame.
void measure_map(const Offscreen& offscreen, gpu::Stream& stream, measure::Ceilings& ceilings, std::stop_token stop) {
  BufferSpec spec{.name = "probe", .items = 1 << 16, .item_bytes = 16};
  spec.drawn = true;
  const auto storage = render::make_drawn_storage(Place::device, {spec}, offscreen.interop());
  MapSampler sampler(*storage, stream);
  measure::set_measured(ceilings, measure::Ceiling::map, sampler, 0, nullptr, stop);
  stream.wait();
}

// What this machine can do at most, measured now where it is not known yet.
class CeilingsSection {
 public:
  CeilingsSection(bool again, std::stop_token stop) : stop_(std::move(stop)), stream_(make_stream()) {
    if (gpu::unavailable_reason(0).empty()) {
      machine_ = measure::watch_by_nvml(gpu::selected_device().pci_bus_id);
      device_ = device_ceilings(stream_, machine_.get(), again, stop_);
    }
    host_ = host_ceilings(again, stop_);
    again_ = again;
  }

  void add_map(const Offscreen& offscreen) {
    const bool known = !std::isnan(device_.ceilings[measure::Ceiling::map]);
    if (device_.ceilings.machine.empty() || !offscreen.interop().works || (known && !again_)) return;
    measure_map(offscreen, stream_, device_.ceilings, stop_);
    if (!stop_.stop_requested()) device_.note = keep_ceilings(device_.ceilings);
  }

  void print(Report& report) const {
    print(report, "GPU's limits", device_);
    if (!device_.ceilings.machine.empty() && std::isnan(device_.ceilings[measure::Ceiling::map])) {
      report.advice("map is not measured: it needs OpenGL buffers that CUDA can write");
    }
    print(report, "CPU's limits", host_);
  }

 private:
  static void print(Report& report, const std::string& what, const CeilingsHere& here) {
    if (here.ceilings.machine.empty()) return;
    const bool host = here.ceilings.machine == host_key();
    for (std::size_t i = 0; i < measure::kCeilings; ++i) {
      const auto ceiling = static_cast<measure::Ceiling>(i);
      if (host && std::isnan(here.ceilings[ceiling])) continue;
      const std::string trust = here.ceilings.values[i].trust;
      report.found(i == 0 ? what : "",
                   fmt::format("{:<12} {:<14} {}{}", measure::info(ceiling).name, ceiling_text(here.ceilings, ceiling),
                               measure::info(ceiling).what, trust.empty() || trust == "trusted" ? "" : " (" + trust + ")"));
    }
    report.advice(here.measured_now ? fmt::format("measured now: {}", here.ceilings.machine)
                                    : fmt::format("measured {}: {} (doctor --recalibrate: again)", here.ceilings.date,
                                                  here.ceilings.machine));
    if (!here.note.empty()) report.problem(here.note);
  }

  std::stop_token stop_;
  gpu::Stream stream_;
  std::unique_ptr<measure::MachineWatch> machine_;
  CeilingsHere device_, host_;
  bool again_ = false;
};

void report_opengl(Report& report, CeilingsSection& ceilings) {
  try {
    const Offscreen offscreen(render::InteropWish::automatic);
    const render::GlInfo& gl = offscreen.gl();
    report.found("OpenGL", fmt::format("{}.{}, {} (without a display, through EGL)", gl.major, gl.minor, gl.renderer));
    if (gl.software) report.problem("pictures are drawn by the processor, which is slow");
    if (gpu::machine().usable()) report.advice(gl.advice);  // it is about NVIDIA's OpenGL
    report.found("interop", offscreen.interop().works ? "works: " + offscreen.interop().summary
                                                      : "off: " + offscreen.interop().summary);
    if (!offscreen.interop().works && gpu::machine().usable()) {
      report.problem("the device variants run, and each picture costs a copy through the host");
    }
    report.advice(offscreen.interop().advice);
    ceilings.add_map(offscreen);
  } catch (const Error& error) {
    report.found("OpenGL", "none");
    report.problem(error.what());
    report.advice("the window and render need it; list, run, check and bench do not");
  }
}

void report_display(Report& report) {
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  const char* x11 = std::getenv("DISPLAY");
  if (wayland != nullptr && *wayland != '\0') {
    report.found("display", fmt::format("Wayland ({})", wayland));
  } else if (x11 != nullptr && *x11 != '\0') {
    report.found("display", fmt::format("X11 ({})", x11));
  } else {
    report.found("display", "none");
    report.problem("the window can't open: neither DISPLAY nor WAYLAND_DISPLAY is set");
    report.advice("warplight-cli render draws pictures and videos without one");
  }
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  for (std::size_t start = 0; start < folders.size();) {
    const std::size_t colon = std::min(folders.find(':', start), folders.size());
    const auto file = std::filesystem::path(folders.substr(start, colon - start)) / program;
    if (access(file.c_str(), X_OK) == 0) return true;
    start = colon + 1;
  }
  return false;
}

void report_ffmpeg(Report& report) {
  const bool here = on_path("ffmpeg");
  report.found("ffmpeg", here ? "found" : "not on PATH");
  if (here) return;
  report.problem("videos can't be written");
  report.advice("install the package ffmpeg; pictures (.png) need nothing");
}

class Doctor final : public Command {
 public:
  explicit Doctor(CLI::App& command) {
    command.add_flag("--recalibrate", recalibrate_, "measure the ceilings of this machine again");
  }

  ExitCode run(std::stop_token stop) override {
    Report report;
    CeilingsSection ceilings(recalibrate_, stop);
    report_gpus(report);
    report_processor(report);
    report_variants(report);
    report_opengl(report, ceilings);
    report_display(report);
    report_ffmpeg(report);
    ceilings.print(report);
    if (stop.stop_requested()) throw_failed("stopped: ceilings that are missing are measured at the next start");
    fmt::print("\n{}\n", report.problems() == 0   ? "All is well."
                         : report.problems() == 1 ? "1 thing to know, marked with !"
                                                  : fmt::format("{} things to know, marked with !", report.problems()));
    return ExitCode::done;
  }

 private:
  bool recalibrate_ = false;
};

}  // namespace

std::unique_ptr<Command> make_doctor(CLI::App& command) { return std::make_unique<Doctor>(command); }

}  // namespace warplight::cli
