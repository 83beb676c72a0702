// How many threads a parallel loop on the host gets, and such a loop that does not wait for threads that come late.
#pragma once

#include <cstdint>
#include <functional>

namespace warplight {

// As many as OpenMP was asked for (OMP_NUM_THREADS), within what a machine can start: each takes a stack, and many more
// than there are cores help nobody. At least 1.
int host_threads();

// Calls work(0) ... work(count - 1), each once and in any order, on the caller's thread and up to host_threads() - 1
// others; returns when all are done. The work must not throw. Any thread may call this, also while another does.
//
// For loops that are short and come often. At the end of an OpenMP loop everybody waits for every thread, also for one
// that got no core in time: a loop of 0.1 ms then takes as long as another program's slice of time, 4 to 16 ms. Here
// the caller waits only for work that somebody has begun, and does the rest by itself.
void for_each_on_host_threads(std::int64_t count, const std::function<void(std::int64_t)>& work);

}  // namespace warplight
