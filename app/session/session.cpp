#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/scene.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr std::size_t kMostNotes = 20;

// The storage that the lane works on: made by the caller's maker, but one that may be lent twice.
Lane::StorageMaker nesting(Lane::StorageMaker make) {
  return [make = std::move(make)](Place place, std::vector<BufferSpec> specs) -> std::unique_ptr<Storage> {
    return std::make_unique<NestedStorage>(make(place, std::move(specs)));
  };
}

// The first rung that suits the machine: where there is a GPU the first on it, else the best on the processor.
int first_variant(const Lab& lab, const std::vector<Rung>& rungs) {
  const auto available = [&](int i) { return rungs[static_cast<std::size_t>(i)].status != RungStatus::unavailable; };
  for (int i = 0; i < lab.variant_count(); ++i) {
    if (lab.variant(i).place == Place::device && available(i)) return i;
  }
  for (int i = lab.variant_count() - 1; i >= 0; --i) {
    if (available(i)) return i;
  }
  throw_missing(fmt::format("no variant of {} can run here", lab.info().name));
}

std::string quoted(const std::string& text) {
  const bool plain = std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("./-_+,:=").find(c) != std::string_view::npos;
  });
  if (plain && !text.empty()) return text;
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

Session::Session(const Lab& lab, gpu::Stream& stream, Start start, Hooks hooks)
    : lab_(&lab),
      stream_(&stream),
      hooks_(std::move(hooks)),
      home_(stream.exists() ? Place::device : Place::host),
      lane_(lab, stream, nesting(hooks_.make_storage)),
      set_(std::move(start.knobs)),
      launch_set_(static_cast<std::size_t>(lab.variant_count())),
      scene_(start.scene.empty() ? lab.scenes().front().name : find_scene(lab, start.scene).name),
      in_(std::move(start.in)),
      fork_(std::move(start.fork)),
      playing_(start.playing),
      rungs_(static_cast<std::size_t>(lab.variant_count())),
      meter_(lab.make_truth_meter()),
      meter_history_(lab.meters().size()),
      meter_basis_(lab.meters().size()),
      worker_(hooks_.wake) {
  for (int i = 0; i < lab.variant_count(); ++i) {
    std::string reason = unavailable_reason(lab.variant(i));
    if (reason.empty() && lab.variant(i).place == Place::device && !stream.exists()) reason = "no GPU is in use";
    if (!reason.empty()) rungs_[static_cast<std::size_t>(i)] = {RungStatus::unavailable, reason, kNaN};
  }
  variant_ = start.variant.empty() ? first_variant(lab, rungs_) : lab.find_variant(start.variant);
  if (rung().status == RungStatus::unavailable) {
    throw_missing(fmt::format("{} can't run here: {}", info().name, rung().reason));
  }
  launch_set_[static_cast<std::size_t>(variant_)] = std::move(start.launch);
  params_ = loaded_params_ = fork_ ? fork_->params : wished_params();
}

Session::~Session() = default;

void Session::set_playing(bool playing) {
  if (!lost_) playing_ = playing;
}

void Session::step_once() {
  if (lost_) return;
  steps_wished_ = playing_ ? 0 : steps_wished_ + 1;
  playing_ = false;
}

void Session::reset() {
  if (!lost_) wish_rebuild_ = true;
  fork_.reset();
}

bool Session::cancellable() const {
  return work_ == Work::build || work_ == Work::check || (work_ == Work::advance && work_seconds() > 0.5);
}

void Session::cancel() {
  if (!cancellable() || (work_ == Work::build && !loaded_)) return;
  cancelled_ = true;
  if (work_ == Work::advance) {
    playing_ = false;
    steps_wished_ = 0;
  }
  worker_.stop();
}

bool Session::may_select(int variant) {
  const Rung& rung = rungs_[static_cast<std::size_t>(variant)];
  if (rung.status != RungStatus::unavailable && rung.status != RungStatus::failed) return true;
  const char* what = rung.status == RungStatus::failed ? "is off" : "can't run here";
  note(Note::Kind::warn, fmt::format("{} {}: {}", lab_->variant(variant).name, what, rung.reason));
  return false;
}

void Session::select(int variant) {
  if (lost_ || variant < 0 || variant >= lab_->variant_count() || variant == this->variant()) return;
  if (may_select(variant)) wish_variant_ = variant;
  if (variant == variant_) wish_variant_.reset();
  ++epoch_;
}

void Session::set_scene(std::string_view name) {
  if (lost_) return;
  const SceneInfo& scene = find_scene(*lab_, name);
  for (const auto& [knob, value] : scene.knobs) {  // a new scene begins with what it brings
    if (const auto set = set_.find(knob); set != set_.end()) set_.erase(set);
  }
  scene_ = scene.name;
  in_.clear();
  wish_rebuild_ = true;
}

void Session::load(const Start& start) {
  if (lost_) return;
  const std::string_view scene = start.scene.empty() ? scene_ : find_scene(*lab_, start.scene).name;
  const int variant = start.variant.empty() ? this->variant() : lab_->find_variant(start.variant);
  scene_ = std::string(scene);
  in_ = start.in;
  set_ = start.knobs;
  if (!start.launch.empty()) launch_set_[static_cast<std::size_t>(variant)] = start.launch;
  wish_rebuild_ = true;
  select(variant);
}

double Session::default_of(const Knob& knob) const {
  if (in_.empty()) {
    for (const auto& [name, value] : find_scene(*lab_, scene_).knobs) {
      if (name == knob.name) return value;
    }
  }
  return knob.default_on(home_);
}

