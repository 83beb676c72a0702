// The rung that all others are measured against: the definition, cell by cell, the field in double.
#include <cstddef>
#include <vector>

#include "sim/heat/definition.h"
#include "sim/heat/state.h"

namespace warplight::heat {
namespace {

class PreparedReference final : public Prepared {
 public:
  explicit PreparedReference(std::int64_t cells) : now(static_cast<std::size_t>(cells)), next(now.size()) {}
  std::span<const double> state_in_double() const override { return now; }

  std::vector<double> now, next;
};

double lent_value(const Heat2d::Params& params, const Heat2d::View& view, std::int64_t x, std::int64_t y) {
  return value_at(params, view.temperature[view.current], x, y);
}

// What a double is once it is stored.
double stored(const Heat2d::Params& params, double value) {
  return params.precision == Heat2d::Precision::fp64 ? value : double{static_cast<float>(value)};
}

// Where the lent field still holds the double rounded, the double is the truth; where somebody else has changed a cell
// since, the cell is.
void take_lent(PreparedReference& kept, const Heat2d::Params& params, const Heat2d::View& view) {
  for (std::int64_t y = 0; y < view.height; ++y) {
    for (std::int64_t x = 0; x < view.width; ++x) {
      double& value = kept.now[static_cast<std::size_t>(y * view.width + x)];
      const double lent = lent_value(params, view, x, y);
      if (stored(params, value) != lent) value = lent;
    }
  }
}

void commit(const PreparedReference& kept, const Heat2d::Params& params, Heat2d::View& view) {
  view.current = 1 - view.current;
  for (std::int64_t y = 0; y < view.height; ++y) {
    for (std::int64_t x = 0; x < view.width; ++x) {
      set_value(params, view.temperature[view.current], x, y, kept.now[static_cast<std::size_t>(y * view.width + x)]);
    }
  }
}

}  // namespace

std::unique_ptr<Prepared> prepare_reference(const Heat2d::Params& params, const Heat2d::View& view, const LaunchValues&,
                                            gpu::Stream&) {
  auto kept = std::make_unique<PreparedReference>(view.width * view.height);
  take_lent(*kept, params, view);
  return kept;
}

Progress advance_reference(const Heat2d::Params& params, Heat2d::View& view, Call& call, int steps) {
  auto& kept = static_cast<PreparedReference&>(*call.prepared);
  const Definition definition(params, view.material);
  take_lent(kept, params, view);
  int done = 0;
  for (; done < steps; ++done) {
    for (std::int64_t y = 0; y < view.height && !call.stop.stop_requested(); ++y) {
      definition.next_row(kept.now.data(), kept.next.data(), y);
    }
    if (call.stop.stop_requested()) break;
    kept.now.swap(kept.next);
  }
  if (done > 0) commit(kept, params, view);
  return {done};
}

}  // namespace warplight::heat
