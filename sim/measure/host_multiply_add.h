// Nothing but multiply-adds on one thread of the processor, with the widest vectors that it has: for a ceiling.
#pragma once

namespace warplight::measure {

// Returns how many multiply-adds were done. `sink` gets a value, so that the compiler can't leave them out.
double host_multiply_adds(int rounds, float& sink);
double host_multiply_adds(int rounds, double& sink);  // in fp64

}  // namespace warplight::measure
