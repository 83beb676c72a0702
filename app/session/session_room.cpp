#include <utility>

#include "app/session/session.h"

namespace warplight::app {

// The state as it was, and with room, made on the worker.
struct Session::Room {
  ParamBytes before, params;
  HostState state;
};

namespace {

// What making room has changed, in params that a person may have turned knobs of meanwhile.
void take_changes(ParamBytes& params, const ParamBytes& before, const ParamBytes& after) {
  auto* const to = static_cast<std::byte*>(params.data());
  const auto *const old = static_cast<const std::byte*>(before.data()), *const now = static_cast<const std::byte*>(after.data());
  for (std::size_t i = 0; i < ParamBytes::kCapacity; ++i) {
    if (now[i] != old[i]) to[i] = now[i];
  }
}

}  // namespace

void Session::make_room() {
  wish_room_ = false;
  room_under_way_ = true;
  if (lane_.place() == Place::device) {
    queue_snapshot(Purpose::room);
  } else {
    start_room([this] { return lane_.download(); });
  }
}

void Session::start_room(std::function<HostState()> state) {
  room_ = std::make_shared<Room>();
  room_->before = room_->params = lane_.params();
  start_work(
      Work::room,
      [lab = lab_, room = room_, state = std::move(state)](std::stop_token) {
        room->state = lab->with_room(room->params, state());
      },
      [this](std::exception_ptr error) { finish_room(error); });
}

void Session::finish_room(std::exception_ptr error) {
  work_ = Work::none;
  const std::shared_ptr<Room> room = std::exchange(room_, nullptr);
  if (wish_rebuild_) return forget_uses();  // another state is wished for
  try {
    if (error) std::rethrow_exception(error);
    room->state.step = lane_.step();
    room->state.time = lane_.time();
    ParamBytes params = lane_.params();
    take_changes(params, room->before, room->params);
    lane_.load(lane_.variant(), params, room->state);
  } catch (const std::exception& problem) {
    if (gpu_is_lost()) throw;
    forget_uses();
    note(Note::Kind::warn, std::string("nothing can be placed: ") + problem.what());
    return;
  }
  for (ParamBytes* params : {&params_, &loaded_params_}) take_changes(*params, room->before, room->params);
  forget_checks();  // cells that differ are other code, and other times
  watchdog_.reset(lane_);
  measuring_ = false;
  meter_reset_ = true;
  next_measure_ = {};
  picture_changed_ = true;
  read_lane();
  publish();
  begin_check();
}

void Session::forget_uses() {
  uses_.clear();
  wish_room_ = room_under_way_ = false;
}

}  // namespace warplight::app
