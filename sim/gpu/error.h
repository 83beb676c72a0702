// Turns a CUDA status into the program's exception. For files that include CUDA's headers.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>
#include <string>

#include "sim/error.h"

namespace warplight::gpu {

// Throws failed with CUDA's own words. In every build type: an unchecked call is a wrong number later.
void check(cudaError_t status, std::source_location where = std::source_location::current());

// For destructors, which report and never throw.
void report(cudaError_t status, const char* what) noexcept;

}  // namespace warplight::gpu
