#include "app/app.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/screenshot.h"
#include "render/capture.h"
#include "sim/gpu/device.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr int kFramesBeforeScreenshot = 60;
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

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
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
  shell_.style.exposure = static_cast<float>(settings_.exposure);
  shell_.style.colour = settings_.colour == "speed" ? render::BodyColour::speed : render::BodyColour::group;
  shell_.facts.interop = render::probe_interop(options_.interop);
  find_facts();
  open_session();
  vsync_ = settings_.vsync;
  window_.set_vsync(vsync_);
}

App::~App() {
  shell_.settings.exposure = shell_.style.exposure;
  shell_.settings.colour = shell_.style.colour == render::BodyColour::speed ? "speed" : "group";
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
    Publication found{.changed = drawn.publish(stream)};
    shell_.source = source_of(*options_.lab, drawn);
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
    shell_.copy.take(shell_.source);
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

void App::fit_scale() {
  const float scale = window_.content_scale() * static_cast<float>(shell_.settings.ui_scale);
  if (scale == fonts_scale_) return;
  fonts_scale_ = shell_.ui.scale = scale;
  apply_theme(scale);
  shell_.ui.fonts = load_fonts(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  shell_.picture_changed = true;
}

void App::draw() {
  fit_scale();
  int width = 0, height = 0;
  window_.framebuffer_size(width, height);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  draw_panels(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
  writing_ = ImGui::GetIO().WantTextInput;
  ImGui::Render();
  present(width, height);
}

void App::draw_panels(float width, float height) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({width, height});
  ImGui::Begin("warplight", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  const Layout layout = lay_out(shell_.ui, width, height, session_->lab().variant_count());
  ImGui::BeginDisabled(shell_.show_keys);
  draw_top_bar(shell_, layout.top);
  draw_picture(shell_, layout.picture);
  draw_ladder(shell_, layout.ladder);
  draw_knobs(shell_, layout.knobs);
  draw_clock(shell_, layout.clock);
  draw_rate(shell_, layout.rate);
  draw_truth(shell_, layout.truth);
  draw_notes(shell_, layout.notes);
  draw_status(shell_, layout.status);
  ImGui::EndDisabled();
  draw_keys(shell_, width, height);
  ImGui::End();
}

void App::present(int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(colour::kGround);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (std::exchange(shell_.wants_screenshot, false)) take_screenshot(screenshot_file());
  if (last_frames_ > 0 && !options_.screenshot.empty()) write_screenshot(options_.screenshot);
  const auto start = Clock::now();
  window_.swap();
  session_->record(Span::wait, ms_since(start));
}

void App::after_frame() {
  window_.set_title(fmt::format("Warplight — {} · {} · {}", session_->lab().info().name, session_->info().name, session_->state()));
  if (vsync_ != shell_.settings.vsync) {
    vsync_ = shell_.settings.vsync;
    window_.set_vsync(vsync_);
  }
  const double ms = ms_since(last_frame_);
  last_frame_ = Clock::now();
  frame_ms_ = ms > 500 ? 0 : frame_ms_ == 0 ? ms : frame_ms_ + 0.05 * (ms - frame_ms_);
  shell_.frames_a_second = frame_ms_ > 0 ? 1000 / frame_ms_ : 0;
  if (stream_.exists() && !session_->lost() && ms_since(last_memory_) >= 1000) look_at_memory();
}

void App::look_at_memory() {
  last_memory_ = Clock::now();
  try {
    const gpu::MemoryInfo memory = gpu::memory_info();
    shell_.memory = fmt::format("{} / {}", bytes_text(static_cast<double>(memory.total_bytes - memory.free_bytes)),
                                bytes_text(static_cast<double>(memory.total_bytes)));
  } catch (const Error&) {
    shell_.memory.clear();  // a lost GPU: the session's next call to it says so
  }
}

// A frame counts when the state has moved, or can't: so many frames are so many moves, on any machine.
bool App::all_frames_done() {
  if (options_.frames == 0 && options_.screenshot.empty()) return false;
  const int wanted = options_.frames > 0 ? options_.frames : kFramesBeforeScreenshot;
  if (last_frames_ > 0) {
    last_frames_ = 0;
    counted_frames_ = 0;
    options_.screenshot.clear();
    return options_.frames > 0;
  }
  if (counted_frames_ < wanted) {
    const bool moved = session_->advances() > counted_advances_;
    const bool stuck = session_->state() == "held" || session_->state() == "lost" || session_->state() == "paused";
    counted_advances_ = session_->advances();
    if (moved || stuck) ++counted_frames_;
    if (counted_frames_ >= wanted && options_.frames > 0) session_->set_playing(false);
    return false;
  }
  // The state stands: one more frame shows all of it.
  if (options_.frames == 0 || (session_->settled() && (!shell_.picture_changed || shell_.picture_hidden))) last_frames_ = 1;
  return false;
}

void App::write_screenshot(const std::filesystem::path& file) {
  int width = 0, height = 0;
  window_.framebuffer_size(width, height);
  render::write_png(file, render::read_framebuffer(width, height));
}

void App::take_screenshot(const std::filesystem::path& file) {
  try {
    write_screenshot(file);
    session_->note(Note::Kind::info, "screenshot: " + file.string());
  } catch (const Error& error) {
    session_->note(Note::Kind::warn, error.what());
  }
}

}  // namespace warplight::app
