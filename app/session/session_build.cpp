#include <fmt/format.h>

#include <utility>

#include "app/session/session.h"
#include "sim/error.h"
#include "sim/scene.h"
#include "sim/typical_speed.h"

namespace warplight::app {

// A scene that is being made on the worker.
struct Session::Build {
  ParamBytes params;
  HostState state;
  Bounds bounds;
  float typical_speed;
  int variant;
};

namespace {

std::vector<std::string> names_of(const KnobValues& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return names;
}

}  // namespace

ParamBytes Session::wished_params() const {
  ParamBytes params = lab_->defaults(home_);
  for (const Knob& knob : lab_->knobs()) {
    const auto set = set_.find(knob.name);
    if (set != set_.end()) {
      knob.set(params.data(), set->second);
    } else if (const double value = default_of(knob); value != knob.default_on(home_)) {
      knob.set(params.data(), value);
    }
  }
  return params;
}

void Session::start_build() {
  wish_rebuild_ = false;
  build_ = std::make_shared<Build>();
  const std::shared_ptr<const Fork> fork = std::exchange(fork_, nullptr);
  build_->params = fork ? fork->params : wished_params();
  build_->variant = variant();
  wish_variant_.reset();
  variant_ = build_->variant;
  if (in_.empty()) {  // a file brings its own size
    try {
      const auto specs = lab_->buffers(build_->params);
      require_memory(Place::host, specs);
      require_memory(lab_->variant(build_->variant).place, specs);
    } catch (const Error& error) {
      if (!loaded_) throw;
      refuse_build(error.what());
      return;
    }
  }
  passed_ = false;
  start_work(
      Work::build,
      [lab = lab_, build = build_, fork, scene = scene_, in = in_, set = names_of(set_)](std::stop_token stop) {
        build->state = fork        ? fork->state
                       : in.empty() ? lab->build(scene, build->params, stop)
                                    : lab->read(in, build->params, set);
        if (stop.stop_requested()) return;
        build->bounds = lab->bounds(build->params, build->state);
        build->typical_speed = warplight::typical_speed(lab->picture(), build->state);
      },
      [this](std::exception_ptr error) { finish_build(error); });
}

void Session::finish_build(std::exception_ptr error) {
  work_ = Work::none;
  const std::shared_ptr<Build> build = std::exchange(build_, nullptr);
  if (cancelled_) {
    refuse_build("cancelled: the state before stays");
    return;
  }
  // The next build is already wished for: what became of this one is no news, and must not take that wish back.
  if (wish_rebuild_ && (error || worker_.stopping())) return;
  try {
    if (error) std::rethrow_exception(error);
    keep_set_knobs(build->params);
    lane_.load(build->variant, build->params, build->state);
  } catch (const std::exception& problem) {
    if (gpu_is_lost()) throw;
    if (wish_rebuild_) return;
    if (!loaded_) throw;
    refuse_build(problem.what());
    return;
  }
  const bool other_scene = !loaded_ || loaded_scene_ != scene_ || loaded_in_ != in_;
  const bool other_size = !loaded_ || lab_->buffers(loaded_params_)[0].items != lab_->buffers(build->params)[0].items;
  loaded_ = true;
  params_ = loaded_params_ = build->params;
  loaded_set_ = set_;
  loaded_scene_ = scene_;
  loaded_in_ = in_;
  bounds_ = build->bounds;
  typical_speed_ = build->typical_speed;
  if (other_scene) ++scenes_loaded_;
  if (other_size) forget_checks();
  for (History& history : meter_history_) history.clear();
  for (std::string& basis : meter_basis_) basis.clear();
  watchdog_.reset(lane_);
  stumbled_ = false;
  meter_->reset();
  measuring_ = meter_reset_ = false;
  forget_uses();
  measured_step_ = -1;
  next_measure_ = {};
  picture_changed_ = true;
  read_lane();
  apply_launch();
  publish();
  begin_check();
}

// What the person set holds, but for what a file or a scene fixes by its nature: its size.
void Session::keep_set_knobs(ParamBytes& params) {
  for (const Knob& knob : lab_->knobs()) {
    const auto set = set_.find(knob.name);
    if (set == set_.end()) continue;
    const double got = knob.get(params.data());
    if (!knob.resets) {
      knob.set(params.data(), set->second);
    } else if (got != set->second && !wish_rebuild_) {  // else it was set since: the next build brings it
      const std::string what = in_.empty() ? fmt::format("scene {}", scene_) : in_.string();
      const std::string line = fmt::format("{} = {} was set, but {} has {} = {}", knob.name, format_knob(knob, set->second),
                                           what, knob.name, format_knob(knob, got));
      if (!loaded_) throw_bad_input(line);
      note(Note::Kind::warn, line);
      set_.erase(set);
    }
  }
}

// The person's wish can't be had: what ran before goes on, and the knobs show it.
void Session::refuse_build(const std::string& line) {
  note(Note::Kind::warn, line);
  if (!loaded_) return;
  set_ = loaded_set_;
  params_ = loaded_params_;
  scene_ = loaded_scene_;
  in_ = loaded_in_;
  variant_ = lane_.variant();
  passed_ = rungs_[static_cast<std::size_t>(variant_)].status == RungStatus::passed;
  if (!passed_) begin_check();
}

void Session::apply_launch() {
  wish_launch_ = false;
  const KnobValues& wished = launch_set_[static_cast<std::size_t>(lane_.variant())];
  for (const Knob& knob : lane_.launch().knobs()) {
    const auto set = wished.find(knob.name);
    const double value = set != wished.end() ? set->second : knob.default_value;
    if (lane_.launch()[knob.name] != static_cast<int>(value)) lane_.set_launch(knob.name, value);
  }
}

}  // namespace warplight::app
