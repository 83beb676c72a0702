#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/session.h"
#include "sim/error.h"
#include "sim/text.h"

namespace warplight::app {

struct Session::Step {
  int steps = 0;
  gpu::ChosenCode code;
  double ms = 0;
  bool measured = false;
};

void Session::update() {
  poll();
  go();
}

void Session::poll() {
  if (lost_) return;
  const auto now = Clock::now();
  const double ms = std::chrono::duration<double, std::milli>(now - last_update_).count();
  frame_ms_ += 0.1 * (std::clamp(ms, 1.0, 50.0) - frame_ms_);
  last_update_ = now;
  try {
    poll_compute();
    if (!host_held_) poll_snapshot();
    collect_work();
    poll_watchdog();
  } catch (const std::exception& error) {
    on_error(error);
  }
}

void Session::go() {
  if (lost_) return;
  try {
    if (may_begin()) apply_wishes();
    publish();
    if (may_begin() && wish_bounds_ && loaded_) look_for_bounds();
    if (may_begin() && wish_fork_ && loaded_ && passed_ && !wishes()) begin_fork();
    if (may_begin()) run();
  } catch (const std::exception& error) {
    on_error(error);
  }
}

void Session::on_error(const std::exception& error) {
  if (!compute_.pending()) long_loan_.reset();  // the step that it was for never began
  if (gpu_is_lost()) {
    lose_gpu(error.what());
  } else if (!loaded_) {
    throw;
  } else if (passed_) {
    fail_check(error.what());
  } else {
    note(Note::Kind::bad, error.what());
  }
}

// A sticky error comes back from every later call; a refused launch does not.
bool Session::gpu_is_lost() {
  if (hooks_.gpu_is_lost) return hooks_.gpu_is_lost();
  if (!stream_->exists()) return false;
  try {
    gpu::Event event;
    event.record(*stream_);
    event.reached();
    return false;
  } catch (const std::exception&) {
    return true;
  }
}

void Session::lose_gpu(const std::string& line) {
  lost_ = true;
  playing_ = passed_ = false;
  snapshot_.in_flight = Purpose::none;
  long_loan_.reset();
  worker_.stop();
  for (int i = 0; i < lab_->variant_count(); ++i) {
    if (lab_->variant(i).place == Place::device) {
      rungs_[static_cast<std::size_t>(i)] = {RungStatus::unavailable, "the GPU is lost", kNaN};
    }
  }
  note(Note::Kind::bad, "GPU lost: " + line + ". Everything is stopped; start Warplight again");
}

void Session::apply_wishes() {
  if (wish_rebuild_) {
    if (!host_held_) start_build();
    return;
  }
  if (!loaded_) return;
  if (std::exchange(wish_params_, false) && lane_.place() == Place::host) {
    ParamBytes params = lane_.params();
    for (const Knob& knob : lab_->knobs()) {
      if (!knob.resets) knob.set(params.data(), knob.get(params_.data()));
    }
    lane_.set_params(params);
    evaluates_first_ = true;
  }
  if (wish_variant_) {
    apply_variant();
  } else if (launch_due()) {
    rungs_[static_cast<std::size_t>(variant_)].ms_a_step = kNaN;  // a time holds for one launch shape
    apply_launch();
    begin_check();
  } else if (wish_check_) {
    begin_check();
  } else if (wish_room_) {
    make_room();
  }
}

void Session::apply_variant() {
  const int next = *std::exchange(wish_variant_, std::nullopt);
  Rung& before = rungs_[static_cast<std::size_t>(variant_)];
  if (before.status == RungStatus::checking) before.status = RungStatus::unchecked;
  if (lab_->variant(variant_).place != lab_->variant(next).place) {
    measuring_ = false;  // half a measurement on one side can't be finished on the other
    for (Span span : {Span::map, Span::unmap, Span::copy}) spans_[static_cast<std::size_t>(span)].clear();
  }
  try {
    lane_.select(next);
    variant_ = next;
    launch_changed_ = false;
    apply_launch();
  } catch (const std::exception& error) {
    if (gpu_is_lost()) throw;
    variant_ = lane_.variant();
    note(Note::Kind::bad, fmt::format("{} can't be prepared: {}", lab_->variant(next).name, error.what()));
    if (next == variant_ || passed_) {
      if (next == variant_) fail_check(error.what());
      return;
    }
    rungs_[static_cast<std::size_t>(next)] = {RungStatus::failed, error.what(), kNaN};
    fall_back();
    return;
  }
  picture_changed_ = true;
  publish();  // the storage may be another
  begin_check();
}

void Session::run() {
  if (!loaded_ || !passed_ || wishes()) return;
  int steps = !playing_ ? 0 : granted_ >= 0 ? granted_ : steps_a_frame_;
  if (!playing_ && steps_wished_ > 0) {
    steps = 1;
    --steps_wished_;
  }
  const bool measures = meter_due();
  if (steps == 0 && !measuring_ && !measures && uses_.empty()) return;
  if (!uses_.empty()) meter_reset_ = true;  // a plate that was changed is another experiment
  // Another knob is another experiment: what must hold is compared with the state from here on. Asked here and not in
  // the job: while that runs, the person may turn the next knob.
  if (measures && std::exchange(meter_reset_, false)) meter_->reset();
  if (lane_.place() == Place::device) {
    advance_device(steps, measures);
  } else {
    advance_host(steps, measures);
  }
}

// Between steps, where the buffers are lent anyway.
void Session::take_uses() {
  for (const Use& use : uses_) lane_.use_tool(use.tool, use.stroke);
  uses_.clear();
}

void Session::advance_device(int steps, bool measures) {
  const bool may_be_long = steps > 0 && (steps_are_long() || std::isnan(last_compute_ms_));
  if (may_be_long && hooks_.before_long_step) hooks_.before_long_step();
  {
    Loan loan(storage(), *stream_, lane_.current());
    // What OpenGL is asked to do after the buffers are given back waits for the step: a long one keeps them.
    if (may_be_long) long_loan_.emplace(storage(), *stream_, lane_.current());
    if (!uses_.empty()) picture_changed_ = true;
    take_uses();
    if (measures) try_to_measure(loan.lent());
    if (steps > 0) {
      compute_.begin(*stream_);
      lane_.advance(steps);
      compute_.end(*stream_, std::exchange(evaluates_first_, false) ? 0 : steps);
      require_checked(lane_.code());
      watchdog_.look(lane_);
      ++advances_;
      picture_changed_ = true;
      read_lane();
    }
  }
  // A slice takes 2% of what the frame takes: the time between two frames, or where a step takes longer than that, the step.
  const double budget_ms = steps > 0 ? 0.02 * std::max(frame_ms_, std::isnan(last_compute_ms_) ? 0 : last_compute_ms_) : 8;
  if (measuring_ && slice_meter(budget_ms, {})) take_meter();
}

void Session::advance_host(int steps, bool measures) {
  host_step_ = std::make_shared<Step>();
  if (steps > 0) ++advances_;
  const bool paints = !uses_.empty();
  // A copy that the job owns: the person goes on painting.
  auto uses = std::make_shared<std::vector<Use>>(std::exchange(uses_, {}));
  start_work(
      steps > 0 ? Work::advance : Work::measure,
      [this, steps, measures, uses, frame_ms = frame_ms_, step = host_step_](std::stop_token stop) {
        for (const Use& use : *uses) lane_.use_tool(use.tool, use.stroke);
        if (measures) begin_meter(Loan(storage(), *stream_, lane_.current()).lent());
        if (steps > 0) {
          const auto start = Clock::now();
          step->steps = lane_.advance(steps, stop).steps;
          step->ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
          step->code = lane_.code();
          if (step->steps > 0) watchdog_.look(lane_);
        }
        const double budget_ms = steps > 0 ? 0.02 * std::max(frame_ms, step->ms) : 10;
        step->measured = measuring_ && slice_meter(budget_ms, stop);
      },
      [this, paints](std::exception_ptr error) {
        work_ = Work::none;
        if (paints) picture_changed_ = true;
        const std::shared_ptr<Step> step = std::exchange(host_step_, nullptr);
        if (error) std::rethrow_exception(error);
        read_lane();
        require_checked(step->code);
        if (step->steps > 0) {
          take_sample(step->ms, std::exchange(evaluates_first_, false) ? 0 : step->steps);
          picture_changed_ = true;
        }
        if (step->measured) take_meter();
      });
}

void Session::poll_compute() {
  while (const auto sample = compute_.poll()) {
    take_sample(sample->ms, sample->tag);
    picture_changed_ = true;
  }
  if (!compute_.pending()) long_loan_.reset();
}

void Session::take_sample(double ms, double steps) {
  last_compute_ms_ = ms;
  if (!passed_) return;
  spans_[static_cast<std::size_t>(Span::compute)].push(ms);
  if (steps <= 0 || wish_launch_) return;
  if (samples_to_skip_ > 0) {
    --samples_to_skip_;
    return;
  }
  step_ms_.push(ms / steps);
  constexpr std::size_t kMostWaiting = 1024;  // nobody may be asking
  if (times_.size() < kMostWaiting) times_.push_back({ms / steps, static_cast<int>(steps)});
  rungs_[static_cast<std::size_t>(variant_)].ms_a_step = step_ms_.quantiles(60).median;
}

void Session::read_lane() {
  variant_ = lane_.variant();
  step_ = lane_.step();
  time_ = lane_.time();
  current_ = lane_.current();
}

bool Session::meter_due() const {
  return !measuring_ && measured_step_ != lane_.step() && Clock::now() >= next_measure_;
}

// The meters have buffers of their own: where those don't fit, the variant is not to blame.
void Session::try_to_measure(const Lent& lent) {
  try {
    begin_meter(lent);
  } catch (const Error& error) {
    if (gpu_is_lost()) throw;
    next_measure_ = Clock::time_point::max();
    note(Note::Kind::warn, fmt::format("what must hold is not measured: {}", error.what()));
  }
}

void Session::begin_meter(const Lent& lent) {
  meter_->begin(lane_.params(), lent, lane_.place(), lane_.prepared(), *stream_, lane_.time());
  measuring_ = true;
  measuring_step_ = lane_.step();
  next_measure_ = Clock::now() + std::chrono::seconds(1);
}

bool Session::slice_meter(double budget_ms, std::stop_token stop) {
  if (!meter_->slice(budget_ms, *stream_, stop)) return false;
  measuring_ = false;
  return true;
}

void Session::take_meter() {
  measured_step_ = measuring_step_;
  const auto values = meter_->values();
  for (std::size_t i = 0; i < values.size() && i < meter_history_.size(); ++i) {
    meter_history_[i].push(values[i]);
    meter_basis_[i] = meter_->basis(i);
    // The first is a number for every state that is sound; others may not apply, and say so by NaN.
    if (std::isfinite(values[i]) || stumbled_ || (i > 0 && std::isnan(values[i]))) continue;
    playing_ = false;
    note(Note::Kind::bad, fmt::format("{} is not a number at step {}: paused. R starts again; a smaller step may hold",
                                      lab_->meters()[i].label, grouped(measuring_step_)));
  }
}

void Session::poll_watchdog() {
  if (!loaded_ || (work_ != Work::none && lane_.place() == Place::host)) return;  // a job may be looking
  const std::optional<Stumble> stumble = watchdog_.found(lane_);
  if (!stumble || (stumbled_ && !playing_ && steps_wished_ == 0)) return;
  stumbled_ = true;
  playing_ = false;
  steps_wished_ = 0;
  note(Note::Kind::bad,
       text_of(*lab_, lane_.params(), *stumble, grouped) + ": paused. R starts again; a smaller step may hold");
}

void Session::publish() {
  if (!hooks_.publish || !loaded_ || long_loan_ || (work_ != Work::none && lane_.place() == Place::host)) return;
  const Publication found = hooks_.publish(storage().inner(), *stream_);
  if (found.changed) picture_changed_ = true;
  record(Span::map, found.map_ms);
  record(Span::unmap, found.unmap_ms);
  record(Span::copy, found.copy_ms);
}

}  // namespace warplight::app
