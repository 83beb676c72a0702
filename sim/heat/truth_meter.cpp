// The heat truth meter: total heat against what sources and edges bring, the maximum principle, the error against a mode whose
// answer is known.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/heat/edge_flow.h"
#include "sim/heat/mode.h"
#include "sim/heat/state.h"
#include "sim/text.h"

namespace warplight {
namespace {

using Boundary = Heat2d::Boundary;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
enum Value { kTotal, kHeatError, kBeyond, kModeError, kValues };

// What one look at a field finds.
struct Found {
  double total = 0, size = 0;  // sums of the temperatures and of their sizes
  double least = kInfinity, most = -kInfinity;
  double mode_error2 = 0;
  double flow = 0;  // from the surroundings into all free cells, temperature a time
};

// What materials do to the balance, found at the first measurement.
struct Sources {
  double total = 0, most = 0, least = 0;  // temperature a time
  bool any_held = false;
};

// The field is copied when a measurement begins; slices go over the rows of the copy, on the host.
class Meter final : public TruthMeter {
 public:
  void begin(const ParamBytes& params, const Lent& lent, Place place, const Prepared* prepared, gpu::Stream& stream,
             double time) override {
    params_ = params.as<Heat2d::Params>();
    time_ = time;
    next_row_ = 0;
    found_ = {};
    copied_ = false;
    const Heat2d::View view = Heat2d::view(params_, lent);
    if (place == Place::device) {
      begin_on_device(view, stream);
    } else {
      begin_on_host(view, prepared);
    }
    if (params_.is_mode) {
      const heat::Sides sides = heat::sides_of(params_);
      mode_x_ = heat::mode_axis(params_.width, params_.dx, params_.mode_x, sides.left);
      mode_y_ = heat::mode_axis(params_.height, params_.dy, params_.mode_y, sides.top);
    }
  }

  bool slice(double budget_ms, gpu::Stream&, std::stop_token stop) override {
    using Clock = std::chrono::steady_clock;
    if (copied_ && !arrived_->reached()) return false;
    if (!have_first_ && next_row_ == 0) find_sources();
    const heat::Definition plate(params_, materials_.data());
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(budget_ms);
    do {
      look_at_edges(plate, next_row_);
      look_at_row(next_row_++);
    } while (next_row_ < params_.height && Clock::now() < end && !stop.stop_requested());
    if (next_row_ < params_.height) return false;
    compare_with_first();
    return true;
  }

  std::span<const double> values() const override { return values_; }
  std::string basis(std::size_t meter) const override {
    if (meter != kHeatError || closed() || !have_first_) return {};
    if (std::isnan(flow_.error())) return "what edges bring is known from the third look on";
    if (flow_.error() == 0) return {};
    const double size = std::max(found_.size, std::numeric_limits<double>::min());
    return "edges summed over " + grouped_plain(flow_.looks()) + " looks, off by some " + significant(flow_.error() / size, 2);
  }
  void reset() override {
    have_first_ = false;
    values_.fill(kNaN);
  }

 private:
  bool needs_materials() const { return params_.has_materials && !have_first_; }

  void begin_on_device(const Heat2d::View& view, gpu::Stream& stream) {
    const std::int64_t bytes = view.pitch * view.height * heat::value_bytes(params_);
    exact_.clear();
    if (pinned_.bytes() != bytes) pinned_ = gpu::PinnedBuffer(bytes);
    gpu::copy_to_host(pinned_.data(), view.temperature[view.current], bytes, stream);
    if (needs_materials()) {
      materials_.resize(static_cast<std::size_t>(Heat2d::item_count(params_)));
      const auto material_bytes = static_cast<std::int64_t>(materials_.size() * sizeof(Heat2d::Material));
      gpu::copy_to_host(materials_.data(), view.material, material_bytes, stream);
    }
    if (!arrived_) arrived_.emplace();
    arrived_->record(stream);
    copied_ = true;
    field_ = pinned_.data();
  }

  void begin_on_host(const Heat2d::View& view, const Prepared* prepared) {
    const std::span<const double> exact = prepared ? prepared->state_in_double() : std::span<const double>();
    exact_.assign(exact.begin(), exact.end());
    const auto* start = static_cast<const std::byte*>(view.temperature[view.current]);
    if (exact.empty()) host_.assign(start, start + view.pitch * view.height * heat::value_bytes(params_));
    field_ = host_.data();
    if (needs_materials()) materials_.assign(view.material, view.material + Heat2d::item_count(params_));
  }

  double value(std::int64_t x, std::int64_t y) const {
    return exact_.empty() ? heat::value_at(params_, field_, x, y)
                          : exact_[static_cast<std::size_t>(y * params_.width + x)];
  }

  // What the mode has faded to by now.
  double amplitude() const {
    const double k2 = mode_x_.wave_number * mode_x_.wave_number + mode_y_.wave_number * mode_y_.wave_number;
    return std::exp(-params_.alpha * k2 * time_);
  }

