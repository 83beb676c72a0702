#include "sim/gpu/device.h"

#include "sim/error.h"

#if WARPLIGHT_HAS_CUDA
#include <dlfcn.h>

#include "sim/gpu/error.h"
#include "sim/gpu/probe_kernel.h"
#endif

namespace warplight::gpu {
namespace {

int g_selected = 0;

#if WARPLIGHT_HAS_CUDA

// NVML's version call, declared by hand: its header is missing in some toolkits, and the library where no driver is.
std::string driver_version() {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return "";
  using Init = int (*)();
  using Version = int (*)(char*, unsigned);
  auto init = reinterpret_cast<Init>(dlsym(library, "nvmlInit_v2"));
  auto version = reinterpret_cast<Version>(dlsym(library, "nvmlSystemGetDriverVersion"));
  auto shutdown = reinterpret_cast<Init>(dlsym(library, "nvmlShutdown"));
  char text[96] = "";
  if (init && version && shutdown && init() == 0) {
    if (version(text, sizeof text) != 0) text[0] = 0;
    shutdown();
  }
  dlclose(library);
  return text;
}

std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string why_none(cudaError_t status, const Machine& found) {
  if (found.driver_cuda == 0) {
    return "no NVIDIA driver found: install one (and, in WSL, update it on the Windows side)";
  }
  if (status == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver speaks CUDA " + cuda_version_text(found.driver_cuda) + ", this program needs " +
           cuda_version_text(found.runtime_cuda) + ": update the driver";
  }
  if (status == cudaErrorNoDevice || status == cudaSuccess) {
    return "the NVIDIA driver shows no GPU (is CUDA_VISIBLE_DEVICES set?)";
  }
  return std::string("CUDA can't start: ") + cudaGetErrorString(status);
}

Device describe(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal));
  char pci[32] = "";
  check(cudaDeviceGetPCIBusId(pci, sizeof pci, ordinal));
  Device device;
  device.ordinal = ordinal;
  device.name = properties.name;
  device.sm = properties.major * 10 + properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  device.l2_bytes = properties.l2CacheSize;
  device.pci_bus_id = pci;
  return device;
}

Machine look() {
  Machine found;
  found.runtime_cuda = CUDART_VERSION;
  if (cudaDriverGetVersion(&found.driver_cuda) != cudaSuccess) found.driver_cuda = 0;
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    cudaGetLastError();
    found.problem = why_none(status, found);
    return found;
  }
  found.driver = driver_version();
  try {
    for (int ordinal = 0; ordinal < count; ++ordinal) found.devices.push_back(describe(ordinal));
  } catch (const Error& error) {
    found.devices.clear();
    found.problem = error.what();
  }
  return found;
}

#else

Machine look() {
  Machine found;
  found.problem = "this program was built without CUDA: install the CUDA Toolkit 12.4 or newer and build again";
  return found;
}

#endif

}  // namespace

const Machine& machine() {
  static const Machine found = look();
  return found;
}

const Device& selected_device() {
  if (!machine().usable()) throw_missing(machine().problem);
  return machine().devices[static_cast<std::size_t>(g_selected)];
}

void select_device(int ordinal) {
  const auto count = static_cast<int>(machine().devices.size());
  if (count == 0) throw_missing("GPU " + std::to_string(ordinal) + " can't be used: " + machine().problem);
  if (ordinal < 0 || ordinal >= count) {
    throw_missing("there is no GPU " + std::to_string(ordinal) + ": this machine has " +
                  (count == 1 ? std::string("GPU 0 only") : "GPUs 0 to " + std::to_string(count - 1)));
  }
#if WARPLIGHT_HAS_CUDA
  check(cudaSetDevice(ordinal));
#endif
  g_selected = ordinal;
}

MemoryInfo memory_info() {
  MemoryInfo info;
#if WARPLIGHT_HAS_CUDA
  std::size_t free_bytes = 0, total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes));
  info.free_bytes = static_cast<std::int64_t>(free_bytes);
  info.total_bytes = static_cast<std::int64_t>(total_bytes);
#endif
  return info;
}

std::string built_for_problem() {
#if WARPLIGHT_HAS_CUDA
  cudaFuncAttributes attributes{};
  const cudaError_t status = cudaFuncGetAttributes(&attributes, probe_kernel_address());
  if (status == cudaSuccess) return "";
  cudaGetLastError();
  const int sm = selected_device().sm;
  return "this program holds no code for this GPU (compute capability " + std::to_string(sm / 10) + "." +
         std::to_string(sm % 10) + "): build it here, or with the preset release-all";
#else
  return machine().problem;
#endif
}

std::string unavailable_reason(int min_sm) {
  if (!machine().usable()) return machine().problem;
  const Device& device = selected_device();
  if (device.sm < min_sm) {
    return "needs compute capability " + std::to_string(min_sm / 10) + "." + std::to_string(min_sm % 10) + ", " +
           device.name + " has " + std::to_string(device.sm / 10) + "." + std::to_string(device.sm % 10);
  }
  static const std::string problem = built_for_problem();
  return problem;
}

}  // namespace warplight::gpu
