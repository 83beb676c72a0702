// The launchers of the temporal rung, by the field's type: one pass of several steps.
#pragma once

#include <cstdint>

#include "sim/heat/kernels/plate_types.h"
#include "sim/heat/launchers.h"

namespace warplight::heat {

// A kernel that takes so many steps a pass.
template <class T>
struct TemporalKernel {
  int steps, cells;  // cells: of a lane
  bool materials;
  void (*kernel)(Plate<T>, const T*, T*, Cut);
  int useful_columns;
};

// The one that takes as many steps as it can, at most `most`, with so many accesses of 16 bytes a lane and row (or fewer,
// where there is none). (temporal.cu, temporal_double.cu)
template <class T>
const TemporalKernel<T>& find_temporal_kernel(std::span<const TemporalKernel<T>> kernels, bool materials, int most, int cells) {
  const TemporalKernel<T>* best = nullptr;
  for (const TemporalKernel<T>& kernel : kernels) {
    if (kernel.materials != materials || kernel.steps > most || kernel.cells > cells) continue;
    if (best == nullptr || kernel.steps > best->steps || (kernel.steps == best->steps && kernel.cells > best->cells)) {
      best = &kernel;
    }
  }
  return *best;
}

inline constexpr int kPassStepsOf[] = {1, 2, 4, 8, 12, 16};
inline constexpr std::array<std::string_view, 6> kPassSteps{"1", "2", "4", "8", "12", "16"};
inline constexpr std::array<std::string_view, 3> kAccesses{"auto", "1", "2"};
inline constexpr int kTemporalRowsOf[] = {0, 16, 32, 64, 96, 128, 192, 224, 256, 320, 384, 448, 512, 768, 1024};
inline constexpr std::array<std::string_view, 15> kTemporalRows{"auto", "16",  "32",  "64",  "96",  "128", "192", "224",
                                                                "256",  "320", "384", "448", "512", "768", "1024"};
inline constexpr std::array<std::string_view, 3> kTemporalWarps{"1", "2", "4"};
inline constexpr std::array<Knob, 4> kTemporalKnobs{
    choice_knob("pass_steps", "Steps a pass",
                "How many steps a pass takes: more move less memory, and compute more cells twice. Materials take 4 at most, "
                "fp64 takes 8.",
                kPassSteps, 3),
    choice_knob("accesses", "Accesses a row", "How many accesses of 16 bytes a lane makes for its cells of a row; auto: one in fp32, two in fp64.", kAccesses,
                0),
    choice_knob("rows", "Rows a warp",
                "How many rows a warp streams over; auto: so many that all warps end at about the same time.", kTemporalRows,
                0),
    choice_knob("warps", "Warps a block", "How many warps of a block lie below each other.", kTemporalWarps, 2),
};

std::span<const TemporalKernel<float>> temporal_kernels(float);
std::span<const TemporalKernel<double>> temporal_kernels(double);

std::unique_ptr<Prepared> prepare_temporal(const Heat2d::Params&, const Heat2d::View&, const LaunchValues&, gpu::Stream&);
Progress advance_temporal(const Heat2d::Params&, Heat2d::View&, Call&, int steps);

}  // namespace warplight::heat
