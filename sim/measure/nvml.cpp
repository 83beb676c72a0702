#include "sim/measure/nvml.h"

#include <dlfcn.h>

#include <cmath>
#include <initializer_list>
#include <utility>

namespace warplight::measure {
namespace {

// NVML's interface, declared by hand: its header is missing in some toolkits. Names and values are those of NVIDIA's
// NVML reference manual.
using Status = int;
using DeviceHandle = void*;
constexpr Status kSuccess = 0;
constexpr int kSmClock = 1;         // NVML_CLOCK_SM
constexpr int kGpuTemperature = 0;  // NVML_TEMPERATURE_GPU

struct EventReason {
  unsigned long long bit;
  Throttle reason;
};
// Of the others, 0x1 is an idle GPU, 0x2 and 0x100 clocks that somebody has set, 0x10 a GPU that keeps step with its
// group.
constexpr EventReason kReasons[] = {
    {0x04, kPowerCap},    // SwPowerCap
    {0x08, kHardware},    // HwSlowdown: comes with the two of hardware below
    {0x20, kHeat},        // SwThermalSlowdown
    {0x40, kHeat},        // HwThermalSlowdown
    {0x80, kPowerBrake},  // HwPowerBrakeSlowdown
};

class Nvml final : public MachineWatch {
 public:
  Nvml(const std::string& pci_bus_id, const std::string& library) {
    if (!open(library)) return;
    const Status status = by_pci_bus_id_(pci_bus_id.c_str(), &device_);
    if (status != kSuccess) {
      device_ = nullptr;
      lack("the GPU " + pci_bus_id, error_text(status));
      return;
    }
    try_each();
  }

  ~Nvml() override {
    if (started_) shutdown_();
    if (library_ != nullptr) dlclose(library_);
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  Conditions look() override {
    Conditions seen;
    unsigned mhz = 0;
    if (clock_ != nullptr && clock_(device_, kSmClock, &mhz) == kSuccess) seen.sm_clock_mhz = mhz;
    unsigned long long bits = 0;
    if (reasons_ == nullptr || reasons_(device_, &bits) != kSuccess) return seen;
    seen.throttle_known = true;
    for (const auto& [bit, reason] : kReasons) {
      if ((bits & bit) != 0) seen.throttle |= reason;
    }
    return seen;
  }

  Heat heat() override {
    Heat found;
    unsigned celsius = 0, milliwatts = 0;
    if (temperature_ != nullptr && temperature_(device_, kGpuTemperature, &celsius) == kSuccess) {
      found.temperature_c = celsius;
    }
    if (power_ != nullptr && power_(device_, &milliwatts) == kSuccess) found.power_w = milliwatts / 1000.0;
    return found;
  }

  double most_sm_clock_mhz() const override { return most_mhz_; }
  const std::vector<Missing>& missing() const override { return missing_; }

 private:
  template <class Function>
  bool find(Function& function, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (function == nullptr) function = reinterpret_cast<Function>(dlsym(library_, name));
    }
    return function != nullptr;
  }

  void lack(std::string what, std::string why) { missing_.push_back({std::move(what), std::move(why)}); }

  std::string error_text(Status status) const {
    const char* text = error_string_ != nullptr ? error_string_(status) : nullptr;
    return text != nullptr ? std::string("NVML says: ") + text : "NVML says: error " + std::to_string(status);
  }

  bool open(const std::string& library) {
    library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      const char* reason = dlerror();
      lack("NVML", "it can't be loaded (" + std::string(reason != nullptr ? reason : library.c_str()) + ")");
      return false;
    }
    find(error_string_, {"nvmlErrorString"});
    if (!find(init_, {"nvmlInit_v2"}) || !find(shutdown_, {"nvmlShutdown"}) ||
        !find(by_pci_bus_id_, {"nvmlDeviceGetHandleByPciBusId_v2"})) {
      lack("NVML", library + " has not the functions that are needed to begin");
      return false;
    }
    const Status status = init_();
    started_ = status == kSuccess;
    if (!started_) lack("NVML", error_text(status));
    return started_;
  }

  // One call of each function that look() and heat() use; what fails now is not asked again.
  void try_each() {
    find(clock_, {"nvmlDeviceGetClockInfo"});
    find(reasons_, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    find(temperature_, {"nvmlDeviceGetTemperature"});
    find(power_, {"nvmlDeviceGetPowerUsage"});
    find(most_clock_, {"nvmlDeviceGetMaxClockInfo"});
    unsigned number = 0;
    unsigned long long bits = 0;
    if (read("the highest SM clock", most_clock_, kSmClock, &number)) most_mhz_ = number;
    if (!read("the SM clock", clock_, kSmClock, &number)) clock_ = nullptr;
    if (!read("throttle reasons", reasons_, &bits)) reasons_ = nullptr;
    if (!read("the temperature", temperature_, kGpuTemperature, &number)) temperature_ = nullptr;
    if (!read("the power", power_, &number)) power_ = nullptr;
  }

  template <class Function, class... Arguments>
  bool read(const char* what, Function function, Arguments... arguments) {
    if (function == nullptr) {
      lack(what, "this NVML has no function for it");
      return false;
    }
    const Status status = function(device_, arguments...);
    if (status != kSuccess) lack(what, error_text(status));
    return status == kSuccess;
  }

  void* library_ = nullptr;
  bool started_ = false;
  DeviceHandle device_ = nullptr;
  double most_mhz_ = std::nan("");
  std::vector<Missing> missing_;

  Status (*init_)() = nullptr;
  Status (*shutdown_)() = nullptr;
  const char* (*error_string_)(Status) = nullptr;
  Status (*by_pci_bus_id_)(const char*, DeviceHandle*) = nullptr;
  Status (*clock_)(DeviceHandle, int, unsigned*) = nullptr;
  Status (*most_clock_)(DeviceHandle, int, unsigned*) = nullptr;
  Status (*reasons_)(DeviceHandle, unsigned long long*) = nullptr;
  Status (*temperature_)(DeviceHandle, int, unsigned*) = nullptr;
  Status (*power_)(DeviceHandle, unsigned*) = nullptr;
};

}  // namespace

std::unique_ptr<MachineWatch> watch_by_nvml(const std::string& pci_bus_id, const std::string& library) {
  return std::make_unique<Nvml>(pci_bus_id, library);
}

}  // namespace warplight::measure
