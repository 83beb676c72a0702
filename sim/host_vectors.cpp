#include "sim/host_vectors.h"

namespace warplight {

HostVectors host_vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return HostVectors::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return HostVectors::avx2;
#endif
  return HostVectors::baseline;
}

std::string_view name_of(HostVectors vectors) {
  switch (vectors) {
    case HostVectors::avx512: return "AVX-512";
    case HostVectors::avx2: return "AVX2";
    case HostVectors::baseline: break;
  }
#if defined(__x86_64__)
  return "SSE2";
#else
  return "baseline vectors";
#endif
}

}  // namespace warplight
