// Kernels that use what the labs' kernels may say; the results are known by heart.
#pragma once

#include "sim/gpu/device.cuh"

namespace warplight::lens_test {

__global__ void vector_atomics_kernel(float4* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_add(&sums[i % n], make_float4(1.0f, static_cast<float>(threadIdx.x), 0.5f, -static_cast<float>(blockIdx.x)));
}

// Each warp of the block has its row of the tile and its own number of rounds, which only __syncwarp orders: a lane adds
// up what its neighbours left, round after round.
constexpr int kRows = 4, kColumns = 64;
__global__ void __launch_bounds__(32 * kRows, 2) tile_rows_kernel(const float4* in, float* out) {
  __shared__ float4 tile[kRows][kColumns];
  const int row = threadIdx.y, lane = threadIdx.x;
#pragma unroll
  for (int c = 0; c < kColumns; c += 32) tile[row][c + lane] = __ldg(&in[blockIdx.x * kColumns + c + lane]);
  float sum[2] = {0, 0};
  for (int round = 0; round <= row; ++round) {
    __syncwarp();
    for (int half = 0; half < 2; ++half) {
      const float4 left = tile[row][(32 * half + lane + round) % kColumns];
      sum[half] = fmaf(left.w, left.x, sum[half]);
    }
    __syncwarp();
    tile[row][lane].w += 0.5f;
  }
  for (int half = 0; half < 2; ++half) {
    __stcs(&out[(blockIdx.x * kRows + row) * kColumns + 32 * half + lane], sum[half]);
  }
}

// sm_80 has an instruction for these; before it they are not there to be tried.
__device__ inline double largest_of(unsigned mask, int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return 31;
#else
  return __reduce_max_sync(mask, value);
#endif
}
__device__ inline double smallest_of(unsigned mask, int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return -40;
#else
  return __reduce_min_sync(mask, value);
#endif
}

// One word a row of `out`.
__global__ void words_kernel(const float4* in, float4* copy, float* sum, double* out) {
  const unsigned all = 0xffffffffu;
  const int lane = threadIdx.x;
  float4 four = __ldcs(&in[lane]);
  __stcs(&copy[lane], four);
  atomicAdd(sum, four.x);
  __syncwarp();
  const double words[] = {__shfl_sync(all, four.x, (lane * 5 + 3) % 32),  // each lane asks another
                          __shfl_sync(all, four.x, (lane + 1) % 16, 16),
                          __fmaf_rn(four.x, four.y, four.z),
                          fmaf(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -1.0f),  // one rounding: 2^-11 + 2^-24
                          rsqrt(4.0 * (lane + 1) * (lane + 1)),
                          1.0 / 3.0 * lane,
                          copy[lane].w,
                          rsqrtf(16.0f),
                          largest_of(all, lane),
                          smallest_of(all, lane - 40),
                          __ldcg(&in[lane]).z + __ldca(&in[lane]).y,
                          fmaxf(fminf(four.x, 10.0f), 5.0f)};
  for (int w = 0; w < 12; ++w) out[32 * w + lane] = words[w];
}

__global__ void integer_atomics_kernel(unsigned* slots) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;  // 0 .. 191
  atomicAdd(&slots[0], i);
  atomicMax(&slots[1], i);
  atomicMin(&slots[2], i + 7);
  atomicAnd(&slots[3], ~(1u << i % 8));
  atomicOr(&slots[4], 1u << i % 8);
  atomicXor(&slots[5], i);
  atomicInc(&slots[6], 9);
  unsigned seen = atomicExch(&slots[7], 0u), mine = 0;
  do {  // a sum by compare-and-swap
    mine = seen;
    seen = atomicCAS(&slots[7], mine, mine);
  } while (seen != mine);
}

}  // namespace warplight::lens_test
