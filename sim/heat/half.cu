// The half rung: between the first step of a call and the last the field is in 16-bit numbers of its own.
#include "sim/gpu/buffer.h"
#include "sim/heat/kernels/half.cuh"
#include "sim/heat/many_steps.h"

namespace warplight::heat {
namespace {

using Params = Heat2d::Params;
using View = Heat2d::View;

class PreparedHalf final : public Prepared {
 public:
  explicit PreparedHalf(std::int64_t values)
      : one(values * static_cast<std::int64_t>(sizeof(Half))), two(values * static_cast<std::int64_t>(sizeof(Half))) {}
  gpu::Buffer one, two;
};

template <class T, bool kMaterials>
void launch_all(const Step<T>& step, const PreparedHalf& kept, Call& call, int steps) {
  constexpr int kRows = 2, kCells = 8;
  const int warps = 1 << call.launch["warps"];
  const gpu::Shape shape = {.grid = {gpu::blocks_for(step.plate.width, 32 * kCells),
                                     gpu::blocks_for(step.plate.height, kRows * warps)},
                            .block = {32, static_cast<unsigned>(warps)}};
  const auto* const from = reinterpret_cast<const Rounded<T>*>(step.now);
  auto* const to = reinterpret_cast<Rounded<T>*>(step.next);
  if (steps == 1) {
    gpu::launch(half_kernel<T, kMaterials, Rounded<T>, Rounded<T>>, shape, call.stream, step.plate, from, to);
    return;
  }
  auto* now = static_cast<Half*>(kept.one.data());
  auto* next = static_cast<Half*>(kept.two.data());
  gpu::launch(half_kernel<T, kMaterials, Rounded<T>, Half>, shape, call.stream, step.plate, from, now);
  for (int done = 1; done < steps - 1; ++done) {
    gpu::launch(half_kernel<T, kMaterials, Half, Half>, shape, call.stream, step.plate, now, next);
    std::swap(now, next);
  }
  gpu::launch(half_kernel<T, kMaterials, Half, Rounded<T>>, shape, call.stream, step.plate, now, to);
}

}  // namespace

std::unique_ptr<Prepared> prepare_half(const Params&, const View& view, const LaunchValues&, gpu::Stream&) {
  return std::make_unique<PreparedHalf>(view.pitch * view.height);
}

Progress advance_half(const Params& params, View& view, Call& call, int steps) {
  const auto& kept = static_cast<const PreparedHalf&>(*call.prepared);
  if (steps <= 0) return {};
  with_step(params, view, [&]<class T, bool kMaterials>(const Step<T>& step) {
    launch_all<T, kMaterials>(step, kept, call, steps);
  });
  view.current = 1 - view.current;
  return {steps};
}

}  // namespace warplight::heat
