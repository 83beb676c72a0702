// What this machine is called: what was measured on one GPU with one driver, or on one processor, holds there alone.
#pragma once

#include <string>

namespace warplight {

std::string processor_name();  // "" where the system does not tell

std::string device_key();  // "NVIDIA H200, driver 580.1"; throws missing without a GPU
std::string host_key();    // "AMD EPYC 9654, 16 threads": those that host variants use

}  // namespace warplight
