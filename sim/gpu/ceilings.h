// Launches of kernels that do one thing only, and how much of it: for the ceilings that others are held against.
#pragma once

#include <cstdint>

#include "sim/gpu/stream.h"

namespace warplight::gpu {

// All queue on the stream. Buffers are device memory of `bytes`, a multiple of kCeilingStep; `never` is room for a
// double that is never written.
inline constexpr std::int64_t kCeilingStep = std::int64_t{1} << 22;
void launch_copy(const void* from, void* to, std::int64_t bytes, const Stream& stream);
// Of a buffer of zeros, `passes` times.
void launch_read(const void* from, std::int64_t bytes, int passes, void* never, const Stream& stream);
// These return how many operations (multiply-adds; roots) are queued.
double launch_multiply_adds(int rounds, void* never, const Stream& stream);
double launch_multiply_adds_fp64(int rounds, void* never, const Stream& stream);
double launch_roots(int rounds, void* never, const Stream& stream);
void launch_nothing(const Stream& stream);

// Keeps the stream busy for some 20 µs, so that what is queued behind it is there before it begins; touches no memory.
void launch_delay(const Stream& stream);

}  // namespace warplight::gpu
