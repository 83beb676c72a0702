#include "sim/gpu/device.cuh"
#include "sim/gpu/probe_kernel.h"

namespace warplight::gpu {

__global__ void probe_kernel() {}

const void* probe_kernel_address() { return reinterpret_cast<const void*>(&probe_kernel); }

}  // namespace warplight::gpu
