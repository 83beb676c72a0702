// The desktop window with its OpenGL context: GLFW's owner.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/settings.h"
#include "render/context.h"

struct GLFWwindow;

namespace warplight::app {

struct KeyPress {
  int key;   // GLFW's
  int mods;
};

class Window {
 public:
  // `exact`: the size is pixels as asked for, not scaled to the monitor. Throws missing without a display or OpenGL 4.5.
  Window(const Settings& settings, bool exact);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return handle_; }
  const render::GlInfo& gl() const { return gl_; }
  bool closing() const;
  void framebuffer_size(int& width, int& height) const;
  float content_scale() const;
  bool minimised() const;
  bool focused() const;
  void set_title(const std::string& title);  // cheap when it stays the same
  void set_vsync(bool on);
  void toggle_full_screen();
  void swap();
  // Waits for events for at most `seconds`; 0: takes what there is.
  void take_events(double seconds);
  bool take_activity();  // whether anything came from the person or the desktop since the last call
  std::vector<KeyPress> take_keys();
  std::vector<std::filesystem::path> take_dropped();  // files dragged here since the last call
  bool take_double_click();  // also where both clicks fell between two frames
  void store_place(Settings& settings) const;  // size and place of the window when it is not full screen

 private:
  void create(int width, int height);
  void listen();
  void count_click();

  GLFWwindow* handle_ = nullptr;
  render::GlInfo gl_;
  std::string title_;
  bool activity_ = true;
  std::vector<KeyPress> keys_;
  std::vector<std::filesystem::path> dropped_;
  bool double_click_ = false;
  double click_time_ = -1, click_x_ = 0, click_y_ = 0;
  bool full_screen_ = false;
  int saved_x_ = 0, saved_y_ = 0, saved_width_ = 0, saved_height_ = 0;
};

// Wakes a loop that waits in take_events, from any thread.
void wake_window();

}  // namespace warplight::app
