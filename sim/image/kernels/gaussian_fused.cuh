// Both passes in one: a warp streams down a strip of 128 samples a row. A row is read once; its blur along the row is
// added to the 2r + 1 output rows that it reaches, which wait in registers; the oldest of them is done and written.
//
// The chain of sums moves on by one with every row at no cost: a multiply-add takes one register and writes the next. So
// memory is read and written once, r rows above and below a strip's ends apart. For r = 8: 34 multiply-adds a sample, the
// same as two passes take. What bounds it: those, and the memory.
#pragma once

#include "sim/image/kernels/pixel.cuh"

namespace warplight::image {

inline constexpr int kStripSamples = 128;
inline constexpr int kLaneSamples = 4;

// A strip is 128 grey pixels, or 32 of colour; a lane has four neighbours of one channel. Its row lies in shared memory,
// channel by channel, with a rim on both sides that is a multiple of four.
template <int C, int kReach>
struct Strip {
  static constexpr int kPixels = kStripSamples / C;
  static constexpr int kRim = (kReach + 3) / 4 * 4;
  // Four more than is used: planes of colours then begin at other banks.
  static constexpr int kPlane = kPixels + 2 * kRim + (C == 4 ? 8 : 0);
  static constexpr int kFloats = C * kPlane;
};

// What a lane fetches of a row: four grey pixels or one of colour, twice. Between fetch and keep other work is done, so that
// nobody waits for memory.
struct Fetched {
  Colour<4> part[2];
};

// One row of the strip, from x0 - rim on.
template <class S, int C, int kReach>
__device__ __forceinline__ Fetched fetch_row(const Frame& f, const S* picture, int x0, int y, int lane) {
  using Of = Strip<C, kReach>;
  constexpr int kPart = C == 1 ? 4 : 1;
  const S* const row = row_at<S, C>(f, picture, y);
  const bool inside = row != nullptr && x0 >= Of::kRim && x0 + Of::kPixels + Of::kRim <= f.width;
  Fetched fetched = {};
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int x = x0 - Of::kRim + kPart * (lane + 32 * i);
    if (x >= x0 + Of::kPixels + Of::kRim) continue;
    if (inside) {
      fetched.part[i] = load_pixel<S, 4>(row, x / kPart);
    } else if constexpr (C == 4) {
      fetched.part[i] = pixel_in_row<S, 4>(f, row, x);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k) fetched.part[i].at[k] = pixel_in_row<S, 1>(f, row, x + k).at[0];
    }
  }
  return fetched;
}

// Into shared memory, as floats.
template <int C, int kReach>
__device__ __forceinline__ void keep_row(const Fetched& fetched, float* row_floats, int lane) {
  using Of = Strip<C, kReach>;
  constexpr int kParts = (Of::kPixels + 2 * Of::kRim) / (C == 1 ? 4 : 1);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int part = lane + 32 * i;
    if (part >= kParts) continue;
    if constexpr (C == 1) {
      store_pixel<float, 4>(row_floats, part, fetched.part[i]);
    } else {
#pragma unroll
      for (int c = 0; c < C; ++c) row_floats[c * Of::kPlane + part] = fetched.part[i].at[c];
    }
  }
}

// Four samples of a lane, blurred along the row. The half of the weights that is beyond the radius is zero.
template <int C, int kReach>
__device__ __forceinline__ void blur_four(const float* plane, int first, const Weights& weights, float* out) {
  constexpr int kRim = Strip<C, kReach>::kRim, kWindow = kLaneSamples + 2 * kRim;
  float window[kWindow];
#pragma unroll
  for (int i = 0; i < kWindow / 4; ++i) {
    const Colour<4> four = load_pixel<float, 4>(plane, first / 4 + i);
#pragma unroll
    for (int k = 0; k < 4; ++k) window[4 * i + k] = four.at[k];
  }
#pragma unroll
  for (int k = 0; k < kLaneSamples; ++k) {
    float sum = weights.at[0] * window[kRim + k];
#pragma unroll
    for (int i = 1; i <= kReach; ++i) {
      sum += weights.at[i] * window[kRim + k - i];
      sum += weights.at[i] * window[kRim + k + i];
    }
    out[k] = sum;
  }
}

