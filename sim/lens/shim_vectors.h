// CUDA's vector types. A copy of a whole one is one access of 8 or 16 bytes, as it is on a GPU; a member alone is an
// access of its own size.
#pragma once

namespace warplight::lens {

typedef float Packed16 __attribute__((vector_size(16), may_alias));
typedef double Packed8 __attribute__((may_alias));
typedef unsigned Packed4 __attribute__((may_alias));
typedef unsigned short Packed2 __attribute__((may_alias));

template <unsigned long size>
struct PackedBytes;
template <>
struct PackedBytes<2> {
  using Type = Packed2;
};
template <>
struct PackedBytes<4> {
  using Type = Packed4;
};
template <>
struct PackedBytes<8> {
  using Type = Packed8;
};
template <>
struct PackedBytes<16> {
  using Type = Packed16;
};

// The empty asm hides from the optimiser what the bytes are, so that it neither splits the load nor drops a part of it.
template <class Vector>
inline typename PackedBytes<sizeof(Vector)>::Type load_whole(const Vector& from) {
  using Packed = typename PackedBytes<sizeof(Vector)>::Type;
  Packed bytes = reinterpret_cast<const Packed&>(from);
#if defined(__x86_64__)
  if constexpr (sizeof(Vector) >= 8) {
    asm("" : "+x"(bytes));
  } else {
    asm("" : "+r"(bytes));
  }
#elif defined(__aarch64__)
  if constexpr (sizeof(Vector) >= 8) {
    asm("" : "+w"(bytes));
  } else {
    asm("" : "+r"(bytes));
  }
#else
#error "the lens knows x86-64 and AArch64"
#endif
  return bytes;
}

template <class Vector>
inline void store_whole(Vector& to, const Vector& from) {
  reinterpret_cast<typename PackedBytes<sizeof(Vector)>::Type&>(to) = load_whole(from);
}

}  // namespace warplight::lens

#define WARPLIGHT_LENS_COPIES(Vector)                                             \
  Vector() = default;                                                             \
  Vector(const Vector& other) { *this = __builtin_bit_cast(Vector::Members, warplight::lens::load_whole(other)); } \
  Vector& operator=(const Vector& other) {                                        \
    warplight::lens::store_whole(*this, other);                                   \
    return *this;                                                                 \
  }

#define WARPLIGHT_LENS_VECTOR2(Vector, T)                            \
  struct alignas(2 * sizeof(T)) Vector {                             \
    struct Members {                                                 \
      T x, y;                                                        \
    };                                                               \
    T x, y;                                                          \
    Vector(T x_, T y_) : x(x_), y(y_) {}                             \
    Vector& operator=(const Members& m) {                            \
      x = m.x, y = m.y;                                              \
      return *this;                                                  \
    }                                                                \
    WARPLIGHT_LENS_COPIES(Vector)                                    \
  };                                                                 \
  inline Vector make_##Vector(T x, T y) { return Vector(x, y); }

#define WARPLIGHT_LENS_VECTOR4(Vector, T)                            \
  struct alignas(4 * sizeof(T)) Vector {                             \
    struct Members {                                                 \
      T x, y, z, w;                                                  \
    };                                                               \
    T x, y, z, w;                                                    \
    Vector(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}   \
    Vector& operator=(const Members& m) {                            \
      x = m.x, y = m.y, z = m.z, w = m.w;                            \
      return *this;                                                  \
    }                                                                \
    WARPLIGHT_LENS_COPIES(Vector)                                    \
  };                                                                 \
  inline Vector make_##Vector(T x, T y, T z, T w) { return Vector(x, y, z, w); }

// Three at a time have no access of their own on a GPU: the compiler loads their members.
#define WARPLIGHT_LENS_VECTOR3(Vector, T) \
  struct Vector {                         \
    T x, y, z;                            \
  };                                      \
  inline Vector make_##Vector(T x, T y, T z) { return {x, y, z}; }

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;

WARPLIGHT_LENS_VECTOR2(char2, signed char)
WARPLIGHT_LENS_VECTOR4(char4, signed char)
WARPLIGHT_LENS_VECTOR3(uchar3, unsigned char)
WARPLIGHT_LENS_VECTOR2(uchar2, unsigned char)
WARPLIGHT_LENS_VECTOR4(uchar4, unsigned char)
WARPLIGHT_LENS_VECTOR2(short2, short)
WARPLIGHT_LENS_VECTOR4(short4, short)
WARPLIGHT_LENS_VECTOR2(ushort2, unsigned short)
WARPLIGHT_LENS_VECTOR4(ushort4, unsigned short)
WARPLIGHT_LENS_VECTOR2(int2, int)
WARPLIGHT_LENS_VECTOR3(int3, int)
WARPLIGHT_LENS_VECTOR4(int4, int)
WARPLIGHT_LENS_VECTOR2(uint2, unsigned)
WARPLIGHT_LENS_VECTOR3(uint3, unsigned)
WARPLIGHT_LENS_VECTOR4(uint4, unsigned)
WARPLIGHT_LENS_VECTOR2(float2, float)
WARPLIGHT_LENS_VECTOR3(float3, float)
WARPLIGHT_LENS_VECTOR4(float4, float)
WARPLIGHT_LENS_VECTOR2(double2, double)
WARPLIGHT_LENS_VECTOR3(double3, double)
WARPLIGHT_LENS_VECTOR2(longlong2, long long)
WARPLIGHT_LENS_VECTOR2(ulonglong2, unsigned long long)

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