void Session::set_knob(const Knob& knob, double value) {
  if (lost_ || value == this->knob(knob)) return;
  ++epoch_;
  knob.set(params_.data(), value);
  const auto remember = [&](KnobValues& values) {
    if (value == default_of(knob)) {
      values.erase(std::string(knob.name));
    } else {
      values[std::string(knob.name)] = value;
    }
  };
  remember(set_);
  if (knob.resets) {
    wish_rebuild_ = true;
    return;
  }
  if (!loaded_) return;
  remember(loaded_set_);
  knob.set(loaded_params_.data(), value);
  wish_params_ = meter_reset_ = true;
  for (History& history : meter_history_) history.clear();
  for (std::string& basis : meter_basis_) basis.clear();
  if (lane_.place() == Place::device) {  // no job uses the lane: the next step takes the new value
    ParamBytes params = lane_.params();
    knob.set(params.data(), value);
    lane_.set_params(params);
    evaluates_first_ = true;
  }
}

double Session::launch(const Knob& knob) const {
  const KnobValues& values = launch_set_[static_cast<std::size_t>(variant())];
  const auto set = values.find(knob.name);
  return set != values.end() ? set->second : knob.default_value;
}

void Session::set_launch(const Knob& knob, double value) {
  if (lost_ || value == launch(knob)) return;
  KnobValues& values = launch_set_[static_cast<std::size_t>(variant())];
  if (value == knob.default_value) {
    values.erase(std::string(knob.name));
  } else {
    values[std::string(knob.name)] = value;
  }
  ++epoch_;
  wish_launch_ = launch_changed_ = true;
  launch_wished_ = Clock::now();
}

void Session::set_steps_a_frame(int steps) {
  const int before = std::exchange(steps_a_frame_, std::clamp(steps, 1, 1000));
  if (before != steps_a_frame_) ++epoch_;
}

void Session::use(int tool, const Stroke& stroke) {
  constexpr std::size_t kMostWaiting = 512;  // a step that takes long forgets the rest
  if (lost_ || uses_.size() >= kMostWaiting || !(passed_ || wish_room_ || room_under_way_)) return;
  uses_.push_back({tool, stroke});
  if (lab_->tools()[static_cast<std::size_t>(tool)].needs_room && !room_under_way_ && !lab_->has_room(loaded_params_)) {
    wish_room_ = true;
  }
}

void Session::record(Span span, double ms) { spans_[static_cast<std::size_t>(span)].push(ms); }

void Session::note(Note::Kind kind, std::string text) {
  if (!notes_.empty() && notes_.back().text == text) return;
  notes_.push_back({kind, std::move(text)});
  if (notes_.size() > kMostNotes) notes_.pop_front();
}

std::string Session::state() const {
  if (lost_) return "lost";
  if (!loaded_ || work_ == Work::build) return "building";
  if (passed_) return playing_ ? "running" : "paused";
  return work_ != Work::none || snapshot_.in_flight != Purpose::none || wishes() ? "checking" : "held";
}

std::string Session::activity() const {
  constexpr double kWorthSaying = 0.2;  // seconds: less is over before it is read
  const auto since = [](Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); };
  if (work_ == Work::build && since(work_start_) > kWorthSaying) {
    const std::string what = in_.empty() ? std::string(find_scene(*lab_, scene_).title) : in_.filename().string();
    return fmt::format("building {}, {}", what, duration_text(1000 * since(work_start_)));
  }
  const bool checks = work_ == Work::check || work_ == Work::compare || snapshot_.in_flight == Purpose::check;
  if (checks && since(check_start_) > kWorthSaying) {
    return fmt::format("checking {} against the definition, {}", info().name, duration_text(1000 * since(check_start_)));
  }
  if (work_ == Work::room && since(work_start_) > kWorthSaying) {
    return fmt::format("making room for what is placed, {}", duration_text(1000 * since(work_start_)));
  }
  if (work_ == Work::advance && since(work_start_) > 0.5) {
    return fmt::format("{} computes a step, {}", info().name, duration_text(1000 * since(work_start_)));
  }
  return {};
}

std::string Session::command_line() const {
  std::string line = fmt::format("warplight {} --variant {}", lab_->info().name, info().name);
  line += in_.empty() ? fmt::format(" --scene {}", scene_) : " --in " + quoted(in_.string());
  for (const Knob& knob : lab_->knobs()) {
    const double value = this->knob(knob);
    if (value == default_of(knob) && !set_.contains(knob.name)) continue;
    if (!in_.empty() && knob.resets && !set_.contains(knob.name)) continue;  // the file says it
    line += fmt::format(" --set {}={}", knob.name,
                        knob.kind == KnobKind::choice ? std::string(knob.choices[static_cast<std::size_t>(value)])
                                                      : fmt::format("{}", value));
  }
  for (const auto& [name, value] : launch_set_[static_cast<std::size_t>(variant())]) {
    line += fmt::format(" --set {}={}", name, value);
  }
  return line;
}

Start Session::start() const {
  return {.variant = std::string(info().name),
          .scene = scene_,
          .in = in_,
          .knobs = set_,
          .launch = launch_set_[static_cast<std::size_t>(variant())],
          .playing = playing_};
}

Storage* Session::picture() { return loaded_ ? &storage().inner() : nullptr; }

bool Session::take_picture_change() { return std::exchange(picture_changed_, false); }

bool Session::picture_is_ready() const { return !compute_.pending() || (last_compute_ms_ > 0 && !steps_are_long()); }

}  // namespace warplight::app
