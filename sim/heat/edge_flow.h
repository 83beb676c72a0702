// What a plate's surroundings bring it: the flow into its free cells from convective sides and from cells that are held, by the
// very scheme of a step (definition.h), and that flow summed over time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/heat/definition.h"

namespace warplight::heat {

// Temperature a time, of one cell, in double. Summed over all cells it is how fast the sum of the temperatures changes, sources
// left out: what passes between two free cells leaves the one and enters the other. at(x, y): temperatures.
template <class At>
double inflow_from_outside(const Heat2d::Params& params, const Definition& plate, At at, std::int64_t x, std::int64_t y) {
  if (plate.held(x, y)) return 0;
  const std::int64_t w = plate.width(), h = plate.height();
  const Sides sides = sides_of(params);
  const double u = at(x, y);
  const auto through = [&](bool inside, Heat2d::Boundary side, std::int64_t nx, std::int64_t ny, double face_alpha, double d) {
    if (inside || side == Heat2d::Boundary::periodic) {
      nx = (nx + w) % w, ny = (ny + h) % h;
      return plate.held(nx, ny) ? face_alpha * (at(nx, ny) - u) / (d * d) : 0.0;
    }
    if (side != Heat2d::Boundary::convective) return 0.0;
    return surface(plate.alpha(x, y), params.h * d) * (params.u_inf - u) / (d * d);
  };
  return through(x > 0, sides.left, x - 1, y, plate.right_face(x > 0 ? x - 1 : w - 1, y), params.dx) +
         through(x < w - 1, sides.right, x + 1, y, plate.right_face(x, y), params.dx) +
         through(y > 0, sides.top, x, y - 1, plate.down_face(x, y > 0 ? y - 1 : h - 1), params.dy) +
         through(y < h - 1, sides.bottom, x, y + 1, plate.down_face(x, y), params.dy);
}

// The sum of rate dt over all steps, from rates at some of them. Between two looks it is the trapezoid, less dt/2 of how much
// the rate changed: a step takes the rate at its beginning (Euler-Maclaurin). So looks at every step sum it exactly. How far
// it may be off is told by the same sum over every second look (Richardson: a third of the difference).
class FlowSum {
 public:
  void begin(double time, double rate) { *this = {}, last_ = even_ = {time, rate}, looks_ = 1; }
  void add(double time, double rate, double dt) {
    const Look now{time, rate};
    if (now.time - last_.time > 1.5 * dt) every_step_ = false;
    fine_ += between(last_, now, dt);
    last_ = now;
    if (++looks_ % 2 == 0) return;
    coarse_ += between(even_, now, dt);
    error_ = std::fabs(fine_ - coarse_) / 3;
    even_ = now;
  }
  double sum() const { return fine_; }
  std::int64_t looks() const { return looks_; }
  // NaN: nobody knows yet.
  double error() const { return every_step_ ? 0 : looks_ < 3 ? std::numeric_limits<double>::quiet_NaN() : error_; }

 private:
  struct Look {
    double time = 0, rate = 0;
  };
  static double between(const Look& a, const Look& b, double dt) {
    return (b.time - a.time) * (a.rate + b.rate) / 2 - dt / 2 * (b.rate - a.rate);
  }
  Look last_, even_;
  double fine_ = 0, coarse_ = 0, error_ = 0;
  std::int64_t looks_ = 0;
  bool every_step_ = true;
};

}  // namespace warplight::heat
