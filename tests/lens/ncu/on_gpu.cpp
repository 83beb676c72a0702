// Launches every case once, for a profiler around it.
#include <cstdio>

#include "sim/error.h"
#include "tests/lens/ncu/cases.h"

int main() {
  using namespace warplight;
  try {
    gpu::Stream stream = gpu::Stream::create();
    for (const lens_ncu::Case& one : lens_ncu::cases()) one.run(stream);
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.code());
  }
}
