#include "sim/heat/heat2d.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/heat/definition.h"
#include "sim/heat/picture.h"
#include "sim/heat/state.h"
#include "sim/error.h"
#include "sim/picture/image.h"
#include "sim/storage.h"
#include "sim/text.h"

namespace warplight {

const LabInfo& Heat2d::info() {
  static const std::vector<std::string_view> kEndings = [] {
    std::vector<std::string_view> endings{".npy", ".vti"};
    endings.insert(endings.end(), picture::endings().begin(), picture::endings().end());
    return endings;
  }();
  static const LabInfo kInfo{
      .name = "heat2d",
      .title = "Heat 2D",
      .group = "Heat",
      .what = "Heat that spreads over a plate: each cell goes towards the mean of its four neighbours.",
      .item = "cell",
      .state_endings = kEndings,
      .why_state_file_is_missing = heat::why_state_file_is_missing,
      .bench_steps = 96,
      .bench_scene = "random-field",
  };
  return kInfo;
}

std::span<const MeterInfo> Heat2d::meters() {
  static constexpr std::array<MeterInfo, 4> kMeters{{
      {.name = "total_heat",
       .label = "total heat",
       .unit = "",
       .help = "The sum of all temperatures times the cells' area."},
      {.name = "heat_error",
       .label = "heat error",
       .unit = "",
       .help = "How far the total is from what it began with and what sources and edges brought, relative to the sum of "
               "sizes. What edges and held cells bring is summed from look to look: from the third look on, or at each step."},
      {.name = "beyond_range",
       .label = "beyond range",
       .unit = "",
       .help = "How far the hottest or coldest cell is outside of what start, sources and outside allow (maximum "
               "principle), relative to that range."},
      {.name = "mode_error",
       .label = "mode error",
       .unit = "",
       .help = "How far the field is from the Fourier mode's known answer, relative to what the mode began with. None for "
               "other starts."},
  }};
  return kMeters;
}

Picture Heat2d::picture() { return {.kind = Picture::Kind::field, .field = {kTemperature, kOther}, .quantity = "temperature", .material = kMaterial}; }

FieldShape Heat2d::field_shape(const Params& params) {
  return {.width = params.width,
          .height = params.height,
          .pitch = heat::pitch_of(params),
          .value_bytes = static_cast<std::size_t>(heat::value_bytes(params)),
          .cell_width = params.dx,
          .cell_height = params.dy};
}

std::vector<BufferSpec> Heat2d::buffers(const Params& params) {
  const std::int64_t values = heat::pitch_of(params) * params.height;
  const auto bytes = static_cast<std::size_t>(heat::value_bytes(params));
  const auto temperature = [&](int turn) -> BufferSpec {
    return {.name = "temperature",
            .items = values,
            .item_bytes = bytes,
            .drawn = true,
            .finite_bytes = bytes,
            .row_items = params.width,
            .row_pitch = heat::pitch_of(params),
            .turn = turn};
  };
  return {
      temperature(0),
      temperature(1),
      {.name = "material",
       .items = params.has_materials ? params.width * params.height : 0,
       .item_bytes = sizeof(Material),
       .drawn = params.has_materials,
       .steady = true},
  };
}

Heat2d::View Heat2d::view(const Params& params, const Lent& lent) {
  return {.width = params.width,
          .height = params.height,
          .pitch = heat::pitch_of(params),
          .temperature = {lent.pointers[kTemperature], lent.pointers[kOther]},
          .material = params.has_materials ? static_cast<const Material*>(lent.pointers[kMaterial]) : nullptr,
          .current = lent.current};
}

Cost Heat2d::cost(const Params& params) {
  const double cells = static_cast<double>(params.width) * static_cast<double>(params.height);
  const double bytes = static_cast<double>(2 * heat::value_bytes(params) +
                                           (params.has_materials ? static_cast<std::int64_t>(sizeof(Material)) : 0));
  // By the textbook: ratio * (up + down) + left + right - center * u, times kx, plus u.
  const double flops = params.has_materials ? 17 : 8;
  return {.flops = flops * cells,
          .bytes = bytes * cells,
          .items = cells,
          .in_double = params.precision == Precision::fp64,
          .item_name = "cells",
          .convention = params.has_materials ? "17 flops a cell and step, each cell read and written once"
                                             : "8 flops a cell and step, each cell read and written once"};
}

std::string Heat2d::item_name(const Params& params, std::int64_t item) {
  return "cell (" + std::to_string(item % params.width) + ", " + std::to_string(item / params.width) + ")";
}

double Heat2d::time_step(const Params& params) {
  if (!std::isnan(params.dt)) return params.dt;
  const double limit = heat::stability_limit(params);
  return std::isfinite(limit) ? 0.9 * limit : 1;
}

std::string Heat2d::problem(const Params& params) {
  const heat::Sides sides = heat::sides_of(params);
  const auto lone = [](Boundary a, Boundary b) { return (a == Boundary::periodic) != (b == Boundary::periodic); };
  if (lone(sides.left, sides.right)) return "boundary_left and boundary_right: periodic are both or none";
  if (lone(sides.top, sides.bottom)) return "boundary_top and boundary_bottom: periodic are both or none";
  const double dt = time_step(params), limit = heat::stability_limit(params);
  if (!(dt > 0)) return "dt " + significant(dt, 6) + " is not above 0";
  // What is written with six digits may be a little more than it stands for.
  if (dt > limit * (1 + 1e-12)) return "dt " + significant(dt, 6) + " > limit " + significant(limit, 6);
  return {};
}

Bounds Heat2d::bounds(const Params& params, const HostState&) {
  const auto x = static_cast<float>(static_cast<double>(params.width) * params.dx / 2);
  const auto y = static_cast<float>(static_cast<double>(params.height) * params.dy / 2);
  return {.center = {x, y, 0}, .radius = std::max(std::hypot(x, y), 1e-30f)};
}

namespace heat {
namespace {

using Boundary = Heat2d::Boundary;

Boundary side(Heat2d::Side own, Boundary all) {
  return own == Heat2d::Side::as_boundary ? all : static_cast<Boundary>(static_cast<int>(own) - 1);
}

// The most that the two face coefficients along one axis add up to, of cells that are not held; -1: all are.
double most_along(std::int64_t n, double d, Boundary low, Boundary high, double alpha, double h) {
  const double inner = alpha / (d * d);
  const auto outer = [&](Boundary boundary) {
    if (boundary == Boundary::periodic) return n > 1 ? inner : 0;
    return boundary == Boundary::convective ? surface(alpha, h * d) / (d * d) : 0;
  };
  const double to_next = n > 1 ? inner : outer(high);
  double most = n > 2 ? 2 * inner : -1;
  const bool first_free = low != Boundary::fixed && !(n == 1 && high == Boundary::fixed);
  if (first_free) most = std::max(most, outer(low) + to_next);
  if (n > 1 && high != Boundary::fixed) most = std::max(most, inner + outer(high));
  return most;
}

bool open(Boundary boundary) { return boundary == Boundary::periodic || boundary == Boundary::convective; }

}  // namespace

Sides sides_of(const Heat2d::Params& params) {
  return {side(params.left, params.boundary), side(params.right, params.boundary), side(params.top, params.boundary),
          side(params.bottom, params.boundary)};
}

double stability_limit(const Heat2d::Params& params) {
  const Sides sides = sides_of(params);
  if (params.has_materials && !Heat2d::has_room(params)) {
    const bool any_open = open(sides.left) || open(sides.right) || open(sides.top) || open(sides.bottom);
    const double rate = params.alpha * (any_open ? params.open_rate : params.closed_rate);
    return rate > 0 ? 1 / rate : std::numeric_limits<double>::infinity();
  }
  // Where tools may place materials: the limit of a plate that is of the best conductor everywhere. A face, the harmonic mean
  // of its two cells, is at most the larger of them, and a surface grows with its cell's diffusivity. So none of the four
  // coefficients of any cell is larger than that plate's, whatever was placed or erased since, and holding a cell takes it
  // out of the most. In floats too: rounding keeps order, and the best conductor's own faces are the float that it is.
  const double alpha = params.alpha * (params.has_materials ? params.most_alpha : 1);
  const double x = most_along(params.width, params.dx, sides.left, sides.right, alpha, params.h);
  const double y = most_along(params.height, params.dy, sides.top, sides.bottom, alpha, params.h);
  return x >= 0 && y >= 0 && x + y > 0 ? 1 / (x + y) : std::numeric_limits<double>::infinity();
}

HostState empty_state(const Heat2d::Params& params) {
  HostState state;
  std::int64_t total = 0;
  for (const BufferSpec& spec : Heat2d::buffers(params)) total += spec.bytes();
  require_host_memory(total);
  for (const BufferSpec& spec : Heat2d::buffers(params)) state.buffers.emplace_back(static_cast<std::size_t>(spec.bytes()));
  if (params.has_materials) std::fill_n(materials(state), Heat2d::item_count(params), Heat2d::Material{});
  return state;
}

void finish_materials(Heat2d::Params& params, HostState& state) {
  if (!params.has_materials) return;
  const std::int64_t w = params.width, h = params.height;
  Heat2d::Material* const cells = materials(state);
  const auto alpha = [&](std::int64_t x, std::int64_t y) { return std::fabs(double{cells[y * w + x].alpha}); };
  double closed = 0, all_open = 0;
  for (std::int64_t y = 0; y < h; ++y) {
    for (std::int64_t x = 0; x < w; ++x) {
      const double own = alpha(x, y), right = face(own, alpha((x + 1) % w, y)), down = face(own, alpha(x, (y + 1) % h));
      const double left = face(own, alpha((x + w - 1) % w, y)), up = face(own, alpha(x, (y + h - 1) % h));
      cells[y * w + x].right = static_cast<float>(right);
      cells[y * w + x].down = static_cast<float>(down);
      if (std::signbit(cells[y * w + x].alpha)) continue;
      const double along_x = (x > 0 ? left : 0) + (x < w - 1 ? right : 0);
      const double along_y = (y > 0 ? up : 0) + (y < h - 1 ? down : 0);
      // Beyond an edge: the surface of a convective one at most 2 alpha, which a periodic one may exceed.
      const double open_x = (x > 0 ? left : std::max(2 * own, left)) + (x < w - 1 ? right : std::max(2 * own, right));
      const double open_y = (y > 0 ? up : std::max(2 * own, up)) + (y < h - 1 ? down : std::max(2 * own, down));
      const double x2 = params.dx * params.dx, y2 = params.dy * params.dy;
      closed = std::max(closed, along_x / x2 + along_y / y2);
      all_open = std::max(all_open, open_x / x2 + open_y / y2);
    }
  }
  params.closed_rate = closed;
  params.open_rate = all_open;
}

}  // namespace heat
}  // namespace warplight
