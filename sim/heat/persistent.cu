// The persistent rung: one cooperative launch for all steps of a call.
#include "sim/error.h"
#include "sim/heat/kernels/persistent.cuh"
#include "sim/heat/many_steps.h"
#include "sim/text.h"

namespace warplight::heat {
namespace {

using Params = Heat2d::Params;
using View = Heat2d::View;

class PreparedPersistent final : public Prepared {
 public:
  std::string choice() const override {
    return std::to_string(shape.grid.x) + " blocks of " + std::to_string(rows) + " rows, rim = " + std::to_string(rim);
  }
  gpu::Shape shape;
  int rows = 0, rim = 0;
};

// As many blocks as there are multiprocessors, and the widest rim of those asked for that fits.
template <class T, bool kMaterials>
std::unique_ptr<PreparedPersistent> choose(const Params& params, const LaunchValues& launch) {
  auto kept = std::make_unique<PreparedPersistent>();
  const std::size_t most = gpu::most_shared_bytes();
  const auto warps = static_cast<unsigned>(8 << launch["warps"]);
  const auto kernel = persistent_kernel<T, kMaterials>;
  kept->shape = {.block = {32, warps}, .shared_bytes = most, .cooperative = true};
  gpu::allow_shared_bytes(kernel, most);
  const unsigned blocks = gpu::most_cooperative_blocks(kernel, kept->shape);
  if (blocks == 0) throw_bad_input("persistent: this GPU holds no block of " + std::to_string(32 * warps) + " threads");
  kept->rows = static_cast<int>(gpu::blocks_for(params.height, static_cast<int>(blocks)));
  kept->shape.grid = {gpu::blocks_for(params.height, kept->rows)};
  const auto bytes = [&](int rim) {
    constexpr std::int64_t kCells = 16 / sizeof(T);
    const auto pitch = static_cast<std::size_t>(((params.width + 32 * kCells - 1) / (32 * kCells) * 32 + 2) * kCells);
    return 2 * static_cast<std::size_t>(kept->rows + 2 * rim + 2) * pitch * sizeof(T);
  };
  kept->rim = 1 << launch["rim"];
  while (kept->rim > 1 && bytes(kept->rim) > most) kept->rim /= 2;
  kept->shape.shared_bytes = bytes(kept->rim);
  if (kept->shape.shared_bytes > most) {
    throw_bad_input("persistent keeps the field in shared memory: " + grouped_plain(params.width) + " x " +
                    grouped_plain(params.height) + " cells need " +
                    bytes_text(static_cast<double>(kept->shape.shared_bytes)) + " in each of " +
                    std::to_string(kept->shape.grid.x) + " blocks, there are " + bytes_text(static_cast<double>(most)));
  }
  return kept;
}

}  // namespace

std::unique_ptr<Prepared> prepare_persistent(const Params& params, const View& view, const LaunchValues& launch,
                                             gpu::Stream&) {
  std::unique_ptr<Prepared> kept;
  with_step(params, view, [&]<class T, bool kMaterials>(const Step<T>&) { kept = choose<T, kMaterials>(params, launch); });
  return kept;
}

Progress advance_persistent(const Params& params, View& view, Call& call, int steps) {
  const auto& kept = static_cast<const PreparedPersistent&>(*call.prepared);
  with_step(params, view, [&]<class T, bool kMaterials>(const Step<T>& step) {
    gpu::launch(persistent_kernel<T, kMaterials>, kept.shape, call.stream, step.plate, const_cast<T*>(step.now), step.next,
                kept.rows, kept.rim, steps);
  });
  const int rounds = (steps + kept.rim - 1) / kept.rim;
  if (rounds % 2 == 1) view.current = 1 - view.current;
  return {steps};
}

}  // namespace warplight::heat
