// Launches that a profiler and the lens both measure: compiled for each, from the same file.
#pragma once

#include <span>
#include <string_view>

#include "sim/gpu/stream.h"

namespace warplight::lens_ncu {

struct Case {
  std::string_view name;
  void (*run)(gpu::Stream& stream);  // launches one kernel, once
};
std::span<const Case> cases();

}  // namespace warplight::lens_ncu
