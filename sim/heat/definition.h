// The heat equation's step for one cell in double: the definition that all rungs are held to.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/heat/heat2d.h"

namespace warplight::heat {

// Of two halves of a way one after the other: the harmonic mean. Nothing passes where either lets nothing pass.
inline double face(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

// From the middle of a cell to an outside that takes h (u - u_inf): half a cell and the surface one after the other.
inline double surface(double alpha, double h_times_d) { return face(alpha, h_times_d / 2); }

class Definition {
 public:
  Definition(const Heat2d::Params& params, const Heat2d::Material* material)
      : params_(params), sides_(sides_of(params)), material_(params.has_materials ? material : nullptr),
        dt_(Heat2d::time_step(params)), x_(1 / (params.dx * params.dx)), y_(1 / (params.dy * params.dy)) {}

  bool wraps_x() const { return sides_.left == Heat2d::Boundary::periodic; }
  bool wraps_y() const { return sides_.top == Heat2d::Boundary::periodic; }
  std::int64_t width() const { return params_.width; }
  std::int64_t height() const { return params_.height; }

  bool held(std::int64_t x, std::int64_t y) const {
    using enum Heat2d::Boundary;
    if ((x == 0 && sides_.left == fixed) || (x == width() - 1 && sides_.right == fixed) ||
        (y == 0 && sides_.top == fixed) || (y == height() - 1 && sides_.bottom == fixed)) {
      return true;
    }
    return material_ != nullptr && std::signbit(material_[y * width() + x].alpha);
  }
  double alpha(std::int64_t x, std::int64_t y) const {
    return params_.alpha * (material_ ? std::fabs(double{material_[y * width() + x].alpha}) : 1.0);
  }
  double source(std::int64_t x, std::int64_t y) const {
    return material_ ? double{material_[y * width() + x].source} : 0.0;
  }

  // Diffusivity of the face to the right of a cell, and below it; of the last ones, of what lies behind the edge.
  double right_face(std::int64_t x, std::int64_t y) const {
    return params_.alpha * (material_ ? double{material_[y * width() + x].right} : 1.0);
  }
  double down_face(std::int64_t x, std::int64_t y) const {
    return params_.alpha * (material_ ? double{material_[y * width() + x].down} : 1.0);
  }

  // What flows into the cell a time, sources left out. at(ox, oy) is the temperature of the cell that lies so far away
  // (behind a periodic edge too); it is not asked for what lies outside.
  template <class At>
  double inflow(At at, std::int64_t x, std::int64_t y) const {
    const double u = at(0, 0);
    const std::int64_t w = width(), h = height();
    const auto through = [&](Heat2d::Boundary side, bool inside, double face_alpha, int ox, int oy, double d) {
      if (inside || side == Heat2d::Boundary::periodic) return face_alpha * (at(ox, oy) - u);
      if (side == Heat2d::Boundary::convective) return surface(alpha(x, y), params_.h * d) * (params_.u_inf - u);
      return 0.0;
    };
    const double along_x = through(sides_.left, x > 0, right_face(x > 0 ? x - 1 : w - 1, y), -1, 0, params_.dx) +
                           through(sides_.right, x < w - 1, right_face(x, y), 1, 0, params_.dx);
    const double along_y = through(sides_.top, y > 0, down_face(x, y > 0 ? y - 1 : h - 1), 0, -1, params_.dy) +
                           through(sides_.bottom, y < h - 1, down_face(x, y), 0, 1, params_.dy);
    return x_ * along_x + y_ * along_y;
  }

  template <class At>
  double next(At at, std::int64_t x, std::int64_t y) const {
    const double u = at(0, 0);
    return held(x, y) ? u : u + dt_ * (inflow(at, x, y) + source(x, y));
  }

  // The step of one whole row; `now` and `next` hold width * height values.
  void next_row(const double* now, double* next_values, std::int64_t y) const {
    const std::int64_t w = width(), h = height();
    for (std::int64_t x = 0; x < w; ++x) {
      const auto at = [&](int ox, int oy) {
        const std::int64_t ax = x + ox < 0 ? w - 1 : x + ox >= w ? 0 : x + ox;
        const std::int64_t ay = y + oy < 0 ? h - 1 : y + oy >= h ? 0 : y + oy;
        return now[ay * w + ax];
      };
      next_values[y * w + x] = next(at, x, y);
    }
  }

 private:
  Heat2d::Params params_;
  Sides sides_;
  const Heat2d::Material* material_;
  double dt_, x_, y_;
};

}  // namespace warplight::heat
