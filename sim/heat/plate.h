// What a step needs to know besides the field, in the field's own precision: coefficients and sides.
#pragma once

#include "sim/heat/definition.h"
#include "sim/heat/heat2d.h"
#include "sim/heat/kernels/plate_types.h"
#include "sim/heat/state.h"

namespace warplight::heat {

// The sum of a step's weights is one to the last bit: ratio is rounded so that 1 + ratio is a number of T, and center is
// twice that. So rounding the coefficients neither makes heat nor loses any.
template <class T>
Plate<T> make_plate(const Heat2d::Params& params, const Heat2d::View& view) {
  const double dt = Heat2d::time_step(params);
  const auto one_and_ratio = static_cast<T>(1 + params.dx * params.dx / (params.dy * params.dy));
  Plate<T> plate{};
  plate.width = static_cast<int>(params.width);
  plate.height = static_cast<int>(params.height);
  plate.pitch = view.pitch;
  plate.material = reinterpret_cast<const Cell*>(view.material);
  plate.ratio = one_and_ratio - 1;
  plate.center = 2 * one_and_ratio;
  plate.kx = static_cast<T>(dt * params.alpha / (params.dx * params.dx));
  plate.dt = static_cast<T>(dt);
  const Sides sides = sides_of(params);
  const auto edge = [&](Heat2d::Boundary boundary, double d) {
    const bool convective = boundary == Heat2d::Boundary::convective;
    const double weight = convective ? surface(params.alpha, params.h * d) / params.alpha : 0;
    return Edge<T>{.held = boundary == Heat2d::Boundary::fixed,
                   .wraps = boundary == Heat2d::Boundary::periodic,
                   .weight = static_cast<T>(weight),
                   .transfer = static_cast<T>(convective ? params.h * d / params.alpha : 0),
                   .outside = static_cast<T>(convective ? params.u_inf : 0)};
  };
  plate.left = edge(sides.left, params.dx);
  plate.right = edge(sides.right, params.dx);
  plate.top = edge(sides.top, params.dy);
  plate.bottom = edge(sides.bottom, params.dy);
  return plate;
}

}  // namespace warplight::heat
