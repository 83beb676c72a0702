// What runs behind one picture: a lane with its ladder, knobs, checks, clock and truth meters. Knows no window.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/history.h"
#include "app/session/nested_storage.h"
#include "app/session/worker.h"
#include "sim/lane.h"
#include "sim/watchdog.h"

namespace warplight::app {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

enum class RungStatus { unavailable, unchecked, checking, passed, failed };
struct Rung {
  RungStatus status = RungStatus::unchecked;
  std::string reason;       // of unavailable and failed
  double ms_a_step = kNaN;  // live, at the present size and launch shape; NaN until it passed and ran
};

enum class Span { compute, map, unmap, copy, draw, wait };
inline constexpr std::array<std::string_view, 6> kSpanNames = {"compute", "map", "unmap", "copy", "draw", "wait"};

struct Note {
  enum class Kind { info, warn, bad } kind;
  std::string text;
  std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
};

// What bringing the picture's buffers up to date found: see render::DrawnStorage.
struct Publication {
  bool changed = false;
  double map_ms = kNaN, unmap_ms = kNaN, copy_ms = kNaN;
};

struct Hooks {
  Lane::StorageMaker make_storage = make_plain_storage;
  std::function<Publication(Storage&, gpu::Stream&)> publish;  // null: nobody draws
  std::function<void()> wake;                                  // called from the worker when a job has ended
  std::function<void()> before_long_step;  // it will own the picture's buffers for a while; null: nobody draws
  std::function<bool()> gpu_is_lost;  // null: asks the GPU. Tests stand in for it: a real loss harms what runs beside
};

using KnobValues = std::map<std::string, double, std::less<>>;

// A state in mid-run, for another session to go on from.
struct Fork {
  ParamBytes params;
  HostState state;
};

// What to begin with: what the command line said.
struct Start {
  std::string variant;       // "": the first rung that suits the machine
  std::string scene;         // "": the lab's first
  std::filesystem::path in;  // a state file instead of a scene
  KnobValues knobs;          // that the person set
  KnobValues launch;         // launch knobs of the variant, likewise
  bool playing = true;
  std::shared_ptr<const Fork> fork;  // the state to begin with, instead of the scene's own; a reset goes back to that
};

class Session {
 public:
  // Throws bad_input for unknown names, missing for a variant that was named and can't run here.
  Session(const Lab& lab, gpu::Stream& stream, Start start, Hooks hooks);
  ~Session();

  // Once a frame. Never blocks. Throws only where the state to begin with can't be had.
  void update();
  // The two halves of it, for sessions that run beside each other: what has come, and what begins now.
  void poll();
  void go();
  // For as long as it is held, nothing begins that would take the processor's cores from another session's measured step.
  void hold_host(bool held) { host_held_ = held; }
  // How many steps the next go() may begin while playing; -1: the steps a frame.
  void grant(int steps) { granted_ = steps; }

  void set_playing(bool playing);
  void step_once();
  void reset();
  void cancel();  // a build, a check or a long step that the person does not want to wait for
  void select(int variant);
  void set_scene(std::string_view name);
  // As a program that begins so, but for the variant, which stays if none is named. Throws bad_input for unknown names; a
  // state that can't be had is noted, and what is in place stays.
  void load(const Start& start);
  void set_knob(const Knob& knob, double value);    // value within the knob's range
  void set_launch(const Knob& knob, double value);  // of the selected variant
  void set_steps_a_frame(int steps);
  // A copy of the state as it is now, for another session; `done` is called from a later poll(), unless the state is
  // replaced before. False where there is none yet.
  bool fork(std::function<void(std::shared_ptr<const Fork>)> done);
  void find_bounds();  // of the state as it is now; bounds_found() grows when they are there
  // One of the lab's tools along a stroke: before the next step, or at once where nothing runs. Where the state has no room
  // for what it leaves behind (Lab::with_room), that is made first.
  void use(int tool, const Stroke& stroke);
  void record(Span span, double ms);  // what only the window can time: draw and wait

