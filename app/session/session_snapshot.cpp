#include <memory>
#include <utility>

#include "app/session/session.h"

namespace warplight::app {

HostState Session::Snapshot::state_of(const std::vector<gpu::PinnedBuffer>& copies, int current, std::int64_t step) {
  HostState state;
  for (const gpu::PinnedBuffer& copy : copies) {
    const auto* bytes = static_cast<const std::byte*>(copy.data());
    state.buffers.emplace_back(bytes, bytes + copy.bytes());
  }
  state.current = current;
  state.step = step;
  return state;
}

void Session::queue_copies(std::vector<gpu::PinnedBuffer>& copies) {
  const auto specs = storage().specs();
  const int current = lane_.current();
  Loan loan(storage(), *stream_, current);
  copies.resize(specs.size());
  for (std::size_t b = 0; b < specs.size(); ++b) {
    const std::int64_t bytes = specs[b].holds_state(current) ? specs[b].bytes() : 0;
    if (copies[b].bytes() != bytes) copies[b] = bytes > 0 ? gpu::PinnedBuffer(bytes) : gpu::PinnedBuffer();
    if (bytes > 0) gpu::copy_to_host(copies[b].data(), loan.lent().pointers[b], bytes, *stream_);
  }
}

// Queues the copies, and for a check steps with copies of what they leave; then the state is put back. poll_snapshot
// goes on when all are there.
void Session::queue_snapshot(Purpose purpose) {
  queue_copies(snapshot_.copies);
  if (!snapshot_.copied) snapshot_.copied.emplace();
  snapshot_.params = lane_.params();
  snapshot_.current = lane_.current();
  snapshot_.step = lane_.step();
  snapshot_.time = lane_.time();
  if (purpose == Purpose::check) {
    lane_.advance(checked_steps());
    checked_code_.add(lane_.code());
    snapshot_.current_later = lane_.current();
    snapshot_.step_later = lane_.step();
    queue_copies(snapshot_.later_copies);
    std::vector<const void*> before;
    for (const gpu::PinnedBuffer& copy : snapshot_.copies) before.push_back(copy.data());
    lane_.put_back(before, snapshot_.current, snapshot_.step, snapshot_.time);
  }
  snapshot_.copied->record(*stream_);
  snapshot_.in_flight = purpose;
}

void Session::poll_snapshot() {
  if (snapshot_.in_flight == Purpose::none || !snapshot_.copied->reached()) return;
  switch (std::exchange(snapshot_.in_flight, Purpose::none)) {
    case Purpose::check: start_compare(); break;
    case Purpose::bounds: start_bounds([this] { return snapshot_.state(); }); break;
    case Purpose::fork: start_fork([this] { return snapshot_.state(); }); break;
    case Purpose::room: start_room([this] { return snapshot_.state(); }); break;
    case Purpose::none: break;
  }
}

bool Session::fork(std::function<void(std::shared_ptr<const Fork>)> done) {
  if (!loaded_ || lost_) return false;
  wish_fork_ = std::move(done);
  return true;
}

void Session::begin_fork() {
  if (lane_.place() == Place::device) {
    queue_snapshot(Purpose::fork);
  } else {
    snapshot_.step = lane_.step();
    snapshot_.time = lane_.time();
    snapshot_.params = lane_.params();
    start_fork([this] { return lane_.download(); });
  }
}

void Session::start_fork(std::function<HostState()> state) {
  auto fork = std::make_shared<Fork>();
  start_work(
      Work::fork,
      [this, fork, state = std::move(state)](std::stop_token) {
        fork->state = state();
        fork->state.step = snapshot_.step;
        fork->state.time = snapshot_.time;
        fork->params = snapshot_.params;
      },
      [this, fork](std::exception_ptr error) {
        work_ = Work::none;
        const auto done = std::exchange(wish_fork_, nullptr);
        if (error) std::rethrow_exception(error);
        if (done) done(fork);
      });
}

void Session::find_bounds() { wish_bounds_ = loaded_ && !lost_; }

void Session::look_for_bounds() {
  wish_bounds_ = false;
  if (lane_.place() == Place::device) {
    queue_snapshot(Purpose::bounds);
  } else {
    snapshot_.params = lane_.params();
    start_bounds([this] { return lane_.download(); });
  }
}

void Session::start_bounds(std::function<HostState()> state) {
  auto found = std::make_shared<Bounds>();
  start_work(
      Work::bounds,
      [this, found, state = std::move(state)](std::stop_token) { *found = lab_->bounds(snapshot_.params, state()); },
      [this, found](std::exception_ptr error) {
        work_ = Work::none;
        if (error) std::rethrow_exception(error);
        bounds_ = *found;
        ++bounds_found_;
      });
}

}  // namespace warplight::app
