// The window's one or two lanes, A and B: what both follow, when each may step, and what comparing them says.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "app/session/live_verdict.h"
#include "app/session/session.h"

namespace warplight::app {

// Lockstep: the same number of steps each frame, so that both show the same moment. Race: the same time to compute in each
// frame, so that the faster one visibly gets further.
enum class Pairing { lockstep, race };

class Lanes {
 public:
  // `hooks(slot)` for the session that draws into picture `slot`, 0 or 1.
  using HooksFor = std::function<Hooks(int slot)>;

  // One lane; open_b() makes the second. Throws as Session does.
  Lanes(const Lab& lab, gpu::Stream& stream, Start start, HooksFor hooks, measure::MachineWatch* watch = nullptr);

  // Once a frame, for both. Never blocks.
  void update();

  // The second lane: this variant, from the state that A is in (where A has none yet: from what A begins with). Throws
  // missing where the variant can't run here.
  void open_b(int variant);
  // Beside `a` the one that shows most: the ladder's last that may run, else the last before `a`. -1: there is no other.
  int suits_b() const;
  void close_b();
  void swap();  // A is B, and B is A: each keeps its state, its picture and its numbers

  int count() const { return opening_b_ || b_ != nullptr ? 2 : 1; }
  bool has(int lane) const { return lane == 0 || b_ != nullptr; }  // B is there only when its state is on the way
  Session& operator[](int lane) { return lane == 0 ? *a_ : *b_; }
  const Session& operator[](int lane) const { return lane == 0 ? *a_ : *b_; }
  Session& a() { return *a_; }
  Session* b() { return b_.get(); }
  int slot(int lane) const { return lane == 0 ? slot_a_ : 1 - slot_a_; }

  Pairing pairing() const { return pairing_; }
  void set_pairing(Pairing pairing);

  // What moves both lanes.
  bool playing() const { return a_->playing() || (b_ && b_->playing()); }
  void set_playing(bool playing);
  void step_once();
  void reset();
  void set_scene(std::string_view name);
  void load(const Start& start);  // the variant is A's
  void set_steps_a_frame(int steps);
  void find_bounds();
  void use(int tool, const Stroke& stroke);
  // Of one lane, and of the other too where the knob is linked. Knobs that make a new state can't be unlinked: both lanes
  // begin from the same one.
  void set_knob(int lane, const Knob& knob, double value);
  void set_launch(int lane, const Knob& knob, double value);
  bool linked(const Knob& knob) const { return !unlinked_.contains(knob.name); }
  bool may_unlink(const Knob& knob) const { return !knob.resets; }
  // Linking again gives B the value of A.
  void set_linked(const Knob& knob, bool linked);
  // A launch knob of this name that the other lane's variant has too; null: none.
  const Knob* same_launch_knob(int lane, std::string_view name) const;
  // Puts a variant into a lane; B is opened if need be.
  void select(int lane, int variant);

  void cancel();
  bool cancellable() const;
  bool lost() const;
  bool settled() const;
  Session::Pace pace() const;
  std::int64_t advances() const;  // of the lane that has fewer, since both are there
  std::string state() const;      // the less ready one's word
  std::string command_line() const;

  const Verdict& verdict() const { return live_.verdict(); }
  // How far apart the lanes' states are is known where both stand at the same step.
  bool same_moment() const { return b_ && !b_->rebuilding() && !a_->rebuilding() && a_->step() == b_->step(); }

 private:
  void start_b(Start start);
  void share_the_host();
  void grant();
  int steps_in_race(int lane) const;
  std::unique_ptr<Session> make(Start start, int slot);

  const Lab* lab_;
  gpu::Stream* stream_;
  HooksFor hooks_;
  std::unique_ptr<Session> a_, b_;
  int slot_a_ = 0;
  bool opening_b_ = false;  // A's state is being copied for it
  int variant_b_ = -1;
  Pairing pairing_ = Pairing::lockstep;
  std::array<double, 2> credit_ms_{};  // of a race: compute time that a lane has not used yet
  std::set<std::string, std::less<>> unlinked_;
  int turn_ = 0;                       // which lane may take the processor first
  std::int64_t advances_before_b_ = 0;
  LiveVerdict live_;
};

}  // namespace warplight::app
