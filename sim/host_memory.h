// How much host memory can still be taken.
#pragma once

#include <cstdint>

namespace warplight {

// The least of what the machine, a container (cgroup) and the process's own limit leave, without swapping. The largest
// number there is where none of them says.
std::int64_t free_host_bytes();

}  // namespace warplight
