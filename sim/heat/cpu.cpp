// All cores, vectorised, several steps a pass: each thread streams down its rows, and a row that has come in carries the
// rows behind it some steps further while they are in the cache. So the memory is read and written once for all of them.
#include <algorithm>
#include <cstring>
#include <vector>

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

// One step of one row. What lies behind a side that is not wrapped is not looked at.
template <class T>
class Stepper {
 public:
  explicit Stepper(const Plate<T>& plate) : p_(plate) {}

  void row(int y, const T* up, const T* row, const T* down, T* out) const {
    const Rows rows{up, row, down, out};
    if ((y == 0 && p_.top.held) || (y == p_.height - 1 && p_.bottom.held)) {
      std::memcpy(out, row, static_cast<std::size_t>(p_.width) * sizeof(T));
      return;
    }
    const bool has_rows = (y > 0 || p_.top.wraps) && (y < p_.height - 1 || p_.bottom.wraps);
    if (p_.material != nullptr || !has_rows || p_.width < 3) {
      for (int x = 0; x < p_.width; ++x) cell(x, y, rows);
      return;
    }
    cell(0, y, rows);
    inner_row_of(p_, up, row, down, out, 1, p_.width - 1);
    cell(p_.width - 1, y, rows);
  }

 private:
  struct Rows {
    const T *up, *row, *down;
    T* out;
  };

  const Cell& material(int x, int y) const { return p_.material[static_cast<long long>(y) * p_.width + x]; }

  // What flows in through one face, over kx.
  T through(const Edge<T>& edge, bool inside, T face_alpha, T own_alpha, const T* row, int x, T u) const {
    if (inside || edge.wraps) return face_alpha * (row[x] - u);
    if (p_.material == nullptr) return edge.weight * (edge.outside - u);
    return face(own_alpha, edge.transfer / 2) * (edge.outside - u);
  }

  void cell(int x, int y, const Rows& rows) const {
    const int w = p_.width, h = p_.height;
    const int x0 = x > 0 ? x - 1 : w - 1, x1 = x < w - 1 ? x + 1 : 0, y0 = y > 0 ? y - 1 : h - 1;
    const T u = rows.row[x];
    T left = 1, right = 1, up = 1, down = 1, alpha = 1, source = 0;
    bool held = (x == 0 && p_.left.held) || (x == w - 1 && p_.right.held);
    if (p_.material != nullptr) {
      const Cell& own = material(x, y);
      left = material(x0, y).right, right = own.right, up = material(x, y0).down, down = own.down;
      alpha = std::fabs(own.alpha), source = own.source;
      held = held || std::signbit(own.alpha);
    }
    const T along_x = through(p_.left, x > 0, left, alpha, rows.row, x0, u) +
                      through(p_.right, x < w - 1, right, alpha, rows.row, x1, u);
    const T along_y = through(p_.top, y > 0, up, alpha, rows.up, x, u) +
                      through(p_.bottom, y < h - 1, down, alpha, rows.down, x, u);
    rows.out[x] = held ? u : u + (p_.kx * (along_x + p_.ratio * along_y) + p_.dt * source);
  }

  static T face(T a, T b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

  const Plate<T>& p_;
};

// Some steps of a stretch of rows. Level t has rows at time t: level 0 is the field as it was, the last one the field as it
// will be, and of those between three rows are kept. A stretch begins and ends a row further out for each level below.
template <class T>
class Pass {
 public:
  Pass(const Plate<T>& plate, const T* now, T* next, int steps)
      : p_(plate), stepper_(plate), now_(now), next_(next), steps_(steps) {}

  void stretch(int first, int last, const std::stop_token& stop) {
    kept_.resize(static_cast<std::size_t>(kKept * (steps_ - 1) * p_.pitch));
    for (int i = first - (steps_ - 1); i < last + steps_ - 1 && !stop.stop_requested(); ++i) {
      for (int level = 1; level <= steps_; ++level) {
        const int y = i - (level - 1), further = steps_ - level;
        if (y < first - further || y >= last + further) continue;
        const int there = in_plate(y);
        if (there >= 0) stepper_.row(there, at(level - 1, y - 1), at(level - 1, y), at(level - 1, y + 1), at(level, y));
      }
    }
  }

 private:
  static constexpr int kKept = 3;
  static int in_ring(int i, int n) { return (i % n + n) % n; }
  int in_plate(int y) const { return p_.top.wraps ? in_ring(y, p_.height) : y >= 0 && y < p_.height ? y : -1; }

  // Where row y of a level lies; of rows that are not there, anywhere.
  T* at(int level, int y) {
    if (level == 0) return const_cast<T*>(now_) + std::max(in_plate(y), 0) * p_.pitch;
    if (level == steps_) return next_ + y * p_.pitch;
    return kept_.data() + ((level - 1) * kKept + in_ring(y, kKept)) * p_.pitch;
  }

  const Plate<T>& p_;
  Stepper<T> stepper_;
  const T* now_;
  T* next_;
  int steps_;
  std::vector<T> kept_;
};

template <class T>
int advance(const Heat2d::Params& params, Heat2d::View& view, const std::stop_token& stop, int steps) {
  constexpr int kMostSteps = 4;  // a pass; more would not stay in the cache where rows are long
  constexpr std::int64_t kFewCells = 20'000;  // waking other threads takes longer
  const Plate<T> plate = make_plate<T>(params, view);
  const int threads = params.width * params.height < kFewCells ? 1 : host_threads();
  const int stretches = std::clamp(threads, 1, plate.height);
  for (int done = 0; done < steps;) {
    const int now = std::min(kMostSteps, steps - done);
    const auto* const from = static_cast<const T*>(view.temperature[view.current]);
    auto* const to = static_cast<T*>(view.temperature[1 - view.current]);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int stretch = 0; stretch < stretches; ++stretch) {
      const auto row = [&](int s) { return static_cast<int>(std::int64_t{s} * plate.height / stretches); };
      Pass<T>(plate, from, to, now).stretch(row(stretch), row(stretch + 1), stop);
    }
    if (stop.stop_requested()) return done;
    view.current = 1 - view.current;
    done += now;
  }
  return steps;
}

}  // namespace

Progress advance_cpu(const Heat2d::Params& params, Heat2d::View& view, Call& call, int steps) {
  const bool in_double = params.precision == Heat2d::Precision::fp64;
  return {in_double ? advance<double>(params, view, call.stop, steps) : advance<float>(params, view, call.stop, steps)};
}

}  // namespace warplight::heat
