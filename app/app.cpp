#include "app/app.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <utility>

#include "app/drop.h"
#include "app/field_look.h"
#include "app/look.h"
#include "sim/gpu/device.h"

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
  shell_.points = &points_;
  shell_.field = &field_;
  shell_.profiler = &profiler_;
  take_look(shell_, settings_);
  shell_.facts.interop = render::probe_interop(options_.interop);
  find_facts();
  open_session();
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

void App::open_session() {
  Hooks hooks;
  hooks.make_storage = [interop = shell_.facts.interop](Place place, std::vector<BufferSpec> specs) -> std::unique_ptr<Storage> {
    return render::make_drawn_storage(place, std::move(specs), interop);
  };
  hooks.publish = [this](Storage& storage, gpu::Stream& stream) {
    auto& drawn = static_cast<render::DrawnStorage&>(storage);
    Publication found{.changed = drawn.publish(stream, session_->current())};
    if (is_field(shell_)) {
      shell_.field_source = field_of(*session_, drawn);
    } else {
      shell_.source = source_of(*options_.lab, drawn);
    }
    shell_.path = drawn.path();
    if (!found.changed) return found;
    const render::TransferTimes times = drawn.transfer_times();
    found.map_ms = times.map_ms;
    found.unmap_ms = times.unmap_ms;
    found.copy_ms = times.copy_ms;
    return found;
  };
  hooks.wake = wake_window;
  hooks.before_long_step = [this] {
    if (is_field(shell_)) {
      shell_.copy.take(shell_.field_source);
    } else {
      shell_.copy.take(shell_.source);
    }
    shell_.picture_changed = true;
  };
  session_ = std::make_unique<Session>(*options_.lab, stream_, options_.start, hooks);
  shell_.session = session_.get();
  if (!settings_problem_.empty()) session_->note(Note::Kind::warn, settings_problem_);
  if (shell_.facts.gpu.empty()) session_->note(Note::Kind::info, shell_.facts.no_gpu);
  if (!shell_.facts.gpu.empty() && !shell_.facts.interop.works) {
    const std::string& advice = shell_.facts.interop.advice;
    session_->note(Note::Kind::info, shell_.facts.interop.summary + (advice.empty() ? "" : ". " + advice));
  }
}

void App::change_lab(const Lab& lab) {
  options_.lab = &lab;
  options_.start = {};
  shell_.copy.drop();
  shell_.source = {};
  shell_.field_source = {};
  shell_.probe.reset();
  shell_.line = {};
  session_.reset();
  open_session();
  fitted_scene_ = fitted_bounds_ = 0;
}

ExitCode App::run() {
  while (!window_.closing()) {
    window_.take_events(seconds_to_wait());
    if (window_.take_activity()) awake_until_ = Clock::now() + kAwake;
    if (window_.minimised()) continue;
    take_keys();
    open_dropped(*session_, window_.take_dropped());
    if (const Lab* lab = std::exchange(shell_.wants_lab, nullptr)) change_lab(*lab);
    session_->update();
    if (session_->take_picture_change() && session_->picture_is_ready()) shell_.picture_changed = true;
    if (session_->picture_is_ready() && !session_->steps_are_long() && !shell_.copy.empty()) shell_.copy.drop();
    if (session_->scenes_loaded() != fitted_scene_) {
      fitted_scene_ = session_->scenes_loaded();
      shell_.style.speed_reference = session_->typical_speed();
      shell_.fits = true;
    }
    if (std::exchange(fitted_bounds_, session_->bounds_found()) != session_->bounds_found()) shell_.fits = true;
    if (nothing_new()) continue;
    draw();
    after_frame();
    if (all_frames_done()) break;
  }
  return session_->lost() ? ExitCode::failed : ExitCode::done;
}

double App::seconds_to_wait() const {
  if (window_.minimised()) return 0.25;
  if (nothing_new()) return 0.002;
  if (options_.frames > 0 && session_->pace() != Session::Pace::waiting) return 0;
  if (Clock::now() < awake_until_ || session_->pace() == Session::Pace::live) return 0;
  return session_->pace() == Session::Pace::waiting ? 0.1 : writing_ ? 0.25 : 2.0;
}

// While a long step computes, frames that show nothing new would only take time from it.
bool App::nothing_new() const {
  return session_->long_step_under_way() && !shell_.picture_changed && Clock::now() >= awake_until_ && ms_since(last_frame_) < 100;
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