  // Only cells beside what is held, or at a side, have such a flow.
  void look_at_edges(const heat::Definition& plate, std::int64_t y) {
    if (closed()) return;
    const std::int64_t w = params_.width;
    const bool all = sources_.any_held || y < 2 || y >= params_.height - 2 || w <= 4;
    const auto at = [&](std::int64_t ax, std::int64_t ay) { return value(ax, ay); };
    for (std::int64_t x = 0; x < w; x = !all && x == 1 ? w - 2 : x + 1) {
      found_.flow += heat::inflow_from_outside(params_, plate, at, x, y);
    }
  }

  void look_at_row(std::int64_t y) {
    const double mode = params_.is_mode ? amplitude() * mode_y_.values[static_cast<std::size_t>(y)] : 0;
    for (std::int64_t x = 0; x < params_.width; ++x) {
      const double u = value(x, y);
      found_.total += u;
      found_.size += std::fabs(u);
      // Written so that a NaN becomes, and stays, both.
      if (!(u >= found_.least)) found_.least = u;
      if (!(u <= found_.most)) found_.most = u;
      if (!params_.is_mode) continue;
      const double off = u - mode * mode_x_.values[static_cast<std::size_t>(x)];
      found_.mode_error2 += off * off;
    }
  }

  void find_sources() {
    sources_ = {};
    const heat::Definition plate(params_, materials_.data());
    for (std::size_t i = 0; i < materials_.size(); ++i) {
      const Heat2d::Material& material = materials_[i];
      sources_.any_held = sources_.any_held || std::signbit(material.alpha);
      const auto cell = static_cast<std::int64_t>(i);
      if (plate.held(cell % params_.width, cell / params_.width)) continue;
      sources_.total += double{material.source};
      sources_.most = std::max(sources_.most, double{material.source});
      sources_.least = std::min(sources_.least, double{material.source});
    }
    if (closed()) materials_ = {};  // else the faces are asked for at each look
  }

  bool closed() const {
    const heat::Sides sides = heat::sides_of(params_);
    for (const Boundary side : {sides.left, sides.right, sides.top, sides.bottom}) {
      if (side == Boundary::fixed || side == Boundary::convective) return false;
    }
    return !sources_.any_held;
  }

  void compare_with_first() {
    if (!have_first_) {
      first_ = found_;
      first_time_ = time_;
      flow_.begin(time_, found_.flow);
    } else {
      flow_.add(time_, found_.flow, Heat2d::time_step(params_));
    }
    have_first_ = true;
    const double elapsed = time_ - first_time_;
    values_[kTotal] = found_.total * params_.dx * params_.dy;
    values_[kHeatError] = kNaN;
    if (closed() || !std::isnan(flow_.error())) {
      const double brought = sources_.total * elapsed + (closed() ? 0 : flow_.sum());
      const double off = std::fabs(found_.total - first_.total - brought);
      const double size = std::max({first_.size, found_.size, std::numeric_limits<double>::min()});
      values_[kHeatError] = off / size;
    }
    values_[kBeyond] = beyond_range(elapsed);
    values_[kModeError] = params_.is_mode ? mode_error() : kNaN;
  }

  double beyond_range(double elapsed) const {
    double low = first_.least, high = first_.most;
    const heat::Sides sides = heat::sides_of(params_);
    for (const Boundary side : {sides.left, sides.right, sides.top, sides.bottom}) {
      if (side != Boundary::convective) continue;
      low = std::min(low, params_.u_inf);
      high = std::max(high, params_.u_inf);
    }
    low += sources_.least * elapsed;
    high += sources_.most * elapsed;
    const double over = found_.most - high, under = low - found_.least;
    if (std::isnan(over) || std::isnan(under)) return kNaN;
    const double beyond = std::max({over, under, 0.0}), range = high - low;
    return range > 0 ? beyond / range : beyond;
  }

  double mode_error() const {
    double x2 = 0, y2 = 0;
    for (const double value : mode_x_.values) x2 += value * value;
    for (const double value : mode_y_.values) y2 += value * value;
    return x2 * y2 > 0 ? std::sqrt(found_.mode_error2 / (x2 * y2)) : std::sqrt(found_.mode_error2);
  }

  Heat2d::Params params_;
  double time_ = 0, first_time_ = 0;
  std::int64_t next_row_ = 0;
  Found found_, first_;
  Sources sources_;
  heat::FlowSum flow_;
  bool have_first_ = false;
  std::array<double, kValues> values_ = {kNaN, kNaN, kNaN, kNaN};
  heat::ModeAxis mode_x_, mode_y_;

  const void* field_ = nullptr;
  std::vector<std::byte> host_;
  std::vector<double> exact_;  // the reference's own
  std::vector<Heat2d::Material> materials_;
  gpu::PinnedBuffer pinned_;
  std::optional<gpu::Event> arrived_;
  bool copied_ = false;  // from a GPU, and perhaps not there yet
};

}  // namespace

std::unique_ptr<TruthMeter> Heat2d::make_truth_meter() { return std::make_unique<Meter>(); }

}  // namespace warplight