  const Lab& lab() const { return *lab_; }
  Place home() const { return home_; }  // where defaults are taken for: device where there is a GPU
  int variant() const { return wish_variant_.value_or(variant_); }  // selected, perhaps not in place yet
  const VariantInfo& info() const { return lab_->variant(variant()); }
  // What the variant has chosen, where it is one that chooses; else empty.
  std::string choice() const { return lane_.prepared() == nullptr ? std::string() : lane_.prepared()->choice(); }
  // What a person should know who takes so many steps a frame; empty: nothing.
  std::string hint() const { return lane_.prepared() == nullptr ? std::string() : lane_.prepared()->hint(steps_a_frame_); }
  const std::vector<Rung>& rungs() const { return rungs_; }
  const Rung& rung() const { return rungs_[static_cast<std::size_t>(variant())]; }
  std::string_view scene() const { return scene_; }
  const std::filesystem::path& file() const { return in_; }
  double knob(const Knob& knob) const { return knob.get(params_.data()); }
  double default_of(const Knob& knob) const;  // the scene's own value, or the knob's
  double launch(const Knob& knob) const;
  const ParamBytes& params() const { return params_; }
  const ParamBytes& loaded_params() const { return loaded_params_; }  // of the state that is in place

  bool loaded() const { return loaded_; }
  bool playing() const { return playing_; }
  bool lost() const { return lost_; }
  // The present variant passed its check as it runs now: its numbers may be shown.
  bool holds_numbers() const { return passed_ && !wish_launch_; }
  // Grows with whatever makes times of before and after another measurement: knobs, launch shape, rung, size, steps a frame.
  std::int64_t epoch() const { return epoch_; }
  // Times of a step that have come since this was last called, oldest first: those that hold (of the checked rung as it is).
  struct StepTime {
    double ms;  // a step
    int steps;  // that were timed together
  };
  std::vector<StepTime> take_times() { return std::exchange(times_, {}); }
  bool rebuilding() const { return !loaded_ || wish_rebuild_ || work_ == Work::build; }
  bool working() const { return work_ != Work::none; }  // on the processor
  bool holds_still() const { return lost_ || state() == "held"; }
  // Will step on if it may: it plays, or is being checked or built first.
  bool comes_along() const { return playing_ && !holds_still(); }
  int steps_a_frame() const { return steps_a_frame_; }
  std::int64_t step() const { return step_; }
  double time() const { return time_; }
  std::int64_t advances() const { return advances_; }       // advances begun since the start
  std::int64_t scenes_loaded() const { return scenes_loaded_; }  // grows when another scene or file is in place
  const Bounds& bounds() const { return bounds_; }
  std::int64_t bounds_found() const { return bounds_found_; }
  float typical_speed() const { return typical_speed_; }  // of what is drawn, at the start
  int current() const { return current_; }
  Cost cost() const { return lab_->cost(loaded_params_); }
  const History& span(Span span) const { return spans_[static_cast<std::size_t>(span)]; }
  const std::vector<History>& meter_history() const { return meter_history_; }
  const std::string& meter_basis(std::size_t meter) const { return meter_basis_[meter]; }  // see TruthMeter::basis
  const std::deque<Note>& notes() const { return notes_; }  // newest last
  void note(Note::Kind kind, std::string text);
  void clear_notes() { notes_.clear(); }

  std::string state() const;     // one word: running, paused, checking, building, held, lost
  std::string activity() const;  // what is being waited for, "" if nothing: "building n = 65 536, 2 s"
  bool cancellable() const;
  std::string command_line() const;
  Start start() const;           // with which another session would show the same scene, knobs and steps

