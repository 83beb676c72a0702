// One frame of the window: panels, presenting, screenshots, and when the frames that were asked for are over.
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <utility>

#include "app/app.h"
#include "app/profile_line.h"
#include "app/screenshot.h"
#include "render/capture.h"
#include "sim/gpu/device.h"
#include "sim/text.h"

namespace warplight::app {
namespace {

constexpr int kFramesBeforeScreenshot = 60;

}  // namespace

void App::fit_scale() {
  const float scale = window_.content_scale() * static_cast<float>(shell_.settings.ui_scale);
  if (scale == fonts_scale_) return;
  fonts_scale_ = shell_.ui.scale = scale;
  apply_theme(scale);
  shell_.ui.fonts = load_fonts(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  shell_.redraw();
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
  const Layout layout = lay_out(shell_.ui, width, height, lanes_->a().lab().variant_count(), lanes_->count());
  ImGui::BeginDisabled(shell_.show_keys);
  shell_.covered = has_profile(shell_) ? covered_by_profile(shell_.ui, layout) : 0;
  draw_top_bar(shell_, layout.top);
  draw_picture(shell_, layout.picture);
  draw_ladder(shell_, layout.ladder);
  draw_knobs(shell_, layout.knobs);
  if (has_profile(shell_)) {
    draw_profile(shell_, profile_place(shell_.ui, layout));
  } else {
    draw_clock(shell_, layout.clock);
  }
  draw_verdict(shell_, layout.verdict);
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
  for (int lane = 0; lane < 2 && lanes_->has(lane); ++lane) (*lanes_)[lane].record(Span::wait, ms_since(start));
}

void App::after_frame() {
  const std::string rung(lanes_->a().info().name);
  const std::string rungs = lanes_->has(1) ? fmt::format("{} against {}", rung, lanes_->b()->info().name) : rung;
  window_.set_title(fmt::format("Warplight — {} · {} · {}", lanes_->a().lab().info().name, rungs, lanes_->state()));
  if (vsync_ != shell_.settings.vsync) {
    vsync_ = shell_.settings.vsync;
    window_.set_vsync(vsync_);
  }
  const double ms = ms_since(last_frame_);
  last_frame_ = Clock::now();
  frame_ms_ = ms > 500 ? 0 : frame_ms_ == 0 ? ms : frame_ms_ + 0.05 * (ms - frame_ms_);
  shell_.frames_a_second = frame_ms_ > 0 ? 1000 / frame_ms_ : 0;
  if (stream_.exists() && !lanes_->lost() && ms_since(last_memory_) >= 1000) look_at_memory();
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
    const std::string state = lanes_->state();
    const bool moved = lanes_->advances() > counted_advances_;
    const bool stuck = state == "held" || state == "lost" || state == "paused";
    counted_advances_ = lanes_->advances();
    if (moved || stuck) ++counted_frames_;
    if (counted_frames_ >= wanted && options_.frames > 0) lanes_->set_playing(false);
    return false;
  }
  // The state stands: one more frame shows all of it.
  if (options_.frames == 0 || (lanes_->settled() && (!shell_.changed() || shell_.picture_hidden))) last_frames_ = 1;
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
    lanes_->a().note(Note::Kind::info, "screenshot: " + file.string());
  } catch (const Error& error) {
    lanes_->a().note(Note::Kind::warn, error.what());
  }
}

}  // namespace warplight::app
