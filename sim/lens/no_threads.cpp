// What kernels call of a GPU's threads, for programs built without CUDA: launchers link against it, and gpu::launch
// refuses before a kernel could get here.
#include <cstdlib>

#include "sim/lens/shim.h"

void __syncthreads() { std::abort(); }
void* shim_dynamic_shared() { std::abort(); }
double atomicAdd(double*, double) { std::abort(); }
