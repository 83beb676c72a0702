// Which of two lanes is faster, by how much, and how far that may be believed: from times of steps taken while they run.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "sim/measure/verdict.h"

namespace warplight::app {

struct Verdict {
  enum class State { none, gathering, there };
  State state = State::none;
  std::string why;       // of none: "B is being checked"; of gathering: what is still missing
  measure::Verdict what = measure::Verdict::unsure;
  measure::Ratio ratio;  // B's time over A's
  measure::Trust trust = measure::Trust::too_short;
  std::string trust_why;  // begins with the word

  bool there() const { return state == State::there; }
  // Of the faster one: "B is 4.12× faster than A", "A and B are equally fast"; `why` where there is none.
  std::string headline() const;
  // "4.05 to 4.19 at 95%, n = 240, interleaved".
  std::string basis() const;
};

// Pairs the newest times of both lanes as they come: what changes meanwhile (heat, clocks) slows both and drops out.
class LiveVerdict {
 public:
  static constexpr std::size_t kMostPairs = 240;

  // `watch`: the GPU's clock and throttling; null: nobody watches.
  explicit LiveVerdict(measure::MachineWatch* watch = nullptr) : watch_(watch) {}

  // Once a frame. `now_s` from any fixed point: the machine is looked at, and the verdict made anew, twice a second.
  void update(Session& a, Session& b, double now_s);
  void forget();  // lanes were swapped, or one is gone
  const Verdict& verdict() const { return verdict_; }

 private:
  struct Pair {
    double a, b;  // ms a step
    measure::Conditions conditions;
  };
  void take(Session& session, std::deque<Session::StepTime>& waiting);
  void judge(const Session& a, const Session& b);

  measure::MachineWatch* watch_;
  measure::Conditions conditions_;
  std::int64_t epoch_a_ = -1, epoch_b_ = -1;
  std::deque<Session::StepTime> waiting_a_, waiting_b_;
  std::deque<Pair> pairs_;
  double mean_steps_a_ = 1, mean_steps_b_ = 1;  // timed together
  double next_look_s_ = 0;
  Verdict verdict_;
};

}  // namespace warplight::app