  // The storage whose OpenGL buffers hold the picture; null before the first state.
  Storage* picture();
  bool take_picture_change();        // true once for each change of the picture
  bool picture_is_ready() const;     // drawing it now would not wait for a long step
  // Too long for a frame to wait for. Shorter ones are waited for, so that drawing never takes time from a kernel.
  bool steps_are_long() const { return last_compute_ms_ >= 25; }
  bool long_step_under_way() const { return long_loan_.has_value(); }

  enum class Pace { still, waiting, live };
  Pace pace() const;                 // whether frames are worth drawing now
  bool settled() const;              // nothing is under way, nothing is wished for

 private:
  using Clock = std::chrono::steady_clock;
  enum class Work { none, build, check, compare, advance, measure, bounds, room, fork };
  enum class Purpose { none, check, bounds, room, fork };
  struct Use {
    int tool;
    Stroke stroke;
  };

  // session_work.cpp: the worker's jobs
  void start_work(Work work, Worker::Job job, std::function<void(std::exception_ptr)> finish);
  void collect_work();
  // session_build.cpp
  void start_build();
  void finish_build(std::exception_ptr error);
  ParamBytes wished_params() const;
  void keep_set_knobs(ParamBytes& params);
  void refuse_build(const std::string& line);
  void apply_launch();
  // session_snapshot.cpp: the state on its way to host memory
  void queue_snapshot(Purpose purpose);
  void queue_copies(std::vector<gpu::PinnedBuffer>& copies);
  void poll_snapshot();
  void look_for_bounds();
  void start_bounds(std::function<HostState()> state);
  void begin_fork();
  void start_fork(std::function<HostState()> state);
  // session_room.cpp: a state that tools can place things in
  void make_room();
  void start_room(std::function<HostState()> state);
  void finish_room(std::exception_ptr error);
  void forget_uses();
  // session_gate.cpp: no number before a check passed
  void begin_check();
  void queue_device_check();
  struct Checked;
  void compare(Checked& checked, const HostState& before, const HostState& after, const ParamBytes& params,
               std::stop_token stop) const;
  void start_compare();
  int checked_steps() const;
  HostState step_aside(const HostState& before, gpu::ChosenCode& code, std::stop_token stop);
  void start_host_check();
  void finish_check(std::exception_ptr error);
  void pass_check();
  void fail_check(const std::string& reason);
  void fall_back();
  void forget_checks();
  void require_checked(const gpu::ChosenCode& code);
  // session_run.cpp
  void apply_wishes();
  void apply_variant();
  void run();
  void take_uses();
  void advance_device(int steps, bool measures);
  void advance_host(int steps, bool measures);
  void poll_compute();
  void take_sample(double ms, double steps);
  void read_lane();
  bool meter_due() const;
  void try_to_measure(const Lent& lent);
  void begin_meter(const Lent& lent);
  bool slice_meter(double budget_ms, std::stop_token stop);
  void take_meter();
  void poll_watchdog();
  void publish();
  bool gpu_is_lost();
  void lose_gpu(const std::string& line);
  void on_error(const std::exception& error);

  bool idle() const;  // the lane may be touched: no job, no check in flight, no step under way
  bool may_begin() const;
  bool wishes() const { return wish_rebuild_ || wish_variant_ || wish_check_ || wish_room_ || launch_due(); }
  // A slider that is being dragged wishes for another shape with every frame: the last one is what counts.
  bool launch_due() const { return wish_launch_ && Clock::now() - launch_wished_ > std::chrono::milliseconds(150); }
  NestedStorage& storage() { return static_cast<NestedStorage&>(lane_.storage()); }
  double work_seconds() const;
  bool may_select(int variant);

  const Lab* lab_;
  gpu::Stream* stream_;
  Hooks hooks_;
  Place home_;
  Lane lane_;