// Writes a finished row of the strip. Colours are gathered from their planes by way of shared memory.
template <class S, int C>
__device__ __forceinline__ void write_row(const Frame& f, S* row, int x0, const float* four, float* exchange, int lane) {
  if constexpr (C == 1) {
    const int x = x0 + 4 * lane;  // of the last four a part may lie behind the last pixel, where nobody is
    if (x < f.width) store_pixel<S, 4>(row, x / 4, Colour<4>{{four[0], four[1], four[2], four[3]}});
  } else {
    constexpr int kPixels = kStripSamples / 4;
    store_pixel<float, 4>(exchange, lane, Colour<4>{{four[0], four[1], four[2], four[3]}});
    __syncwarp();
    const Colour<4> pixel = {{exchange[lane], exchange[kPixels + lane], exchange[2 * kPixels + lane], exchange[3 * kPixels + lane]}};
    if (x0 + lane < f.width) store_pixel<S, 4>(row, x0 + lane, pixel);
  }
}

// Blocks of some warps, whose strips lie beside each other; `rows` of them below each other a warp. kReach: the radius,
// or the next larger one that there is a kernel for.
template <class S, int C, int kReach>
__global__ void __launch_bounds__(128, kReach <= 8 ? 4 : 2) gaussian_fused_kernel(Frame f, const S* from, S* to, int rows, const __grid_constant__ Weights weights) {
  using Of = Strip<C, kReach>;
  constexpr int kFloats = 2 * Of::kFloats + (C == 4 ? kStripSamples : 0);
  float* const mine = dynamic_shared<float>() + threadIdx.y * kFloats;
  const int lane = threadIdx.x, x0 = (blockIdx.x * blockDim.y + threadIdx.y) * Of::kPixels, y0 = blockIdx.y * rows;
  if (x0 >= f.width) return;
  const int end = y0 + rows < f.height ? y0 + rows : f.height;
  // Of grey pixels lane l has 4l on; of colours, 8 lanes a channel.
  const int channel = C == 1 ? 0 : lane / 8, first = C == 1 ? 4 * lane : 4 * (lane % 8);

  float sums[2 * kReach + 1][kLaneSamples] = {};
  keep_row<C, kReach>(fetch_row<S, C, kReach>(f, from, x0, y0 - kReach, lane), mine, lane);
  for (int y = y0 - kReach; y < end + kReach; ++y) {
    const int turn = (y - y0 + kReach) & 1;
    float* const row = mine + turn * Of::kFloats;
    __syncwarp();  // the row is there, and nobody reads the other any more
    const Fetched next = fetch_row<S, C, kReach>(f, from, x0, y + 1, lane);  // of the last row nothing comes
    float blurred[kLaneSamples];
    blur_four<C, kReach>(row + channel * Of::kPlane, first, weights, blurred);
    keep_row<C, kReach>(next, mine + (1 - turn) * Of::kFloats, lane);
#pragma unroll
    for (int k = 0; k < kLaneSamples; ++k) {
#pragma unroll
      for (int j = 0; j < 2 * kReach; ++j) {
        const int distance = j < kReach ? kReach - j : j - kReach;
        sums[j][k] = sums[j + 1][k] + weights.at[distance] * blurred[k];
      }
      sums[2 * kReach][k] = weights.at[kReach] * blurred[k];
    }
    const int done = y - kReach;  // this row has been reached by all that reach it
    if (done >= y0) write_row<S, C>(f, to + done * f.pitch * C, x0, sums[0], mine + 2 * Of::kFloats, lane);
  }
}

// Radii for which there are not the registers: a block keeps a tile of `rows` rows and the 2r around them, blurred along
// the row, in shared memory, and sums down its columns.
template <class S, int C>
__global__ void gaussian_fused_tile_kernel(Frame f, const S* from, S* to, int rows, const __grid_constant__ Weights weights) {
  float* const tile = dynamic_shared<float>();
  const int radius = weights.radius, x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * rows, width = blockDim.x;
  for (int j = threadIdx.y; j < rows + 2 * radius; j += blockDim.y) {
    const S* const row = row_at<S, C>(f, from, y0 + j - radius);
    Colour<C> sum = {};
    for (int i = -radius; i <= radius; ++i) {
      add_weighed(sum, weights.at[i < 0 ? -i : i], pixel_in_row<S, C>(f, row, x + i));
    }
    store_pixel<float, C>(tile, j * width + threadIdx.x, sum);
  }
  __syncthreads();
  if (x >= f.width) return;
  for (int y = threadIdx.y; y < rows && y0 + y < f.height; y += blockDim.y) {
    Colour<C> sum = {};
    for (int j = 0; j <= 2 * radius; ++j) {
      add_weighed(sum, weights.at[j < radius ? radius - j : j - radius], load_pixel<float, C>(tile, (y + j) * width + threadIdx.x));
    }
    store_pixel<S, C>(to + (y0 + y) * f.pitch * C, x, sum);
  }
}

}  // namespace warplight::image
