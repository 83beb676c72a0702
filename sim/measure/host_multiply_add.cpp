#include "sim/measure/host_multiply_add.h"

#include "sim/host_vectors.h"

namespace warplight::measure {
namespace {

// Chains side by side, so that none waits for the one before: as many as the registers hold beside the two constants.
// One function for each kind of vector unit: a vector type is taken apart for the unit that its function is compiled
// for.
#define WARPLIGHT_CHAINS(name, target, T, lanes, count)                                                        \
  target double name(int rounds, T& sink) {                                                                    \
    typedef T Vector __attribute__((vector_size((lanes) * sizeof(T))));                                        \
    const Vector factor = T(0.5) - Vector{}, summand = T(1) - Vector{};                                        \
    Vector chains[count];                                                                                      \
    for (int c = 0; c < (count); ++c) chains[c] = static_cast<T>(c) - Vector{};                                \
    for (int round = 0; round < rounds; ++round) {                                                             \
      _Pragma("GCC unroll 16") for (int c = 0; c < (count); ++c) { chains[c] = chains[c] * factor + summand; } \
    }                                                                                                          \
    for (int c = 0; c < (count); ++c) sink += chains[c][c % (lanes)];                                          \
    return static_cast<double>(rounds) * (count) * (lanes);                                                    \
  }

#if defined(__x86_64__)
WARPLIGHT_CHAINS(chains_avx512, __attribute__((target("avx512f"))), float, 16, 16)
WARPLIGHT_CHAINS(chains_avx512, __attribute__((target("avx512f"))), double, 8, 16)
WARPLIGHT_CHAINS(chains_avx2, __attribute__((target("avx2,fma"))), float, 8, 12)
WARPLIGHT_CHAINS(chains_avx2, __attribute__((target("avx2,fma"))), double, 4, 12)
#endif
WARPLIGHT_CHAINS(chains_baseline, , float, 4, 10)
WARPLIGHT_CHAINS(chains_baseline, , double, 2, 10)

template <class T>
double run_chains(int rounds, T& sink) {
#if defined(__x86_64__)
  if (host_vectors() == HostVectors::avx512) return chains_avx512(rounds, sink);
  if (host_vectors() == HostVectors::avx2) return chains_avx2(rounds, sink);
#endif
  return chains_baseline(rounds, sink);
}

}  // namespace

double host_multiply_adds(int rounds, float& sink) { return run_chains(rounds, sink); }
double host_multiply_adds(int rounds, double& sink) { return run_chains(rounds, sink); }

}  // namespace warplight::measure
