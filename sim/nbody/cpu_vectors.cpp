#include "sim/nbody/cpu_vectors.h"

#include <cmath>
#include <cstring>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Code between these two may use instructions that not every processor has. Only who has asked host_vectors() calls it.
#define WARPLIGHT_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define WARPLIGHT_BEGIN_TARGET(features) \
  WARPLIGHT_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define WARPLIGHT_END_TARGET WARPLIGHT_PRAGMA(clang attribute pop)
#else
#define WARPLIGHT_BEGIN_TARGET(features) WARPLIGHT_PRAGMA(GCC push_options) WARPLIGHT_PRAGMA(GCC target(features))
#define WARPLIGHT_END_TARGET WARPLIGHT_PRAGMA(GCC pop_options)
#endif
#define WARPLIGHT_INLINE __attribute__((always_inline)) static inline

namespace warplight::nbody {
namespace {

// From the estimate e of s^(-1/2) that the processor has an instruction for, to s^(-3/2): with d = 1 - s e^2,
// s^(-3/2) = e^3 (1 - d)^(-3/2) = e^3 (1 + 3/2 d + 15/8 d^2 + ...) = 3/2 e^3 (5/3 - s e^2) + 15/8 e^3 d^2 ...
// What is left out is 15/8 d^2. AVX-512's estimate errs by at most 2^-14: d is 2^-13, and that is 2.8e-8 of the pull,
// less than rounding. AVX2's and SSE's err by at most 1.5 2^-12: 1.0e-6 of the pull at most, always too little, beside
// the 5e-6 that are allowed. (5.0e-7 on Zen 5.)
//
// The factor 3/2 is left to the sum, where it costs nothing; it also takes back how 5/3 is rounded.
constexpr float kFiveThirds = 5.0f / 3.0f;
constexpr double kScale = 1 / (static_cast<double>(kFiveThirds) - 1);

// Long sums in single precision lose digits: each lane adds up at most 128 terms (AVX-512) to 512 (SSE) of a tile, and
// tiles are summed in double. 32 KB: a tile stays in the nearest cache while four rows pass over it.
constexpr std::int64_t kTile = 2048;

// Distances squared that guarded pairs must lie between: where the estimate is good.
constexpr float kLeast = std::numeric_limits<float>::min(), kMost = std::numeric_limits<float>::max();

namespace baseline {
constexpr int kLanes = 4;
typedef float Vector __attribute__((vector_size(kLanes * sizeof(float))));
WARPLIGHT_INLINE Vector reciprocal_root_estimate(Vector v) {
#if defined(__x86_64__)
  return (Vector)_mm_rsqrt_ps((__m128)v);
#else
  for (int lane = 0; lane < kLanes; ++lane) v[lane] = 1 / std::sqrt(v[lane]);
  return v;
#endif
}
#include "sim/nbody/cpu_loop.h"
}  // namespace baseline

#if defined(__x86_64__)
WARPLIGHT_BEGIN_TARGET("avx2,fma")
namespace avx2 {
constexpr int kLanes = 8;
typedef float Vector __attribute__((vector_size(kLanes * sizeof(float))));
WARPLIGHT_INLINE Vector reciprocal_root_estimate(Vector v) { return (Vector)_mm256_rsqrt_ps((__m256)v); }
#include "sim/nbody/cpu_loop.h"
}  // namespace avx2
WARPLIGHT_END_TARGET

WARPLIGHT_BEGIN_TARGET("avx512f")
namespace avx512 {
constexpr int kLanes = 16;
typedef float Vector __attribute__((vector_size(kLanes * sizeof(float))));
WARPLIGHT_INLINE Vector reciprocal_root_estimate(Vector v) {
  // All lanes; the form without a mask makes GCC 12 warn of an uninitialised value of its own.
  return (Vector)_mm512_mask_rsqrt14_ps((__m512)v, 0xffff, (__m512)v);
}
#include "sim/nbody/cpu_loop.h"
}  // namespace avx512
WARPLIGHT_END_TARGET
#endif

constexpr CpuLoop kLoops[] = {
    {HostVectors::baseline, baseline::kLanes, baseline::pull},
#if defined(__x86_64__)
    {HostVectors::avx2, avx2::kLanes, avx2::pull},
    {HostVectors::avx512, avx512::kLanes, avx512::pull},
#endif
};

}  // namespace

std::span<const CpuLoop> cpu_loops() { return kLoops; }

}  // namespace warplight::nbody
