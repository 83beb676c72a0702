// The same two passes with the weights among the kernel's parameters, which lie in the constant bank.
//
// All threads of a warp ask for the same weight at once, which is what that bank is made for: the multiplication names it
// as its operand, and the load is gone. What bounds it now: one load of a pixel for each multiplication.
#pragma once

#include "sim/image/kernels/gaussian_separable.cuh"

namespace warplight::image {

struct WeightsInParameters {
  const Weights& values;
  __device__ __forceinline__ float operator[](int i) const { return values.at[i]; }
};

template <class S, int C>
__global__ void gaussian_constant_rows_kernel(Frame f, const S* from, float* between, const __grid_constant__ Weights weights) {
  blur_along_row<S, C>(f, from, between, WeightsInParameters{weights}, weights.radius);
}

template <class S, int C>
__global__ void gaussian_constant_columns_kernel(Frame f, const float* between, S* to, const __grid_constant__ Weights weights) {
  blur_along_column<S, C>(f, between, to, WeightsInParameters{weights}, weights.radius);
}

}  // namespace warplight::image
