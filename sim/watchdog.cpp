#include "sim/watchdog.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/error.h"
#include "sim/gpu/watch.h"

namespace warplight {
namespace {

// How the values of a buffer lie: one row, if it has no gaps.
gpu::Watched watched(const BufferSpec& spec, const void* values) {
  const auto an_item = static_cast<std::int64_t>(spec.item_bytes / spec.finite_bytes);
  gpu::Watched w{.values = values, .value_bytes = spec.finite_bytes, .values_an_item = static_cast<int>(an_item)};
  w.width = (spec.row_items > 0 ? spec.row_items : spec.items) * an_item;
  w.pitch = spec.row_items > 0 ? spec.row_pitch * an_item : w.width;
  w.height = spec.row_items > 0 ? spec.items / spec.row_pitch : 1;
  return w;
}

bool is_watched(const BufferSpec& spec, int current) { return spec.finite_bytes > 0 && spec.holds_state(current); }

// The first of `count` values that is not finite; `count` if all are.
template <class T>
std::int64_t first_not_finite(const T* values, std::int64_t count) {
  constexpr std::int64_t kTile = 4096;
  for (std::int64_t start = 0; start < count; start += kTile) {
    const std::int64_t end = std::min(start + kTile, count);
    int bad = 0;  // a vector of comparisons; where it is comes after
    for (std::int64_t k = start; k < end; ++k) bad |= !(std::fabs(values[k]) <= std::numeric_limits<T>::max());
    if (bad == 0) continue;
    for (std::int64_t k = start; k < end; ++k) {
      if (!std::isfinite(values[k])) return k;
    }
  }
  return count;
}

// Its item; -1 if all are finite.
template <class T>
std::int64_t first_bad_item(const gpu::Watched& w) {
  for (std::int64_t y = 0; y < w.height; ++y) {
    const std::int64_t x = first_not_finite(static_cast<const T*>(w.values) + y * w.pitch, w.width);
    if (x < w.width) return (y * w.width + x) / w.values_an_item;
  }
  return -1;
}

template <class StartOf>
BadItem first_bad_of(std::span<const BufferSpec> specs, int current, StartOf start_of) {
  for (std::size_t b = 0; b < specs.size(); ++b) {
    if (!is_watched(specs[b], current)) continue;
    const gpu::Watched w = watched(specs[b], start_of(b));
    const std::int64_t item = w.value_bytes == sizeof(double) ? first_bad_item<double>(w) : first_bad_item<float>(w);
    if (item >= 0) return {item, specs[b].name};
  }
  return {};
}

// Volatile: the GPU writes it.
std::uint64_t key_in(const gpu::PinnedBuffer& copied) {
  return *static_cast<const volatile std::uint64_t*>(copied.data());
}

}  // namespace

BadItem first_bad(std::span<const BufferSpec> specs, const HostState& state) {
  return first_bad_of(specs, state.current, [&](std::size_t b) -> const void* { return state.buffers[b].data(); });
}

std::string text_of(const Lab& lab, const ParamBytes& params, const Stumble& stumble, NumberText number) {
  const bool exact = stumble.bad_step - stumble.good_step <= 1;
  const std::string when = exact ? "step " + number(stumble.bad_step)
                                 : "between step " + number(stumble.good_step) + " and " + number(stumble.bad_step);
  return when + ": " + lab.item_name(params, stumble.bad.item, number) + " is not a number (" +
         std::string(stumble.bad.buffer) + ")";
}

void Watchdog::reset(Lane& lane) {
  on_host_.reset();
  looks_ = {};
  looked_step_ = lane.step();
  if (!lane.stream().exists()) return;
  if (first_.bytes() == 0) {
    first_ = gpu::Buffer(sizeof(std::uint64_t));
    copied_ = gpu::PinnedBuffer(sizeof(std::uint64_t));
  }
  gpu::fill_device(first_.data(), 0xFF, sizeof(std::uint64_t), lane.stream());
  std::memset(copied_.data(), 0xFF, sizeof(std::uint64_t));
  gpu::copy_to_host(copied_.data(), first_.data(), sizeof(std::uint64_t), lane.stream());  // after copies under way
}

void Watchdog::look(Lane& lane) {
  if (lane.step() == looked_step_) return;
  const Look look{std::exchange(looked_step_, lane.step()), lane.step()};
  if (lane.place() == Place::device) {
    looks_[next_++ % looks_.size()] = look;
    queue_look(lane);
    return;
  }
  if (on_host_) return;
  Loan loan(lane.storage(), lane.stream(), lane.current());
  const BadItem bad = first_bad_of(lane.storage().specs(), lane.current(),
                                   [&](std::size_t b) -> const void* { return loan.lent().pointers[b]; });
  if (bad.item >= 0) on_host_ = {look.good_step, look.step, bad};
}

void Watchdog::queue_look(Lane& lane) {
  Loan loan(lane.storage(), lane.stream(), lane.current());
  const auto specs = lane.storage().specs();
  auto* const first = static_cast<std::uint64_t*>(first_.data());
  for (std::size_t b = 0; b < specs.size(); ++b) {
    if (!is_watched(specs[b], lane.current())) continue;
    if (b >= gpu::kMostWatchedParts) throw_failed("only the first four buffers of a state can be watched");
    gpu::launch_watch(watched(specs[b], loan.lent().pointers[b]), lane.step(), static_cast<unsigned>(b), first,
                      lane.stream());
  }
  gpu::copy_to_host(copied_.data(), first, sizeof(std::uint64_t), lane.stream());
}

std::optional<Stumble> Watchdog::found(const Lane& lane) const {
  if (on_host_) return on_host_;
  if (copied_.bytes() == 0 || key_in(copied_) == gpu::kNothingFound) return {};
  const gpu::Found found = gpu::found_of(key_in(copied_));
  Stumble stumble{found.step - 1, found.step, {found.item, {}}};
  for (const Look& look : looks_) {
    if (gpu::watched_step(look.step) == found.step && look.step > 0) {
      stumble.good_step = look.good_step;
      stumble.bad_step = look.step;
    }
  }
  const auto specs = lane.lab().buffers(lane.params());
  if (found.part < specs.size()) stumble.bad.buffer = specs[found.part].name;
  return stumble;
}

}  // namespace warplight
