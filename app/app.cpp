#include "app/app.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cmath>
#include <utility>

#include "app/drop.h"
#include "app/field_look.h"
#include "app/look.h"
#include "sim/gpu/device.h"
#include "sim/measure/nvml.h"

namespace warplight::app {
namespace {

constexpr auto kAwake = std::chrono::milliseconds(700);  // after the last event: hover help, key repeats

Settings settings_for(const Options& options, std::string& problem) {
  Settings settings = load_settings(problem);
  if (options.size) {
    settings.width = options.size->width;
    settings.height = options.size->height;
  }
  return settings;
}

render::PointsSource source_of(const Lab& lab, const render::DrawnStorage& storage) {
  const Picture picture = lab.picture();
  const auto buffer = [&](int index) { return index < 0 ? 0u : storage.gl_buffer(index); };
  render::PointsSource source{buffer(picture.position), buffer(picture.velocity), buffer(picture.appearance), 0};
  if (picture.position >= 0) source.count = storage.specs()[static_cast<std::size_t>(picture.position)].items;
  return source;
}

// The buffer whose turn it was when OpenGL's were brought up to date.
render::FieldSource field_of(const Session& session, const render::DrawnStorage& storage) {
  const int index = session.lab().picture().field[storage.drawn_current()];
  const int material = session.lab().picture().material;
  return {.values = index < 0 ? 0u : storage.gl_buffer(index),
          .shape = session.lab().field_shape(session.loaded_params()),
          .material = material < 0 ? 0u : storage.gl_buffer(material),
          .material_revision = storage.placed_revision()};
}

}  // namespace

App::ImGuiOwner::ImGuiOwner(GLFWwindow* window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 450");
}

App::ImGuiOwner::~ImGuiOwner() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

App::App(Options options)
    : options_(std::move(options)),
      settings_(settings_for(options_, settings_problem_)),
      window_(settings_, options_.size.has_value()),
      imgui_(window_.handle()),
      stream_(gpu::machine().usable() ? gpu::Stream::create() : gpu::Stream()) {
  shell_.settings = settings_;
  shell_.profiler = &profiler_;
  shell_.show_hints = options_.first_screen && settings_.hints;
  take_look(shell_, settings_);
  shell_.facts.interop = render::probe_interop(options_.interop);
  find_facts();
  if (stream_.exists()) watch_ = measure::watch_by_nvml(gpu::selected_device().pci_bus_id);
  open_lanes();
  vsync_ = settings_.vsync;
  window_.set_vsync(vsync_);
}

App::~App() {
  keep_look(shell_, shell_.settings);
  if (!options_.size && options_.frames == 0) window_.store_place(shell_.settings);
  if (options_.frames == 0) save_settings(shell_.settings);
}

void App::find_facts() {
  Facts& facts = shell_.facts;
  const gpu::Machine& machine = gpu::machine();
  facts.renderer = window_.gl().renderer;
  if (machine.usable()) {
    facts.gpu = gpu::selected_device().name;
    facts.driver = fmt::format("driver {}, CUDA {}.{}", machine.driver, machine.driver_cuda / 1000, machine.driver_cuda % 1000 / 10);
  } else {
    facts.no_gpu = machine.problem + ". The rungs on the processor run; the others need a GPU, and are far faster.";
  }
}

Hooks App::hooks_for(int slot) {
  Eye& eye = shell_.eyes[static_cast<std::size_t>(slot)];
  eye.open();
  Hooks hooks;
  hooks.make_storage = [interop = shell_.facts.interop](Place place, std::vector<BufferSpec> specs) -> std::unique_ptr<Storage> {
    return render::make_drawn_storage(place, std::move(specs), interop);
  };
  hooks.publish = [this, slot](Storage& storage, gpu::Stream& stream) { return publish(slot, storage, stream); };
  hooks.wake = wake_window;
  hooks.before_long_step = [this, &eye] {
    if (is_field(shell_)) {
      eye.copy.take(eye.field_source);
    } else {
      eye.copy.take(eye.source);
    }
    eye.changed = true;
  };
  return hooks;
}

Publication App::publish(int slot, Storage& storage, gpu::Stream& stream) {
  // The first publication comes from within a session's making of its state: by then it is a lane.
  const Session& session = (*lanes_)[lanes_->slot(0) == slot ? 0 : 1];
  Eye& eye = shell_.eyes[static_cast<std::size_t>(slot)];
  auto& drawn = static_cast<render::DrawnStorage&>(storage);
  Publication found{.changed = drawn.publish(stream, session.current())};
  if (is_field(shell_)) {
    eye.field_source = field_of(session, drawn);
  } else {
    eye.source = source_of(*options_.lab, drawn);
  }
  eye.path = drawn.path();
  if (!found.changed) return found;
  const render::TransferTimes times = drawn.transfer_times();
  found.map_ms = times.map_ms;
  found.unmap_ms = times.unmap_ms;
  found.copy_ms = times.copy_ms;
  return found;
}

void App::open_lanes() {
  lanes_ = std::make_unique<Lanes>(*options_.lab, stream_, options_.start, [this](int slot) { return hooks_for(slot); }, watch_.get());
  shell_.lanes = lanes_.get();
  shell_.take(0);
  compare_at_start();
  Session& session = lanes_->a();
  if (!settings_problem_.empty()) session.note(Note::Kind::warn, settings_problem_);
  if (shell_.facts.gpu.empty()) session.note(Note::Kind::info, shell_.facts.no_gpu);
  if (!shell_.facts.gpu.empty() && !shell_.facts.interop.works) {
    const std::string& advice = shell_.facts.interop.advice;
    session.note(Note::Kind::info, shell_.facts.interop.summary + (advice.empty() ? "" : ". " + advice));
  }
}

void App::compare_at_start() {
  shell_.view = options_.view;
  if (options_.race) lanes_->set_pairing(Pairing::race);
  if (options_.compare.empty()) return;
  const int variant = options_.compare == kBestRung ? lanes_->suits_b() : options_.lab->find_variant(options_.compare);
  if (variant >= 0) lanes_->open_b(variant);
}

void App::change_lab(const Lab& lab) {
  options_.lab = &lab;
  options_.start = {};
  options_.compare = lanes_->count() == 2 ? kBestRung : "";
  options_.race = lanes_->pairing() == Pairing::race;
  for (Eye& eye : shell_.eyes) eye.forget();
  difference_.forget();
  shell_.line = {};
  shell_.session = nullptr;
  lanes_.reset();
  open_lanes();
  fitted_lane_ = nullptr;
}

// What has happened to the lanes since the frame before.
void App::follow_lanes() {
  for (int lane = 0; lane < 2 && lanes_->has(lane); ++lane) {
    shell_.take(lane);
    Session& session = *shell_.session;
    Eye& eye = *shell_.eye;
    if (session.take_picture_change() && session.picture_is_ready()) eye.changed = true;
    if (session.picture_is_ready() && !session.steps_are_long() && !eye.copy.empty()) eye.copy.drop();
  }
  shell_.take(0);
  const Session& a = lanes_->a();
  if (std::exchange(fitted_lane_, &a) != &a) {
    // Another lane under the letter A: the view stays. At the start, and for another lab, there is none yet.
    const bool swapped = fitted_scene_ > 0;
    if (swapped) fitted_scene_ = a.scenes_loaded();
    fitted_bounds_ = a.bounds_found();
  }
  if (a.scenes_loaded() != fitted_scene_) {
    fitted_scene_ = a.scenes_loaded();
    shell_.style.speed_reference = a.typical_speed();
    shell_.fits = true;
  }
  if (std::exchange(fitted_bounds_, a.bounds_found()) != a.bounds_found()) shell_.fits = true;
}

// Each frame where it is drawn, else once in a while: the curve of its growth is wanted in every view.
void App::measure_difference() {
  if (const auto facts = difference_.take()) {
    if (std::isfinite(facts->rms)) shell_.apart.push(facts->time, facts->rms, facts->most);
    shell_.eyes[2].changed = true;
  }
  if (!lanes_->has(1)) {
    shell_.apart.clear();
    return;
  }
  const Session &a = lanes_->a(), &b = *lanes_->b();
  const bool draws = shell_.view == View::difference;
  if (!a.loaded() || !b.loaded() || !lanes_->same_moment() || !a.picture_is_ready() || !b.picture_is_ready()) return;
  const bool moved = shell_.eyes[0].changed || shell_.eyes[1].changed;
  if (!draws && ms_since(last_difference_) < 250) return;
  if (draws && !moved && difference_.field().values != 0) return;
  last_difference_ = Clock::now();
  const Eye& of_a = shell_.eye_of(0);
  const Eye& of_b = shell_.eye_of(1);
  Eye& apart = shell_.eyes[2];
  try {
    if (draws) apart.open();
    if (is_field(shell_)) {
      difference_.fields(of_a.field_source, of_b.field_source, a.time(), draws);
      apart.field_source = difference_.field();
    } else {
      difference_.points(of_a.source, of_b.source, a.time(), draws);
      apart.source = difference_.bodies();
    }
    apart.changed = true;
  } catch (const Error& error) {
    shell_.view = View::side_by_side;
    lanes_->a().note(Note::Kind::warn, error.what());
  }
}

ExitCode App::run() {
  while (!window_.closing()) {
    window_.take_events(seconds_to_wait());
    if (window_.take_activity()) awake_until_ = Clock::now() + kAwake;
    if (window_.minimised()) continue;
    take_keys();
    open_dropped(lanes_->a(), [this](const Start& start) { lanes_->load(start); }, window_.take_dropped());
    if (const Lab* lab = std::exchange(shell_.wants_lab, nullptr)) change_lab(*lab);
    lanes_->update();
    follow_lanes();
    measure_difference();
    if (nothing_new()) continue;
    draw();
    after_frame();
    if (all_frames_done()) break;
  }
  return lanes_->lost() ? ExitCode::failed : ExitCode::done;
}

double App::seconds_to_wait() const {
  if (window_.minimised()) return 0.25;
  if (nothing_new()) return 0.002;
  const Session::Pace pace = lanes_->pace();
  if (options_.frames > 0 && pace != Session::Pace::waiting) return 0;
  if (Clock::now() < awake_until_ || pace == Session::Pace::live) return 0;
  if (lanes_->count() == 2 && shell_.view == View::blink) return 0.05;
  return pace == Session::Pace::waiting ? 0.1 : writing_ ? 0.25 : 2.0;
}

// While a long step computes, frames that show nothing new would only take time from it.
bool App::nothing_new() const {
  bool long_step = false;
  for (int lane = 0; lane < 2 && lanes_->has(lane); ++lane) long_step = long_step || (*lanes_)[lane].long_step_under_way();
  return long_step && !shell_.changed() && Clock::now() >= awake_until_ && ms_since(last_frame_) < 100;
}

void App::take_keys() {
  for (const KeyPress& press : window_.take_keys()) {
    if (!writing_) {
      act_on_key(shell_, press.key, press.mods);
    } else if (press.key == GLFW_KEY_ENTER || press.key == GLFW_KEY_KP_ENTER) {
      shell_.ui.edit_done = true;
    }
  }
  shell_.ui.double_click = window_.take_double_click();
  if (std::exchange(shell_.wants_full_screen, false)) window_.toggle_full_screen();
}

}  // namespace warplight::app
