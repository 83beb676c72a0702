// What filter kernels are told of a picture, for the host and for all compilers of kernels.
#pragma once

#if defined(__CUDACC__)
#define WARPLIGHT_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define WARPLIGHT_HOST_DEVICE inline
#endif

namespace warplight::image {

// What lies beyond the edge of abcd. clamp: aaa|abcd|ddd, mirror: cba|abcd|dcb, reflect101: dcb|abcd|cba, wrap:
// bcd|abcd|abc, constant: one value.
enum class Border : int { clamp, mirror, reflect101, wrap, constant };

// Which of n samples stands at place i; -1: the constant. The rule is iterated: i may be as far beyond as it likes.
WARPLIGHT_HOST_DEVICE int border_index(int i, int n, Border border) {
  if (i >= 0 && i < n) return i;
  if (border == Border::constant) return -1;
  if (border == Border::clamp) return i < 0 ? 0 : n - 1;
  const int period = border == Border::mirror ? 2 * n : border == Border::reflect101 ? 2 * n - 2 : n;
  if (period == 0) return 0;
  int within = i % period;
  if (within < 0) within += period;
  if (within < n) return within;
  return border == Border::mirror ? period - 1 - within : period - within;
}

// Rows of `pitch` pixels; samples of a pixel side by side. Numbers are those that are stored: 0 to 255, to 65535, or as
// floats are.
struct Frame {
  int width, height;
  long long pitch;
  Border border;
  float outside;  // the constant; of a pixel's alpha it is `opaque`
  float opaque;
};

inline constexpr int kMostRadius = 512;

// One half of a kernel that is the same on both sides: the weight of the middle first. A kernel's parameter, which lies
// in the constant bank.
struct Weights {
  int radius;
  float at[kMostRadius + 4];  // 0 beyond the radius
};

}  // namespace warplight::image
