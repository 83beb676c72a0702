#include "sim/watchdog.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/error.h"
#include "sim/gpu/watch.h"

namespace warplight {
namespace {

std::int64_t floats_in(const BufferSpec& spec) { return spec.bytes() / static_cast<std::int64_t>(sizeof(float)); }
std::int64_t floats_an_item(const BufferSpec& spec) { return static_cast<std::int64_t>(spec.item_bytes / sizeof(float)); }

// The first of `count` floats that is not finite; `count` if all are.
std::int64_t first_not_finite(const float* values, std::int64_t count) {
  constexpr std::int64_t kTile = 4096;
  for (std::int64_t start = 0; start < count; start += kTile) {
    const std::int64_t end = std::min(start + kTile, count);
    int bad = 0;  // a vector of comparisons; where it is comes after
    for (std::int64_t k = start; k < end; ++k) bad |= !(std::fabs(values[k]) <= std::numeric_limits<float>::max());
    if (bad == 0) continue;
    for (std::int64_t k = start; k < end; ++k) {
      if (!std::isfinite(values[k])) return k;
    }
  }
  return count;
}

template <class StartOf>
BadItem first_bad_of(std::span<const BufferSpec> specs, StartOf start_of) {
  for (std::size_t b = 0; b < specs.size(); ++b) {
    if (!specs[b].finite) continue;
    const std::int64_t count = floats_in(specs[b]);
    const std::int64_t at = first_not_finite(static_cast<const float*>(start_of(b)), count);
    if (at < count) return {at / floats_an_item(specs[b]), specs[b].name};
  }
  return {};
}

// Volatile: the GPU writes it.
std::uint64_t key_in(const gpu::PinnedBuffer& copied) {
  return *static_cast<const volatile std::uint64_t*>(copied.data());
}

}  // namespace

BadItem first_bad(std::span<const BufferSpec> specs, const HostState& state) {
  return first_bad_of(specs, [&](std::size_t b) -> const void* { return state.buffers[b].data(); });
}

std::string text_of(const Lab& lab, const Stumble& stumble, std::string (*number)(std::int64_t)) {
  const bool exact = stumble.bad_step - stumble.good_step <= 1;
  const std::string when = exact ? "step " + number(stumble.bad_step)
                                 : "between step " + number(stumble.good_step) + " and " + number(stumble.bad_step);
  return when + ": " + std::string(lab.info().item) + " " + number(stumble.bad.item) + " is not a number (" +
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
  const BadItem bad = first_bad_of(lane.storage().specs(),
                                   [&](std::size_t b) -> const void* { return loan.lent().pointers[b]; });
  if (bad.item >= 0) on_host_ = {look.good_step, look.step, bad};
}

void Watchdog::queue_look(Lane& lane) {
  Loan loan(lane.storage(), lane.stream(), lane.current());
  const auto specs = lane.storage().specs();
  auto* const first = static_cast<std::uint64_t*>(first_.data());
  for (std::size_t b = 0; b < specs.size(); ++b) {
    if (!specs[b].finite) continue;
    if (b >= gpu::kMostWatchedParts) throw_failed("only the first four buffers of a state can be watched");
    gpu::launch_watch(loan.lent().pointers[b], floats_in(specs[b]), floats_an_item(specs[b]),
                      static_cast<std::uint32_t>(lane.step()), static_cast<unsigned>(b), first, lane.stream());
  }
  gpu::copy_to_host(copied_.data(), first, sizeof(std::uint64_t), lane.stream());
}

std::optional<Stumble> Watchdog::found(const Lane& lane) const {
  if (on_host_) return on_host_;
  if (copied_.bytes() == 0 || key_in(copied_) == gpu::kNothingFound) return {};
  const gpu::Found found = gpu::found_of(key_in(copied_));
  Stumble stumble{found.step - std::int64_t{1}, found.step, {found.item, {}}};
  for (const Look& look : looks_) {
    if (static_cast<std::uint32_t>(look.step) == found.step && look.step > 0) {
      stumble.good_step = look.good_step;
      stumble.bad_step = look.step;
    }
  }
  const auto specs = lane.lab().buffers(lane.params());
  if (found.part < specs.size()) stumble.bad.buffer = specs[found.part].name;
  return stumble;
}

}  // namespace warplight
