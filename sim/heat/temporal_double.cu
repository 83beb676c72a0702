// The temporal rung's kernels in double precision.
#include "sim/heat/kernels/temporal.cuh"
#include "sim/heat/temporal.h"

namespace warplight::heat {
namespace {

template <bool kMaterials, int kSteps, int kCells>
constexpr TemporalKernel<double> entry() {
  return {kSteps, kCells, kMaterials, temporal_kernel<double, kMaterials, kSteps, kCells>,
          Strip<double, kSteps, kCells>::kUseful};
}

const TemporalKernel<double> kKernels[] = {
    entry<false, 1, 2>(), entry<false, 2, 2>(), entry<false, 4, 2>(), entry<false, 8, 2>(), entry<false, 4, 4>(),
    entry<false, 8, 4>(), entry<true, 1, 2>(),  entry<true, 2, 2>(),  entry<true, 4, 2>(),
};

}  // namespace

std::span<const TemporalKernel<double>> temporal_kernels(double) { return kKernels; }

}  // namespace warplight::heat
