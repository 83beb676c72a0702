// Named stretches of a thread's time, for NVIDIA's profilers (NVTX, domain "Warplight"). Where nobody looks on they cost some
// nanoseconds; without a toolkit they are nothing at all.
#pragma once

#include <cstdint>
#include <string_view>

namespace warplight::gpu {

// From here to the end of the scope; ranges of a thread nest. `payload`: a number shown beside the name (steps, say).
class ProfilerRange {
 public:
  explicit ProfilerRange(std::string_view name);
  ProfilerRange(std::string_view name, std::int64_t payload);
  ~ProfilerRange();
  ProfilerRange(const ProfilerRange&) = delete;
  ProfilerRange& operator=(const ProfilerRange&) = delete;
};

// What a lane does, as three ranges in each other: lab, variant, and what (evaluate, advance) for how many steps.
class LaneRange {
 public:
  LaneRange(std::string_view lab, std::string_view variant, std::string_view what, std::int64_t steps)
      : lab_(lab), variant_(variant), what_(what, steps) {}

 private:
  ProfilerRange lab_, variant_, what_;
};

}  // namespace warplight::gpu
