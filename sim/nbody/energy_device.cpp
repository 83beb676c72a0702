// The energy of a state in device memory.
#include <algorithm>
#include <cmath>

#include "sim/nbody/energy_meter.h"

namespace warplight::nbody {
namespace {

std::int64_t bytes_of(std::int64_t items, std::size_t size) { return items * static_cast<std::int64_t>(size); }

void fit(gpu::Buffer& buffer, std::int64_t bytes) {
  if (buffer.bytes() == bytes) return;
  buffer = {};
  buffer = gpu::Buffer(bytes);
}

}  // namespace

// Sums of the motion first, then those of each work's units.
void EnergyOnDevice::make_room() {
  fit(position_, bytes_of(n_, sizeof(Float4)));
  if (samples_) {
    fit(sample_, bytes_of(plan_.draws, sizeof(Float4)));
    fit(ids_, bytes_of(plan_.draws, sizeof(std::int32_t)));
  }
  const auto* position = static_cast<const Float4*>(position_.data());
  const auto* sample = static_cast<const Float4*>(sample_.data());
  const auto* ids = static_cast<const std::int32_t*>(ids_.data());
  const std::int64_t chunk = partners_of_a_unit(n_);
  works_.clear();
  if (samples_) {
    works_.push_back({sample, ids, plan_.draws, position, nullptr, n_, chunk, nullptr});
    works_.push_back({sample, ids, plan_.draws, sample, ids, plan_.draws, plan_.draws / kSampleGroups, nullptr});
  } else {
    works_.push_back({position, nullptr, n_, position, nullptr, n_, chunk, nullptr});
  }
  std::int64_t sums = motion_segments(n_).count * kSumsOfMotion;
  for (const FieldWork& work : works_) sums += work.units();
  fit(sums_, bytes_of(sums, sizeof(double)));
  if (host_sums_.bytes() != sums_.bytes()) {
    host_sums_ = {};
    host_sums_ = gpu::PinnedBuffer(sums_.bytes());
  }
  double* next = static_cast<double*>(sums_.data()) + motion_segments(n_).count * kSumsOfMotion;
  for (FieldWork& work : works_) {
    work.sums = next;
    next += work.units();
  }
}

void EnergyOnDevice::begin(const NBody::Params& params, const NBody::View& view, gpu::Stream& stream) {
  if (!back_) back_.emplace();
  softening_ = params.softening;
  n_ = view.n;
  samples_ = plan_.samples(n_);
  make_room();
  work_ = 0;
  next_unit_ = 0;
  copied_back_ = false;
  auto* const motion = static_cast<double*>(sums_.data());
  launch_motion(view.position, view.velocity, n_, motion, stream);
  if (samples_) {
    launch_draw(view.position, n_, motion, plan_.seed, plan_.draws, static_cast<Float4*>(sample_.data()),
                static_cast<std::int32_t*>(ids_.data()), stream);
  }
  gpu::copy_on_device(position_.data(), view.position, position_.bytes(), stream);
}

double EnergyOnDevice::pairs_of_a_unit(const FieldWork& work) const {
  return static_cast<double>(kRowsOfAUnit * std::min(work.chunk, work.partner_count));
}

// Queues as many units as fit the budget at the pace of the slices before.
bool EnergyOnDevice::slice(double budget_ms, gpu::Stream& stream) {
  while (const auto sample = span_.poll()) {
    if (sample->ms > 0) pairs_a_ms_ = sample->tag / sample->ms;
  }
  if (work_ < works_.size()) {
    if (span_.pending()) return false;  // the pace is unknown, or the GPU is behind
    const FieldWork& work = works_[work_];
    const double unit = pairs_of_a_unit(work), left = static_cast<double>(work.units() - next_unit_);
    const auto units = static_cast<std::int64_t>(std::clamp(pairs_a_ms_ * budget_ms / unit, 1.0, left));
    span_.begin(stream);
    launch_field(work, softening_, next_unit_, units, stream);
    span_.end(stream, static_cast<double>(units) * unit);
    next_unit_ += units;
    if (next_unit_ == work.units()) {
      ++work_;
      next_unit_ = 0;
    }
    return false;
  }
  if (!copied_back_) {
    gpu::copy_to_host(host_sums_.data(), sums_.data(), sums_.bytes(), stream);
    back_->record(stream);
    copied_back_ = true;
  }
  return back_->reached();
}

Energies EnergyOnDevice::result() const {
  const auto* sums = static_cast<const double*>(host_sums_.data());
  Energies found;
  for (std::int64_t segment = 0; segment < motion_segments(n_).count; ++segment, sums += kSumsOfMotion) {
    found.motion.kinetic += sums[0];
    for (int k = 0; k < 3; ++k) found.motion.momentum[k] += sums[1 + k];
    found.motion.momentum_scale += sums[4];
    found.motion.mass += sums[5];
  }
  if (samples_) {
    found.potential = sampled(sums, found.motion.mass);
    found.draws = plan_.draws;
    return found;
  }
  double both_ways = 0;  // each pair is in it twice
  for (std::int64_t unit = 0; unit < works_[0].units(); ++unit) both_ways += sums[unit];
  found.potential.value = -0.5 * both_ways;
  return found;
}

SampledPotential EnergyOnDevice::sampled(const double* sums, double mass) const {
  SampleSums gathered{.mass = mass,
                      .draws = plan_.draws,
                      .on_all = std::vector<double>(kSampleGroups),
                      .on_group = std::vector<double>(kSampleGroups * kSampleGroups)};
  const std::int64_t units_a_group = plan_.draws / kSampleGroups / kRowsOfAUnit;  // in rows
  const auto gather = [&](const FieldWork& work, auto add) {
    for (std::int64_t unit = 0; unit < work.units(); ++unit) {
      const std::int64_t group = unit / work.chunks() / units_a_group;
      add(static_cast<std::size_t>(group), static_cast<std::size_t>(unit % work.chunks()), sums[unit]);
    }
    sums += work.units();
  };
  gather(works_[0], [&](std::size_t group, std::size_t, double sum) { gathered.on_all[group] += sum; });
  gather(works_[1], [&](std::size_t group, std::size_t chunk, double sum) {
    gathered.on_group[group * kSampleGroups + chunk] += sum;
  });
  return potential_of_sample(gathered);
}

}  // namespace warplight::nbody
