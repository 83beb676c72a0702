#if WARPLIGHT_HAS_CUDA

#include "sim/gpu/error.h"

#include <cstdio>

namespace warplight::gpu {
namespace {

// After these the context is gone: nothing on the GPU works until the program starts again.
bool is_sticky(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
      return true;
    default:
      return false;
  }
}

}  // namespace

void check(cudaError_t status, std::source_location where) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is reported here must not surface again at the next call
  const std::string words = std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
  throw Error(ExitCode::failed, (is_sticky(status) ? "GPU lost: " : "GPU: ") + words, where);
}

void report(cudaError_t status, const char* what) noexcept {
  // At exit the driver may be gone before the last owner: that is not worth a line.
  if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
  cudaGetLastError();
  std::fprintf(stderr, "warplight: %s: %s\n", what, cudaGetErrorString(status));
}

}  // namespace warplight::gpu

#endif
