// What the launchers of filters share.
#pragma once

#include "sim/gpu/buffer.h"
#include "sim/gpu/launch.h"
#include "sim/image/filter.h"

#if !defined(__CUDACC__)
#include "sim/gpu/device.cuh"
#endif

namespace warplight::image {

// A picture of floats between two passes: rows as those of the view.
class PreparedScratch : public Prepared {
 public:
  PreparedScratch(const Params& params, const View& view)
      : between_(view.pitch * view.height * channels_of(params) * static_cast<std::int64_t>(sizeof(float))) {}
  float* between() const { return static_cast<float*>(between_.data()); }

 private:
  gpu::Buffer between_;
};

inline std::unique_ptr<Prepared> prepare_scratch(const Params& params, const View& view, const LaunchValues&, gpu::Stream&) {
  return std::make_unique<PreparedScratch>(params, view);
}
inline float* between_of(const Call& call) { return static_cast<const PreparedScratch*>(call.prepared)->between(); }

// Each step filters anew. run<S, C>(frame, from, to).
template <class Run>
Progress filter_each(const Params& params, const View& view, int steps, Run run) {
  for (int done = 0; done < steps; ++done) {
    with_pixels(params, [&]<class S, int C>() {
      run.template operator()<S, C>(frame_of(params, view), static_cast<const S*>(view.from), static_cast<S*>(view.to));
    });
  }
  return {steps};
}

constexpr Knob threads_knob(std::string_view name, std::string_view label, int most, int default_value) {
  return {.name = name,
          .label = label,
          .unit = "threads",
          .help = "How many threads a block has in this direction.",
          .min = 1,
          .max = static_cast<double>(most),
          .default_value = static_cast<double>(default_value),
          .kind = KnobKind::integer};
}
inline constexpr std::array kBlockKnobs = {threads_knob("block_x", "Block width", 64, 32),
                                           threads_knob("block_y", "Block height", 16, 8)};

inline gpu::Extent block_of(const Call& call) {
  return {static_cast<unsigned>(call.launch["block_x"]), static_cast<unsigned>(call.launch["block_y"])};
}
inline gpu::Shape one_a_thread(long long width, long long height, gpu::Extent block) {
  return {.grid = {gpu::blocks_for(width, static_cast<int>(block.x)), gpu::blocks_for(height, static_cast<int>(block.y))}, .block = block};
}

}  // namespace warplight::image
