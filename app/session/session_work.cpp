#include <utility>

#include "app/session/session.h"

namespace warplight::app {

void Session::start_work(Work work, Worker::Job job, std::function<void(std::exception_ptr)> finish) {
  work_ = work;
  cancelled_ = false;
  work_start_ = Clock::now();
  finish_work_ = std::move(finish);
  worker_.start(std::move(job));
}

void Session::collect_work() {
  if (work_ == Work::none) return;
  if (worker_.busy()) {
    // A build that is nearly there may finish, so that a slider that is being dragged shows something.
    const bool outdated = work_ == Work::build ? wish_rebuild_ && work_seconds() > 0.25 : wishes();
    if (outdated) worker_.stop();
    return;
  }
  const auto finish = std::exchange(finish_work_, nullptr);
  const std::exception_ptr error = worker_.take_error();
  finish(error);
}

double Session::work_seconds() const {
  return std::chrono::duration<double>(Clock::now() - work_start_).count();
}

bool Session::idle() const { return work_ == Work::none && snapshot_.in_flight == Purpose::none && !compute_.pending(); }

// A host lane computes on the cores; of a device lane, what needs them asks by itself.
bool Session::may_begin() const { return idle() && !(host_held_ && lane_.place() == Place::host && loaded_); }

bool Session::settled() const {
  return idle() && !wishes() && !wish_launch_ && (lost_ || loaded_) && steps_wished_ == 0;
}

Session::Pace Session::pace() const {
  if (lost_) return Pace::still;
  if (work_ != Work::none) return Pace::waiting;
  if (snapshot_.in_flight != Purpose::none || wish_bounds_ || wish_fork_ || wishes() || wish_launch_ || measuring_) return Pace::live;
  if (!uses_.empty()) return Pace::live;
  if (compute_.pending()) return last_compute_ms_ < 250 ? Pace::live : Pace::waiting;
  if (!loaded_ || !passed_) return Pace::still;
  if (playing_ || steps_wished_ > 0) return Pace::live;
  return measured_step_ != step_ ? Pace::waiting : Pace::still;  // the last state is still to be measured
}

}  // namespace warplight::app
