#include "sim/host_threads.h"

#include <omp.h>

#include <algorithm>

namespace warplight {

int host_threads() {
  constexpr int kOverCores = 4, kAlways = 64;
  return std::clamp(omp_get_max_threads(), 1, std::max(kOverCores * omp_get_num_procs(), kAlways));
}

}  // namespace warplight
