// CUDA's arithmetic for the host compiler. Where the last bits may differ from a GPU, it says so.
#pragma once

#include <math.h>  // sqrtf, fmaf and the like, by their plain names

#include <bit>
#include <cmath>
#include <cstdint>

// A GPU's result differs in the last two bits (rsqrtf, __frsqrt_rn is exact) or more (the __xxxf family below).
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float rcbrtf(float x) { return 1.0f / std::cbrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return std::pow(10.0f, x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float norm3df(float x, float y, float z) { return std::sqrt(x * x + y * y + z * z); }

// The same to the last bit.
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
inline double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

#define WARPLIGHT_LENS_MIN_MAX(T)                       \
  inline T min(T a, T b) { return a < b ? a : b; }      \
  inline T max(T a, T b) { return a > b ? a : b; }
WARPLIGHT_LENS_MIN_MAX(int)
WARPLIGHT_LENS_MIN_MAX(unsigned)
WARPLIGHT_LENS_MIN_MAX(long)
WARPLIGHT_LENS_MIN_MAX(unsigned long)
WARPLIGHT_LENS_MIN_MAX(long long)
WARPLIGHT_LENS_MIN_MAX(unsigned long long)
#undef WARPLIGHT_LENS_MIN_MAX
inline float min(float a, float b) { return std::fmin(a, b); }
inline float max(float a, float b) { return std::fmax(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }

inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
inline int __float2int_rn(float x) { return static_cast<int>(std::nearbyint(x)); }
inline int __float2int_rz(float x) { return static_cast<int>(x); }
inline int __float2int_rd(float x) { return static_cast<int>(std::floor(x)); }
inline int __float2int_ru(float x) { return static_cast<int>(std::ceil(x)); }
inline unsigned __float2uint_rn(float x) { return static_cast<unsigned>(std::nearbyint(x)); }
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1u) << (31 - bit);
  return reversed;
}
inline int __mul24(int x, int y) { return x * y; }
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

// IEEE binary16 and back, rounded to the nearest, ties to even.
inline float shim_half_to_float(unsigned short bits) {
  const unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31u, fraction = bits & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  const float size = exponent == 0 ? static_cast<float>(fraction) * 0x1p-24f
                                   : std::bit_cast<float>((exponent + 112) << 23 | fraction << 13);
  return sign != 0 ? -size : size;
}
inline unsigned short shim_float_to_half(float value) {
  const unsigned bits = std::bit_cast<unsigned>(value), sign = bits >> 16 & 0x8000u;
  const float size = std::fabs(value);
  if (size != size) return static_cast<unsigned short>(sign | 0x7fffu);
  if (size >= 65520.0f) return static_cast<unsigned short>(sign | 0x7c00u);
  // In units of the last place that is kept, where nearbyint rounds as the hardware does.
  if (size < 0x1p-14f) return static_cast<unsigned short>(sign | static_cast<unsigned>(std::nearbyint(size * 0x1p24f)));
  const unsigned kept = (bits & 0x7fffffffu) - (112u << 23), odd = kept >> 13 & 1u;
  return static_cast<unsigned short>(sign | (kept + 0xfffu + odd) >> 13);
}

// Loads and stores with a hint for the caches of a GPU; plain ones here.
#define WARPLIGHT_LENS_LOAD(name)   \
  template <class T>                \
  inline T name(const T* address) { \
    return *address;                \
  }
#define WARPLIGHT_LENS_STORE(name)            \
  template <class T>                          \
  inline void name(T* address, T value) {     \
    *address = value;                         \
  }
WARPLIGHT_LENS_LOAD(__ldg)
WARPLIGHT_LENS_LOAD(__ldca)
WARPLIGHT_LENS_LOAD(__ldcg)
WARPLIGHT_LENS_LOAD(__ldcs)
WARPLIGHT_LENS_LOAD(__ldcv)
WARPLIGHT_LENS_STORE(__stwb)
WARPLIGHT_LENS_STORE(__stcg)
WARPLIGHT_LENS_STORE(__stcs)
WARPLIGHT_LENS_STORE(__stwt)
#undef WARPLIGHT_LENS_LOAD
#undef WARPLIGHT_LENS_STORE
