#include "app/session/session.h"

namespace warplight::app {

HostState Session::Snapshot::state() const {
  HostState state;
  for (const gpu::PinnedBuffer& copy : copies) {
    const auto* bytes = static_cast<const std::byte*>(copy.data());
    state.buffers.emplace_back(bytes, bytes + copy.bytes());
  }
  state.current = current;
  state.step = step;
  state.time = time;
  return state;
}

void Session::copy_state(Snapshot& to) {
  const auto specs = storage().specs();
  Loan loan(storage(), *stream_, lane_.current());
  to.copies.resize(specs.size());
  for (std::size_t b = 0; b < specs.size(); ++b) {
    gpu::PinnedBuffer& copy = to.copies[b];
    if (copy.bytes() != specs[b].bytes()) copy = gpu::PinnedBuffer(specs[b].bytes());
    gpu::copy_to_host(copy.data(), loan.lent().pointers[b], specs[b].bytes(), *stream_);
  }
  to.params = lane_.params();
  to.current = lane_.current();
  to.step = lane_.step();
  to.time = lane_.time();
}

// Queues the copies; poll_snapshot goes on when they are there.
void Session::queue_snapshot(Purpose purpose) {
  copy_state(snapshot_);
  if (!snapshot_.copied) snapshot_.copied.emplace();
  snapshot_.copied->record(*stream_);
  snapshot_.in_flight = purpose;
}

void Session::poll_snapshot() {
  if (snapshot_.in_flight == Purpose::none || !snapshot_.copied->reached()) return;
  if (std::exchange(snapshot_.in_flight, Purpose::none) == Purpose::check) {
    start_compare();
  } else {
    start_bounds([this] { return snapshot_.state(); });
  }
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
