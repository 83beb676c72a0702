// What the launchers of the heat rungs share: a step's coefficients and buffers in their own type, and the loop over steps.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "sim/gpu/launch.h"
#include "sim/heat/heat2d.h"
#include "sim/heat/plate.h"

#if !defined(__CUDACC__)
#include "sim/gpu/device.cuh"
#endif

namespace warplight::heat {

template <class T>
struct Step {
  Plate<T> plate;
  const T* now;
  T* next;
};

template <class T>
Step<T> make_step(const Heat2d::Params& params, const Heat2d::View& view) {
  return {make_plate<T>(params, view), static_cast<const T*>(view.temperature[view.current]),
          static_cast<T*>(view.temperature[1 - view.current])};
}

// Calls run<T, kMaterials>(step) for the field's type and for whether cells have materials.
template <class Run>
void with_step(const Heat2d::Params& params, const Heat2d::View& view, Run run) {
  if (params.precision == Heat2d::Precision::fp64) {
    const Step<double> step = make_step<double>(params, view);
    params.has_materials ? run.template operator()<double, true>(step) : run.template operator()<double, false>(step);
  } else {
    const Step<float> step = make_step<float>(params, view);
    params.has_materials ? run.template operator()<float, true>(step) : run.template operator()<float, false>(step);
  }
}

// One launch a step; the buffers take turns.
template <class Run>
Progress launch_each(const Heat2d::Params& params, Heat2d::View& view, int steps, Run run) {
  for (int done = 0; done < steps; ++done) {
    with_step(params, view, run);
    view.current = 1 - view.current;
  }
  return {steps};
}

constexpr Knob choice_knob(std::string_view name, std::string_view label, std::string_view help,
                           std::span<const std::string_view> choices, int default_choice) {
  return {.name = name,
          .label = label,
          .unit = "",
          .help = help,
          .min = 0,
          .max = static_cast<double>(choices.size() - 1),
          .default_value = static_cast<double>(default_choice),
          .choices = choices,
          .kind = KnobKind::choice};
}

}  // namespace warplight::heat
