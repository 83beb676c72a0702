// The desktop program: owns everything, and runs the frame loop.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "app/options.h"
#include "app/panels.h"
#include "app/window.h"
#include "render/difference.h"
#include "sim/error.h"
#include "sim/gpu/stream.h"

namespace warplight::app {

inline double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

class App {
 public:
  explicit App(Options options);
  ~App();
  ExitCode run();  // until the window is closed, or --frames are over

 private:
  using Clock = std::chrono::steady_clock;

  void find_facts();
  void open_lanes();
  void compare_at_start();
  Hooks hooks_for(int slot);
  Publication publish(int slot, Storage& storage, gpu::Stream& stream);
  void follow_lanes();
  void measure_difference();
  void change_lab(const Lab& lab);
  double seconds_to_wait() const;
  bool nothing_new() const;
  void take_keys();
  void fit_scale();
  void draw();
  void draw_panels(float width, float height);
  void present(int width, int height);
  void after_frame();
  void look_at_memory();
  bool all_frames_done();
  void take_screenshot(const std::filesystem::path& file);
  void write_screenshot(const std::filesystem::path& file);

  // In the order of their making: what comes later dies first, and the session's registrations before the context.
  Options options_;
  std::string settings_problem_;
  Settings settings_;
  Window window_;
  struct ImGuiOwner {
    explicit ImGuiOwner(GLFWwindow* window);
    ~ImGuiOwner();
  } imgui_;
  gpu::Stream stream_;
  render::FieldProfiler profiler_;
  render::DifferenceMeter difference_;
  Shell shell_;
  std::unique_ptr<measure::MachineWatch> watch_;
  std::unique_ptr<Lanes> lanes_;

  float fonts_scale_ = 0;
  bool vsync_ = true;
  std::int64_t fitted_scene_ = 0, fitted_bounds_ = 0;
  const Session* fitted_lane_ = nullptr;  // whose those are
  Clock::time_point last_difference_{};
  Clock::time_point awake_until_{}, last_frame_{}, last_memory_{};
  double frame_ms_ = 0;
  std::int64_t counted_frames_ = 0, counted_advances_ = 0;
  int last_frames_ = 0;      // drawn since the last of --frames was reached
  bool writing_ = false;     // a text field has the keyboard
};

}  // namespace warplight::app
