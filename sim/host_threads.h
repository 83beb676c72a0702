// How many threads a parallel loop on the host gets.
#pragma once

namespace warplight {

// As many as OpenMP was asked for (OMP_NUM_THREADS), within what a machine can start: each takes a stack, and many more
// than there are cores help nobody. At least 1.
int host_threads();

}  // namespace warplight
