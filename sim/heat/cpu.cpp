// All cores, vectorised: rows are spread over the threads, the inner loop goes along them.
#include <cstring>

#include "sim/heat/plate.h"
#include "sim/host_threads.h"

namespace warplight::heat {
namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WARPLIGHT_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WARPLIGHT_WIDEST
#endif

// Cells first to last - 1 of a row whose cells are all alike and have both neighbours.
template <class T>
inline void inner_row(const Plate<T>& p, const T* up, const T* row, const T* down, T* out, int first, int last) {
  const T kx = p.kx, ratio = p.ratio, center = p.center;
#pragma omp simd
  for (int x = first; x < last; ++x) {
    out[x] = row[x] + kx * (ratio * (up[x] + down[x]) + ((row[x - 1] + row[x + 1]) - center * row[x]));
  }
}
WARPLIGHT_WIDEST void inner_row_of(const Plate<float>& p, const float* up, const float* row, const float* down, float* out,
                                   int first, int last) {
  inner_row(p, up, row, down, out, first, last);
}
WARPLIGHT_WIDEST void inner_row_of(const Plate<double>& p, const double* up, const double* row, const double* down,
                                   double* out, int first, int last) {
  inner_row(p, up, row, down, out, first, last);
}

template <class T>
class Stepper {
 public:
  Stepper(const Plate<T>& plate, const T* now, T* next) : p_(plate), now_(now), next_(next) {}

  void row(int y) const {
    if ((y == 0 && p_.top.held) || (y == p_.height - 1 && p_.bottom.held)) {
      std::memcpy(next_ + y * p_.pitch, row_at(y), static_cast<std::size_t>(p_.width) * sizeof(T));
      return;
    }
    const bool has_rows = (y > 0 || p_.top.wraps) && (y < p_.height - 1 || p_.bottom.wraps);
    if (p_.material != nullptr || !has_rows || p_.width < 3) {
      for (int x = 0; x < p_.width; ++x) cell(x, y);
      return;
    }
    const T* const up = row_at(y > 0 ? y - 1 : p_.height - 1);
    const T* const down = row_at(y < p_.height - 1 ? y + 1 : 0);
    cell(0, y);
    inner_row_of(p_, up, row_at(y), down, next_ + y * p_.pitch, 1, p_.width - 1);
    cell(p_.width - 1, y);
  }

 private:
  const T* row_at(int y) const { return now_ + y * p_.pitch; }
  const Cell& material(int x, int y) const { return p_.material[static_cast<long long>(y) * p_.width + x]; }

  // What flows in through one face, over kx.
  T through(const Edge<T>& edge, bool inside, T face_alpha, T own_alpha, T neighbour, T u) const {
    if (inside || edge.wraps) return face_alpha * (neighbour - u);
    if (p_.material == nullptr) return edge.weight * (edge.outside - u);
    return surface(own_alpha, edge.transfer) * (edge.outside - u);
  }

  void cell(int x, int y) const {
    const int w = p_.width, h = p_.height;
    const int x0 = x > 0 ? x - 1 : w - 1, x1 = x < w - 1 ? x + 1 : 0, y0 = y > 0 ? y - 1 : h - 1, y1 = y < h - 1 ? y + 1 : 0;
    const T u = row_at(y)[x];
    T& out = next_[y * p_.pitch + x];
    T left = 1, right = 1, up = 1, down = 1, alpha = 1, source = 0;
    bool held = (x == 0 && p_.left.held) || (x == w - 1 && p_.right.held);
    if (p_.material != nullptr) {
      const Cell& own = material(x, y);
      left = material(x0, y).right, right = own.right, up = material(x, y0).down, down = own.down;
      alpha = std::fabs(own.alpha), source = own.source;
      held = held || std::signbit(own.alpha);
    }
    const T along_x = through(p_.left, x > 0, left, alpha, row_at(y)[x0], u) +
                      through(p_.right, x < w - 1, right, alpha, row_at(y)[x1], u);
    const T along_y = through(p_.top, y > 0, up, alpha, row_at(y0)[x], u) +
                      through(p_.bottom, y < h - 1, down, alpha, row_at(y1)[x], u);
    out = held ? u : u + (p_.kx * (along_x + p_.ratio * along_y) + p_.dt * source);
  }

  static T surface(T own, T transfer) {
    const T half = transfer / 2;
    return own + half > 0 ? 2 * own * half / (own + half) : 0;
  }

  const Plate<T>& p_;
  const T* now_;
  T* next_;
};

template <class T>
int advance(const Heat2d::Params& params, Heat2d::View& view, const std::stop_token& stop, int steps) {
  const Plate<T> plate = make_plate<T>(params, view);
  constexpr std::int64_t kFewCells = 20'000;  // waking other threads takes longer
  const bool few = params.width * params.height < kFewCells;
  for (int done = 0; done < steps; ++done) {
    const Stepper<T> stepper(plate, static_cast<const T*>(view.temperature[view.current]),
                             static_cast<T*>(view.temperature[1 - view.current]));
#pragma omp parallel for schedule(static) if (!few) num_threads(host_threads())
    for (int y = 0; y < plate.height; ++y) {
      if (!stop.stop_requested()) stepper.row(y);
    }
    if (stop.stop_requested()) return done;
    view.current = 1 - view.current;
  }
  return steps;
}

}  // namespace

Progress advance_cpu(const Heat2d::Params& params, Heat2d::View& view, Call& call, int steps) {
  const bool in_double = params.precision == Heat2d::Precision::fp64;
  return {in_double ? advance<double>(params, view, call.stop, steps) : advance<float>(params, view, call.stop, steps)};
}

}  // namespace warplight::heat
