#include "app/session/lanes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "sim/error.h"

namespace warplight::app {
namespace {

constexpr double kRace_ms = 8;  // of compute, a frame and lane

double seconds_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool may_run(const Rung& rung) { return rung.status != RungStatus::unavailable && rung.status != RungStatus::failed; }

}  // namespace

Lanes::Lanes(const Lab& lab, gpu::Stream& stream, Start start, HooksFor hooks, measure::MachineWatch* watch)
    : lab_(&lab), stream_(&stream), hooks_(std::move(hooks)), a_(make(std::move(start), 0)), live_(watch) {}

std::unique_ptr<Session> Lanes::make(Start start, int slot) {
  return std::make_unique<Session>(*lab_, *stream_, std::move(start), hooks_(slot));
}

void Lanes::update() {
  a_->poll();
  try {
    if (b_) b_->poll();
    grant();
    share_the_host();
  } catch (const std::exception& problem) {
    // Of a second lane that has no state yet: the first goes on alone. A first lane without one is the program's end.
    if (!b_ || b_->loaded() || !a_->loaded()) throw;
    close_b();
    a_->note(Note::Kind::warn, std::string("there can't be a second lane: ") + problem.what());
  }
  if (b_) live_.update(*a_, *b_, seconds_now());
}

// One lane computes on the processor at a time, and they take turns: side by side they would time each other. On the GPU
// the stream keeps them in order.
void Lanes::share_the_host() {
  if (!b_) {
    a_->hold_host(false);
    a_->go();
    return;
  }
  const int first = turn_;
  for (const int lane : {first, 1 - first}) {
    Session& session = (*this)[lane];
    const bool idle_before = !session.working();
    session.hold_host((*this)[1 - lane].working());
    session.go();
    if (idle_before && session.working()) turn_ = 1 - lane;
  }
  // A device lane's own turn does not come back to it by itself: whichever goes first in the stream changes each frame.
  if (!a_->working() && !b_->working()) turn_ = 1 - turn_;
}

// How many steps each lane may begin in this frame.
void Lanes::grant() {
  if (opening_b_) {  // the state that is being copied stays as it is
    a_->grant(0);
    return;
  }
  if (!b_) {
    a_->grant(-1);
    return;
  }
  for (const int lane : {0, 1}) {
    Session& session = (*this)[lane];
    const Session& other = (*this)[1 - lane];
    if (other.rebuilding() && !other.holds_still()) {
      session.grant(0);
    } else if (!other.comes_along()) {
      session.grant(-1);
    } else if (pairing_ == Pairing::race) {
      // While the other is being checked nothing is won: both wait for the start.
      if (!session.holds_numbers() || !other.holds_numbers()) {
        session.grant(0);
        continue;
      }
      const double ms = session.rung().ms_a_step;
      double& credit = credit_ms_[static_cast<std::size_t>(lane)];
      if (!session.working()) credit = std::min(credit + kRace_ms, 2 * kRace_ms + (ms > 0 ? ms : 0));
      const int steps = steps_in_race(lane);
      session.grant(steps);
      if (!session.working() && session.playing()) credit -= steps * (ms > 0 ? ms : kRace_ms);
    } else {
      session.grant(session.step() <= other.step() ? -1 : 0);
    }
  }
}

int Lanes::steps_in_race(int lane) const {
  constexpr double kMostSteps = 10000;  // a queue that long fills a frame by itself
  const double ms = (*this)[lane].rung().ms_a_step, credit = credit_ms_[static_cast<std::size_t>(lane)];
  if (!(ms > 0)) return 1;
  return static_cast<int>(std::min(std::floor(credit / ms), kMostSteps));
}

int Lanes::suits_b() const {
  const auto& rungs = a_->rungs();
  int found = -1;
  for (int i = 0; i < lab_->variant_count(); ++i) {
    if (i != a_->variant() && may_run(rungs[static_cast<std::size_t>(i)])) found = i;
  }
  return found;
}

void Lanes::open_b(int variant) {
  if (b_) {
    b_->select(variant);
    return;
  }
  const Rung& rung = a_->rungs()[static_cast<std::size_t>(variant)];
  if (rung.status == RungStatus::unavailable) {
    throw_missing(std::string(lab_->variant(variant).name) + " can't run here: " + rung.reason);
  }
  variant_b_ = variant;
  opening_b_ = true;
  const auto begin = [this](std::shared_ptr<const Fork> fork) {
    if (!std::exchange(opening_b_, false)) return;  // closed again meanwhile
    Start start = a_->start();
    start.variant = std::string(lab_->variant(variant_b_).name);
    start.launch = {};
    start.fork = std::move(fork);
    start_b(std::move(start));
  };
  if (a_->rebuilding()) {
    begin(nullptr);
  } else if (!a_->fork(begin)) {
    opening_b_ = false;
  }
}

void Lanes::start_b(Start start) {
  b_ = make(std::move(start), 1 - slot_a_);
  b_->set_playing(a_->playing());
  b_->set_steps_a_frame(a_->steps_a_frame());
  credit_ms_ = {};
  advances_before_b_ = a_->advances();
  live_.forget();
}

void Lanes::close_b() {
  opening_b_ = false;
  b_.reset();
  unlinked_.clear();
  live_.forget();
}

void Lanes::swap() {
  if (!b_) return;
  std::swap(a_, b_);
  std::swap(credit_ms_[0], credit_ms_[1]);
  slot_a_ = 1 - slot_a_;
  turn_ = 1 - turn_;
  live_.forget();
}

void Lanes::set_pairing(Pairing pairing) {
  if (std::exchange(pairing_, pairing) == pairing) return;
  credit_ms_ = {};
  live_.forget();
}

void Lanes::set_playing(bool playing) {
  a_->set_playing(playing);
  if (b_) b_->set_playing(playing);
}

void Lanes::step_once() {
  a_->step_once();
  if (b_) b_->step_once();
}

void Lanes::reset() {
  a_->reset();
  if (b_) b_->reset();
  credit_ms_ = {};
}

void Lanes::set_scene(std::string_view name) {
  a_->set_scene(name);
  if (b_) b_->set_scene(name);
}

void Lanes::load(const Start& start) {
  a_->load(start);
  if (!b_) return;
  Start for_b = start;
  for_b.variant.clear();
  for_b.launch.clear();
  b_->load(for_b);
}

void Lanes::set_steps_a_frame(int steps) {
  a_->set_steps_a_frame(steps);
  if (b_) b_->set_steps_a_frame(steps);
}

void Lanes::find_bounds() { a_->find_bounds(); }

void Lanes::use(int tool, const Stroke& stroke) {
  a_->use(tool, stroke);
  if (b_) b_->use(tool, stroke);
}

void Lanes::set_knob(int lane, const Knob& knob, double value) {
  (*this)[lane].set_knob(knob, value);
  if (b_ && linked(knob)) (*this)[1 - lane].set_knob(knob, value);
}

const Knob* Lanes::same_launch_knob(int lane, std::string_view name) const {
  if (!b_) return nullptr;
  for (const Knob& knob : lab_->launch_knobs((*this)[1 - lane].variant())) {
    if (knob.name == name) return &knob;
  }
  return nullptr;
}

void Lanes::set_launch(int lane, const Knob& knob, double value) {
  (*this)[lane].set_launch(knob, value);
  const Knob* const other = same_launch_knob(lane, knob.name);
  if (other == nullptr || !linked(knob) || !(value >= other->min && value <= other->max)) return;
  (*this)[1 - lane].set_launch(*other, value);
}

void Lanes::set_linked(const Knob& knob, bool linked) {
  if (!linked) {
    if (may_unlink(knob)) unlinked_.emplace(knob.name);
    return;
  }
  unlinked_.erase(std::string(knob.name));
  if (!b_) return;
  if (const Knob* const launch = same_launch_knob(0, knob.name)) {
    for (const Knob& own : lab_->launch_knobs(a_->variant())) {
      if (own.name == knob.name) b_->set_launch(*launch, a_->launch(own));
    }
  } else {
    for (const Knob& own : lab_->knobs()) {
      if (own.name == knob.name) b_->set_knob(own, a_->knob(own));
    }
  }
}

void Lanes::select(int lane, int variant) {
  if (variant < 0 || variant >= lab_->variant_count()) return;
  if (lane == 0) {
    a_->select(variant);
  } else if (b_) {
    b_->select(variant);
  } else if (may_run(a_->rungs()[static_cast<std::size_t>(variant)])) {
    open_b(variant);
  } else {
    a_->note(Note::Kind::warn, std::string(lab_->variant(variant).name) + " can't run beside: " +
                                   a_->rungs()[static_cast<std::size_t>(variant)].reason);
  }
}

void Lanes::cancel() {
  a_->cancel();
  if (b_) b_->cancel();
}

bool Lanes::cancellable() const { return a_->cancellable() || (b_ && b_->cancellable()); }

bool Lanes::lost() const { return a_->lost() || (b_ && b_->lost()); }

bool Lanes::settled() const { return a_->settled() && !opening_b_ && (!b_ || b_->settled()); }

Session::Pace Lanes::pace() const {
  const auto liveliness = [](Session::Pace pace) { return pace == Session::Pace::live ? 2 : pace == Session::Pace::waiting ? 1 : 0; };
  if (opening_b_) return Session::Pace::live;
  if (!b_) return a_->pace();
  const Session::Pace a = a_->pace(), b = b_->pace();
  // A lane that may not step before the other has is not worth a frame of its own.
  if (a == Session::Pace::waiting && b_->working()) return a;
  if (b == Session::Pace::waiting && a_->working()) return b;
  return liveliness(a) > liveliness(b) ? a : b;
}

std::int64_t Lanes::advances() const {
  return b_ ? std::min(a_->advances(), b_->advances() + advances_before_b_) : a_->advances();
}

std::string Lanes::state() const {
  if (!b_) return opening_b_ ? "building" : a_->state();
  const std::string a = a_->state(), b = b_->state();
  for (const char* word : {"lost", "building", "checking", "held"}) {
    if (a == word || b == word) return word;
  }
  return a;
}

std::string Lanes::command_line() const {
  std::string line = a_->command_line();
  if (count() == 2) line += " --compare " + std::string(b_ ? b_->info().name : lab_->variant(variant_b_).name);
  if (count() == 2 && pairing_ == Pairing::race) line += " --race";
  return line;
}

}  // namespace warplight::app
