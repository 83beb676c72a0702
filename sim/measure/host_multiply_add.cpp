#include "sim/measure/host_multiply_add.h"

#include "sim/host_vectors.h"

namespace warplight::measure {
namespace {

// Chains side by side, so that none waits for the one before: as many as the registers hold beside the two constants.
// One function for each kind of vector unit: a vector type is taken apart for the unit that its function is compiled
// for.
#define WARPLIGHT_CHAINS(name, target, lanes, count)                                                           \
  target double name(int rounds, float& sink) {                                                                \
    typedef float Vector __attribute__((vector_size((lanes) * sizeof(float))));                                \
    const Vector factor = 0.5f - Vector{}, summand = 1.0f - Vector{};                                          \
    Vector chains[count];                                                                                      \
    for (int c = 0; c < (count); ++c) chains[c] = static_cast<float>(c) - Vector{};                            \
    for (int round = 0; round < rounds; ++round) {                                                             \
      _Pragma("GCC unroll 16") for (int c = 0; c < (count); ++c) { chains[c] = chains[c] * factor + summand; } \
    }                                                                                                          \
    for (int c = 0; c < (count); ++c) sink += chains[c][c % (lanes)];                                          \
    return static_cast<double>(rounds) * (count) * (lanes);                                                    \
  }

#if defined(__x86_64__)
WARPLIGHT_CHAINS(chains_avx512, __attribute__((target("avx512f"))), 16, 16)
WARPLIGHT_CHAINS(chains_avx2, __attribute__((target("avx2,fma"))), 8, 12)
#endif
WARPLIGHT_CHAINS(chains_baseline, , 4, 10)

}  // namespace

double host_multiply_adds(int rounds, float& sink) {
#if defined(__x86_64__)
  if (host_vectors() == HostVectors::avx512) return chains_avx512(rounds, sink);
  if (host_vectors() == HostVectors::avx2) return chains_avx2(rounds, sink);
#endif
  return chains_baseline(rounds, sink);
}

}  // namespace warplight::measure
