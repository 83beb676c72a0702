#include "sim/lane.h"

#include <cstring>
#include <utility>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/gpu/profiler_range.h"

namespace warplight {
namespace {

// Queues the copies where the storage is the device's.
template <class BytesAt>
void fill(Storage& storage, gpu::Stream& stream, BytesAt bytes_at) {
  Loan loan(storage, stream, 0);
  const auto specs = storage.specs();
  for (std::size_t b = 0; b < specs.size(); ++b) {
    const std::int64_t bytes = specs[b].bytes();
    if (bytes_at(b) == nullptr) continue;
    if (storage.place() == Place::host) {
      std::memcpy(loan.lent().pointers[b], bytes_at(b), static_cast<std::size_t>(bytes));
    } else {
      gpu::copy_to_device(loan.lent().pointers[b], bytes_at(b), bytes, stream);
    }
  }
}

}  // namespace

std::string unavailable_reason(const VariantInfo& info) {
  return info.place == Place::host ? std::string() : gpu::unavailable_reason(info.min_sm);
}

Lane::Lane(const Lab& lab, gpu::Stream& stream, StorageMaker maker)
    : lab_(&lab), stream_(&stream), maker_(std::move(maker)) {}

void Lane::load(int variant, const ParamBytes& params, const HostState& state) {
  const VariantInfo& info = lab_->variant(variant);
  if (std::string reason = unavailable_reason(info); !reason.empty()) {
    throw_missing(std::string(info.name) + " can't run here: " + reason);
  }
  if (const std::string problem = lab_->problem(params); !problem.empty()) throw_bad_input(problem);
  const LaunchValues launch = variant == variant_ && storage_ ? launch_ : LaunchValues(lab_->launch_knobs(variant));
  auto specs = lab_->buffers(params);
  require_memory(info.place, specs);
  auto storage = maker_(info.place, std::move(specs));
  fill(*storage, *stream_, [&](std::size_t b) { return state.buffers[b].data(); });
  // The copies read the caller's memory, which may go as soon as this returns.
  if (storage->place() == Place::device) stream_->wait();
  std::unique_ptr<Prepared> prepared;
  {
    Loan loan(*storage, *stream_, state.current);
    prepared = lab_->prepare(variant, params, loan.lent(), launch, *stream_);
  }
  // Nothing below throws: until here the old state stands.
  prepared_ = std::move(prepared);
  storage_ = std::move(storage);
  launch_ = launch;
  params_ = params;
  variant_ = variant;
  current_ = state.current;
  step_ = state.step;
  time_ = state.time;
  evaluated_ = false;
}

void Lane::select(int variant) {
  if (variant == variant_) return;
  if (lab_->variant(variant).place != place()) {
    load(variant, params_, download());
    return;
  }
  const VariantInfo& info = lab_->variant(variant);
  if (std::string reason = unavailable_reason(info); !reason.empty()) {
    throw_missing(std::string(info.name) + " can't run here: " + reason);
  }
  const LaunchValues launch(lab_->launch_knobs(variant));
  Loan loan(*storage_, *stream_, current_);
  auto prepared = lab_->prepare(variant, params_, loan.lent(), launch, *stream_);
  prepared_ = std::move(prepared);
  launch_ = launch;
  variant_ = variant;
  evaluated_ = false;
}

void Lane::set_params(const ParamBytes& params) {
  if (const std::string problem = lab_->problem(params); !problem.empty()) throw_bad_input(problem);
  params_ = params;
  evaluated_ = false;
}

void Lane::set_launch(std::string_view name, double value) {
  LaunchValues launch = launch_;
  launch.set(name, value);
  Loan loan(*storage_, *stream_, current_);
  prepared_ = lab_->prepare(variant_, params_, loan.lent(), launch, *stream_);
  launch_ = launch;
}

bool Lane::evaluates() const { return lab_->evaluates(variant_); }

Progress Lane::evaluate(std::stop_token stop) {
  const gpu::LaneRange range(lab_->info().name, info().name, "evaluate", 0);
  Loan loan(*storage_, *stream_, current_);
  evaluated_ = false;  // until it is: a launch that is refused leaves something else behind
  code_.clear();
  gpu::CodeListener listener(code_);
  Call call{prepared_.get(), launch_, *stream_, stop};
  const Progress progress = lab_->evaluate(variant_, params_, loan.lent(), call);
  evaluated_ = !stop.stop_requested();
  return progress;
}

Progress Lane::advance(int steps, std::stop_token stop) {
  const gpu::LaneRange range(lab_->info().name, info().name, "advance", steps);
  Loan loan(*storage_, *stream_, current_);
  code_.clear();
  gpu::CodeListener listener(code_);
  Call call{prepared_.get(), launch_, *stream_, stop};
  if (!evaluated_) {
    lab_->evaluate(variant_, params_, loan.lent(), call);
    if (stop.stop_requested()) return {};
    evaluated_ = true;
  }
  const Progress progress = lab_->advance(variant_, params_, loan.lent(), call, steps);
  current_ = loan.lent().current;
  step_ += progress.steps;
  time_ += progress.steps * lab_->time_step(params_);
  return progress;
}

void Lane::use_tool(int tool, const Stroke& stroke) {
  const ToolInfo& info = lab_->tools()[static_cast<std::size_t>(tool)];
  if (info.needs_room && !lab_->has_room(params_)) throw_bad_input(std::string(info.name) + ": the state has no room for it");
  Loan loan(*storage_, *stream_, current_);
  lab_->use_tool(tool, params_, loan.lent(), stroke, place(), *stream_);
  if (info.needs_room) storage_->note_placed();
  evaluated_ = false;
}

void Lane::put_back(std::span<const void* const> bytes, int current, std::int64_t step, double time) {
  fill(*storage_, *stream_, [&](std::size_t b) { return bytes[b]; });
  current_ = current;
  step_ = step;
  time_ = time;
}

HostState Lane::download() {
  HostState state;
  const auto specs = storage_->specs();
  Loan loan(*storage_, *stream_, current_);
  for (std::size_t b = 0; b < specs.size(); ++b) {
    state.buffers.emplace_back(static_cast<std::size_t>(specs[b].bytes()));
    if (storage_->place() == Place::host) {
      std::memcpy(state.buffers[b].data(), loan.lent().pointers[b], state.buffers[b].size());
    } else {
      gpu::copy_to_host(state.buffers[b].data(), loan.lent().pointers[b], specs[b].bytes(), *stream_);
    }
  }
  if (storage_->place() == Place::device) stream_->wait();
  state.current = current_;
  state.step = step_;
  state.time = time_;
  return state;
}

}  // namespace warplight