  // What the person wants.
  ParamBytes params_;
  KnobValues set_;                  // knobs the person set
  std::vector<KnobValues> launch_set_;  // by variant
  std::string scene_;
  std::filesystem::path in_;
  std::shared_ptr<const Fork> fork_;  // of the state to begin with, until it is in place
  bool playing_ = true;
  bool host_held_ = false;
  int granted_ = -1;
  int steps_wished_ = 0;            // single steps not yet taken
  int steps_a_frame_ = 1;
  bool wish_rebuild_ = true, wish_launch_ = false, wish_params_ = false;
  bool wish_check_ = false;         // what runs now is not what was checked
  Clock::time_point launch_wished_{};
  bool wish_bounds_ = false;
  std::function<void(std::shared_ptr<const Fork>)> wish_fork_;  // who waits for it
  std::optional<int> wish_variant_;
  std::vector<Use> uses_;           // of tools, not yet done
  bool wish_room_ = false;          // one of them needs it
  bool room_under_way_ = false;     // from there to the check: what is drawn meanwhile waits

  // What is in place.
  bool loaded_ = false, passed_ = false, lost_ = false;
  int variant_ = 0;
  ParamBytes loaded_params_;
  KnobValues loaded_set_;
  std::string loaded_scene_;
  std::filesystem::path loaded_in_;
  Bounds bounds_;
  float typical_speed_ = 1;
  std::int64_t step_ = 0, advances_ = 0, scenes_loaded_ = 0, bounds_found_ = 0;
  double time_ = 0;
  int current_ = 0;

  // The ladder and its gate.
  std::vector<Rung> rungs_;
  int good_variant_ = -1;           // passed last: goes on where another fails
  KnobValues good_launch_;          // its launch values then
  Clock::time_point check_start_{};
  bool launch_changed_ = false;     // the check under way is for another launch shape of a variant that had passed
  gpu::ChosenCode checked_code_;    // what the last check ran
  struct Snapshot {
    std::vector<gpu::PinnedBuffer> copies;
    std::vector<gpu::PinnedBuffer> later_copies;  // of a check, after its steps
    std::optional<gpu::Event> copied;
    ParamBytes params;              // that were in force
    Purpose in_flight = Purpose::none;
    // The host's copies, once they are there.
    HostState state() const { return state_of(copies, current, step); }
    HostState state_later() const { return state_of(later_copies, current_later, step_later); }
    static HostState state_of(const std::vector<gpu::PinnedBuffer>& copies, int current, std::int64_t step);
    int current = 0, current_later = 0;
    std::int64_t step = 0, step_later = 0;
    double time = 0;
  } snapshot_;

  // The clock.
  gpu::TimedSpan compute_;
  std::array<History, kSpanNames.size()> spans_;
  History step_ms_;
  std::vector<StepTime> times_;
  std::int64_t epoch_ = 0;
  int samples_to_skip_ = 0;
  bool evaluates_first_ = false;    // the next advance recomputes what a step needs: no time of a step
  double last_compute_ms_ = kNaN;
  std::optional<Loan> long_loan_;   // of the buffers, while a long step is under way

  // The truth meters.
  std::unique_ptr<TruthMeter> meter_;
  std::vector<History> meter_history_;
  std::vector<std::string> meter_basis_;
  Watchdog watchdog_;
  bool stumbled_ = false;           // the state holds something that is not finite
  bool measuring_ = false, meter_reset_ = false;
  std::int64_t measured_step_ = -1, measuring_step_ = 0;
  Clock::time_point next_measure_{}, last_update_{};
  double frame_ms_ = 16;

  std::deque<Note> notes_;
  bool picture_changed_ = false;

  struct Build;
  struct Room;
  struct Step;
  std::shared_ptr<Build> build_;
  std::shared_ptr<Room> room_;
  std::shared_ptr<Step> host_step_;
  std::shared_ptr<Checked> checked_;
  Work work_ = Work::none;
  bool cancelled_ = false;
  Clock::time_point work_start_{};
  std::function<void(std::exception_ptr)> finish_work_;
  Worker worker_;                   // last: its job uses all of the above
};

}  // namespace warplight::app
