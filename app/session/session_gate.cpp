#include <fmt/format.h>

#include <utility>

#include "app/session/session.h"
#include "sim/check.h"
#include "sim/error.h"

namespace warplight::app {
namespace {

constexpr int kSpotItems = 256;
constexpr int kStepItems = 64;  // each takes three sums over all items, where one of an evaluate takes one
constexpr std::uint64_t kSpotSeed = 20;

}  // namespace

struct Session::Checked {
  std::vector<CheckRow> rows;
  bool stopped = false;
};

void Session::begin_check() {
  passed_ = wish_check_ = false;
  check_start_ = Clock::now();
  evaluates_first_ = false;
  checked_code_.clear();
  step_ms_.clear();
  times_.clear();
  ++epoch_;
  spans_[static_cast<std::size_t>(Span::compute)].clear();
  rungs_[static_cast<std::size_t>(variant_)].status = RungStatus::checking;
  try {
    if (lane_.place() == Place::device) {
      queue_device_check();
    } else {
      start_host_check();
    }
  } catch (const std::exception& error) {
    snapshot_.in_flight = Purpose::none;
    if (gpu_is_lost()) throw;
    fail_check(error.what());
  }
}

void Session::queue_device_check() {
  Loan loan(storage(), *stream_, lane_.current());
  poison_outputs(lane_);
  lane_.evaluate();
  checked_code_.add(lane_.code());
  queue_snapshot(Purpose::check);
}

// On the worker: the state after an evaluate, and after the steps that followed, against the definition.
void Session::compare(Checked& checked, const HostState& before, const HostState& after, const ParamBytes& params,
                      std::stop_token stop) const {
  const VariantInfo& info = lab_->variant(variant_);
  const std::int64_t count = lab_->item_count(params);
  const auto take = [&](const std::vector<Comparison>& comparisons) {
    for (const Comparison& comparison : comparisons) {
      checked.rows.push_back({std::string(info.name), "", comparison.output, comparison, ""});
    }
    if (comparisons.empty()) throw_failed("nothing to compare with the reference");
  };
  const bool evaluates = lab_->evaluates(variant_);
  if (evaluates) {
    const auto items = spot_items(count, kSpotItems, kSpotSeed);
    const auto comparisons = lab_->compare_evaluate(params, info.tolerance, before, items, stop);
    if (stop.stop_requested()) return;
    take(comparisons);
  }
  const auto items = spot_items(count, evaluates ? kStepItems : kSpotItems, kSpotSeed + 1);
  const auto comparisons = lab_->compare_step(params, info.tolerance, before, after, items, stop);
  if (stop.stop_requested()) return;
  take(comparisons);
}

void Session::start_compare() {
  checked_ = std::make_shared<Checked>();
  start_work(
      Work::compare,
      [this, checked = checked_](std::stop_token stop) {
        const HostState before = snapshot_.state();
        if (!stop.stop_requested()) compare(*checked, before, snapshot_.state_later(), snapshot_.params, stop);
        checked->stopped = stop.stop_requested();
      },
      [this](std::exception_ptr error) { finish_check(error); });
}

void Session::start_host_check() {
  checked_ = std::make_shared<Checked>();
  start_work(
      Work::check,
      [this, checked = checked_](std::stop_token stop) {
        poison_outputs(lane_);
        lane_.evaluate(stop);
        checked_code_.add(lane_.code());
        if (!stop.stop_requested()) {
          const HostState before = lane_.download();
          const HostState after = step_aside(before, checked_code_, stop);
          if (!stop.stop_requested()) compare(*checked, before, after, lane_.params(), stop);
        }
        checked->stopped = stop.stop_requested();
      },
      [this](std::exception_ptr error) { finish_check(error); });
}

// One where an evaluate was checked before; else more than a pass of any rung, and odd, so that a swap that got lost shows.
int Session::checked_steps() const { return lane_.evaluates() ? 1 : 17; }

// Steps of the lane's variant on a copy of its state. The lane's own stays as it is, to the last digit of what the
// variant keeps (the reference holds more than the buffers do).
HostState Session::step_aside(const HostState& before, gpu::ChosenCode& code, std::stop_token stop) {
  HostState after = before;
  Lent lent = after.lend();
  const std::unique_ptr<Prepared> prepared =
      lab_->prepare(lane_.variant(), lane_.params(), lent, lane_.launch(), *stream_);
  Call call{prepared.get(), lane_.launch(), *stream_, stop};
  gpu::CodeListener listener(code);
  after.step += lab_->advance(lane_.variant(), lane_.params(), lent, call, checked_steps()).steps;
  after.current = lent.current;
  return after;
}

// Code that the check has not seen is checked before another number is shown.
void Session::require_checked(const gpu::ChosenCode& code) {
  if (!passed_ || checked_code_.has_all(code)) return;
  passed_ = false;
  wish_check_ = true;
  rungs_[static_cast<std::size_t>(variant_)].ms_a_step = kNaN;
}

void Session::finish_check(std::exception_ptr error) {
  work_ = Work::none;
  const std::shared_ptr<Checked> checked = std::exchange(checked_, nullptr);
  Rung& rung = rungs_[static_cast<std::size_t>(variant_)];
  if (checked->stopped || cancelled_) {
    rung.status = RungStatus::unchecked;
    if (wishes()) return;
    if (cancelled_) {
      fall_back();
    } else {
      begin_check();  // what it was stopped for was taken back
    }
    return;
  }
  try {
    if (error) std::rethrow_exception(error);
    if (checked->rows.empty()) throw_failed("nothing to compare with the reference");
  } catch (const std::exception& problem) {
    fail_check(problem.what());
    return;
  }
  const std::string failure = first_failure(checked->rows);
  if (failure.empty()) {
    pass_check();
  } else {
    fail_check(failure);
  }
}

void Session::pass_check() {
  room_under_way_ = false;
  Rung& rung = rungs_[static_cast<std::size_t>(variant_)];
  rung.status = RungStatus::passed;
  rung.reason.clear();
  passed_ = true;
  good_variant_ = variant_;
  good_launch_ = launch_set_[static_cast<std::size_t>(variant_)];
  launch_changed_ = false;
  samples_to_skip_ = 1;  // a first launch loads code
}

void Session::fail_check(const std::string& reason) {
  passed_ = false;
  forget_uses();
  const std::string name(lab_->variant(variant_).name);
  KnobValues& launch = launch_set_[static_cast<std::size_t>(variant_)];
  if (launch_changed_ && good_variant_ == variant_ && launch != good_launch_) {
    launch_changed_ = false;
    launch = good_launch_;
    wish_launch_ = true;
    note(Note::Kind::bad, fmt::format("{}: that launch shape is refused, back to the one before: {}", name, reason));
    return;
  }
  Rung& rung = rungs_[static_cast<std::size_t>(variant_)];
  rung.status = RungStatus::failed;
  rung.reason = reason;
  rung.ms_a_step = kNaN;
  note(Note::Kind::bad, fmt::format("{} is off: {}", name, reason));
  fall_back();
}

// The variant before goes on from the same state; where it is gone too, the nearest one that may still run.
void Session::fall_back() {
  const auto may_run = [&](int i) {
    const RungStatus status = rungs_[static_cast<std::size_t>(i)].status;
    return i != variant_ && status != RungStatus::failed && status != RungStatus::unavailable;
  };
  int next = good_variant_ >= 0 && may_run(good_variant_) ? good_variant_ : -1;
  const Place place = lab_->variant(variant_).place;
  for (int i = lab_->variant_count() - 1; next < 0 && i >= 0; --i) {
    if (may_run(i) && lab_->variant(i).place == place) next = i;
  }
  for (int i = lab_->variant_count() - 1; next < 0 && i >= 0; --i) {
    if (may_run(i)) next = i;
  }
  if (next < 0) {
    note(Note::Kind::bad, "no variant is left that may run");
    playing_ = false;
    return;
  }
  note(Note::Kind::info, fmt::format("{} goes on from the same state", lab_->variant(next).name));
  wish_variant_ = next;
}

// Numbers hold for one size: another one is another measurement.
void Session::forget_checks() {
  for (Rung& rung : rungs_) {
    if (rung.status != RungStatus::unavailable) rung = {};
  }
  for (History& span : spans_) span.clear();
}

}  // namespace warplight::app
