// A thread makes sixteen bytes of pixels side by side in several rows: a row is read by one wide load, and its sums along
// the row wait in registers for the rows below.
//
// With d = right - left and s = left + 2 middle + right of each row, the difference across is d above + 2 d + d below, and
// the one down is s below - s above. So a row that comes in costs two loads besides its sixteen bytes, for the pixels beside
// them, and three rows of d and s are kept. Of bytes two pixels share a register as halves of 16 bits, which hold -1,020 to
// 1,020: one instruction for both. What bounds it: instructions, some four a pixel, then the memory.
#pragma once

#include "sim/image/kernels/sobel_direct.cuh"

namespace warplight::image {

// Bytes: sixteen pixels, two a register. Low halves never borrow from high ones: each sum is kept with an offset that
// makes it positive.
inline constexpr int kPackedPixels = 16;

// Pixels 2k and 2k + 1 of a row, from byte 0 of four of them.
__device__ __forceinline__ void widen_bytes(unsigned four, unsigned& low, unsigned& high) {
  low = (four & 0xffu) | (four & 0xff00u) << 8;
  high = (four >> 16 & 0xffu) | (four >> 24) << 16;
}

struct RowSums {
  unsigned across[8], sum[8];  // d + 256 and s of two pixels each
};

// x: of the first of sixteen pixels; a row of constants where row is null.
template <bool kInside>
__device__ __forceinline__ RowSums packed_row(const Frame& f, const unsigned char* row, int x) {
  unsigned pixels[10];  // a pair before and one behind
  const auto one = [&](int at) { return static_cast<unsigned>(pixel_in_row<unsigned char, 1>(f, row, at).at[0]); };
  if (kInside) {
    const uint4 wide = *reinterpret_cast<const uint4*>(row + x);
    widen_bytes(wide.x, pixels[1], pixels[2]);
    widen_bytes(wide.y, pixels[3], pixels[4]);
    widen_bytes(wide.z, pixels[5], pixels[6]);
    widen_bytes(wide.w, pixels[7], pixels[8]);
    pixels[0] = static_cast<unsigned>(row[x - 1]) << 16;
    pixels[9] = row[x + kPackedPixels];
  } else {
    pixels[0] = one(x - 1) << 16;
#pragma unroll
    for (int k = 0; k < 8; ++k) pixels[k + 1] = one(x + 2 * k) | one(x + 2 * k + 1) << 16;
    pixels[9] = one(x + kPackedPixels);
  }
  RowSums sums;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const unsigned left = __funnelshift_r(pixels[k], pixels[k + 1], 16), right = __funnelshift_r(pixels[k + 1], pixels[k + 2], 16);
    sums.across[k] = right + 0x01000100u - left;
    sums.sum[k] = left + 2 * pixels[k + 1] + right;
  }
  return sums;
}

// The size of a value that is kept with an offset, of both halves.
__device__ __forceinline__ unsigned size_of(unsigned pair, int offset) {
  const int low = static_cast<int>(pair & 0xffffu) - offset, high = static_cast<int>(pair >> 16) - offset;
  return static_cast<unsigned>(low < 0 ? -low : low) | static_cast<unsigned>(high < 0 ? -high : high) << 16;
}

// Two bytes of edges.
__device__ __forceinline__ unsigned packed_edges(unsigned across, unsigned down, bool l1) {
  const unsigned a = size_of(across, 1024), d = size_of(down, 1024);
  unsigned low = 0, high = 0;
  if (l1) {
    const unsigned sum = a + d;
    low = sum & 0xffffu, high = sum >> 16;
  } else {
    const auto root = [](unsigned p, unsigned q) {
      return static_cast<unsigned>(__float2int_rn(fminf(sqrtf(static_cast<float>(p * p + q * q)), 255.0f)));
    };
    low = root(a & 0xffffu, d & 0xffffu), high = root(a >> 16, d >> 16);
  }
  return (low < 255 ? low : 255u) | (high < 255 ? high : 255u) << 8;
}

template <bool kInside>
__device__ __forceinline__ void packed_strip(const Frame& f, const unsigned char* from, unsigned char* to, int x, int y0, int rows, bool l1) {
  const auto row_sums = [&](int y) { return packed_row<kInside>(f, row_at<unsigned char, 1>(f, from, y), x); };
  RowSums above = row_sums(y0 - 1), here = row_sums(y0);
  for (int y = y0; y < y0 + rows && y < f.height; ++y) {
    const RowSums below = row_sums(y + 1);
    unsigned out[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      unsigned pair[2];
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int i = 2 * k + half;
        const unsigned across = above.across[i] + 2 * here.across[i] + below.across[i];  // with an offset of 1024
        pair[half] = packed_edges(across, below.sum[i] + 0x04000400u - above.sum[i], l1);
      }
      out[k] = pair[0] | pair[1] << 16;
    }
    // Rows end at a cache line: what lies behind the last pixel is nobody's.
    *reinterpret_cast<uint4*>(to + y * f.pitch + x) = make_uint4(out[0], out[1], out[2], out[3]);
    above = here;
    here = below;
  }
}

__global__ void sobel_packed_kernel(Frame f, const unsigned char* from, unsigned char* to, int rows, bool l1) {
  const int x = kPackedPixels * (blockIdx.x * blockDim.x + threadIdx.x), y0 = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  if (x >= f.width || y0 >= f.height) return;
  // Rows beyond the top and bottom are others of the picture, unless they are constants.
  const bool has_rows = f.border != Border::constant || (y0 > 0 && y0 + rows < f.height);
  if (has_rows && x > 0 && x + kPackedPixels < f.width) {
    packed_strip<true>(f, from, to, x, y0, rows, l1);
  } else {
    packed_strip<false>(f, from, to, x, y0, rows, l1);
  }
}

// Samples of two or four bytes, and colours: a thread streams down, three rows of three pixels in registers.
template <class S, int C>
__global__ void sobel_stream_kernel(Frame f, const S* from, S* to, int rows, bool l1) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  if (x >= f.width || y0 >= f.height) return;
  Colour<C> p[3][3];
  const auto fetch = [&](Colour<C>(&three)[3], int y) {
    const S* const row = row_at<S, C>(f, from, y);
    const bool inside = row != nullptr && x > 0 && x + 1 < f.width;
#pragma unroll
    for (int i = 0; i < 3; ++i) three[i] = inside ? load_pixel<S, C>(row, x + i - 1) : pixel_in_row<S, C>(f, row, x + i - 1);
  };
  fetch(p[0], y0 - 1);
  fetch(p[1], y0);
  for (int y = y0; y < y0 + rows && y < f.height; ++y) {
    fetch(p[2], y + 1);
    store_pixel<S, C>(to + y * f.pitch * C, x, sobel_of<C>(p, l1, f.opaque));
#pragma unroll
    for (int i = 0; i < 3; ++i) p[0][i] = p[1][i], p[1][i] = p[2][i];
  }
}

}  // namespace warplight::image
