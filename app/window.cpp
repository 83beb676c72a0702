#include "app/window.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/error.h"

namespace warplight::app {
namespace {

constexpr int kWidth = 1600, kHeight = 900;
std::string last_problem;

void remember_problem(int, const char* line) { last_problem = line == nullptr ? "" : line; }

Window& owner(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

GLFWmonitor* monitor_under(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int mx = 0, my = 0, mw = 0, mh = 0;
    glfwGetMonitorWorkarea(monitors[i], &mx, &my, &mw, &mh);
    if (x + width / 2 >= mx && x + width / 2 < mx + mw && y + height / 2 >= my && y + height / 2 < my + mh) return monitors[i];
  }
  return glfwGetPrimaryMonitor();
}

// Whether a remembered place still lies on a monitor.
bool on_a_monitor(int x, int y) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int mx = 0, my = 0, mw = 0, mh = 0;
    glfwGetMonitorWorkarea(monitors[i], &mx, &my, &mw, &mh);
    if (x >= mx - 8 && x < mx + mw - 64 && y >= my - 8 && y < my + mh - 64) return true;
  }
  return false;
}

}  // namespace

Window::Window(const Settings& settings, bool exact) {
  glfwSetErrorCallback(remember_problem);
  if (glfwInit() != GLFW_TRUE) {
    throw_missing("no display (" + last_problem + "): warplight-cli render draws a picture without one");
  }
  try {
    int width = settings.width > 0 ? settings.width : kWidth, height = settings.height > 0 ? settings.height : kHeight;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr && !exact) {
      float scale = 1, unused = 1;
      glfwGetMonitorContentScale(monitor, &scale, &unused);
      int x = 0, y = 0, most_width = 0, most_height = 0;
      glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
      if (settings.width <= 0) {
        width = static_cast<int>(static_cast<float>(width) * scale);
        height = static_cast<int>(static_cast<float>(height) * scale);
      }
      if (most_width > 0 && most_height > 0) {
        width = std::min(width, most_width);
        height = std::min(height, most_height);
      }
    }
    create(width, height);
    if (settings.x && settings.y && !exact && on_a_monitor(*settings.x, *settings.y)) {
      glfwSetWindowPos(handle_, *settings.x, *settings.y);
    }
    glfwShowWindow(handle_);
    listen();
  } catch (...) {
    if (handle_ != nullptr) glfwDestroyWindow(handle_);
    glfwTerminate();
    throw;
  }
}

Window::~Window() {
  glfwDestroyWindow(handle_);
  glfwTerminate();
}

void Window::create(int width, int height) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
#ifdef GLFW_X11_CLASS_NAME
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "warplight");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "warplight");
#endif
  title_ = "Warplight";
  handle_ = glfwCreateWindow(width, height, title_.c_str(), nullptr, nullptr);
  const std::string problem = last_problem;
  if (handle_ == nullptr) {  // whatever there is, so that the message can say what was found
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    handle_ = glfwCreateWindow(width, height, title_.c_str(), nullptr, nullptr);
    if (handle_ == nullptr) throw_missing("no OpenGL window can be had (" + problem + "): OpenGL 4.5 is needed");
  }
  glfwMakeContextCurrent(handle_);
  gl_ = render::load_gl(glfwGetProcAddress);
}

// Before ImGui installs its own callbacks, which call these.
void Window::listen() {
  glfwSetWindowUserPointer(handle_, this);
  glfwSetKeyCallback(handle_, [](GLFWwindow* window, int key, int, int action, int mods) {
    owner(window).activity_ = true;
    if (action == GLFW_PRESS || (action == GLFW_REPEAT && key == GLFW_KEY_PERIOD)) owner(window).keys_.push_back({key, mods});
  });
  const auto position = [](GLFWwindow* window, double, double) { owner(window).activity_ = true; };
  const auto size = [](GLFWwindow* window, int, int) { owner(window).activity_ = true; };
  const auto flag = [](GLFWwindow* window, int) { owner(window).activity_ = true; };
  glfwSetCursorPosCallback(handle_, position);
  glfwSetScrollCallback(handle_, position);
  glfwSetMouseButtonCallback(handle_, [](GLFWwindow* window, int button, int action, int) {
    owner(window).activity_ = true;
    if (button == GLFW_MOUSE_BUTTON_LEFT && action == GLFW_PRESS) owner(window).count_click();
  });
  glfwSetDropCallback(handle_, [](GLFWwindow* window, int count, const char** files) {
    owner(window).activity_ = true;
    owner(window).dropped_.insert(owner(window).dropped_.end(), files, files + count);
  });
  glfwSetCharCallback(handle_, [](GLFWwindow* window, unsigned) { owner(window).activity_ = true; });
  glfwSetFramebufferSizeCallback(handle_, size);
  glfwSetWindowPosCallback(handle_, size);
  glfwSetWindowFocusCallback(handle_, flag);
  glfwSetWindowIconifyCallback(handle_, flag);
  glfwSetCursorEnterCallback(handle_, flag);
  glfwSetWindowRefreshCallback(handle_, [](GLFWwindow* window) { owner(window).activity_ = true; });
}

void Window::count_click() {
  constexpr double kSeconds = 0.35, kPixels = 6;
  double x = 0, y = 0;
  glfwGetCursorPos(handle_, &x, &y);
  const double now = glfwGetTime();
  const bool second = now - click_time_ < kSeconds && std::fabs(x - click_x_) < kPixels && std::fabs(y - click_y_) < kPixels;
  double_click_ = double_click_ || second;
  click_time_ = second ? -1 : now;
  click_x_ = x;
  click_y_ = y;
}

bool Window::take_double_click() { return std::exchange(double_click_, false); }

bool Window::closing() const { return glfwWindowShouldClose(handle_) == GLFW_TRUE; }

void Window::framebuffer_size(int& width, int& height) const { glfwGetFramebufferSize(handle_, &width, &height); }

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::clamp(x, 0.5f, 4.0f);
}

bool Window::minimised() const {
  int width = 0, height = 0;
  framebuffer_size(width, height);
  return glfwGetWindowAttrib(handle_, GLFW_ICONIFIED) == GLFW_TRUE || width <= 0 || height <= 0;
}

bool Window::focused() const { return glfwGetWindowAttrib(handle_, GLFW_FOCUSED) == GLFW_TRUE; }

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(handle_, title_.c_str());
}

void Window::set_vsync(bool on) { glfwSwapInterval(on ? 1 : 0); }

void Window::toggle_full_screen() {
  if (full_screen_) {
    glfwSetWindowMonitor(handle_, nullptr, saved_x_, saved_y_, saved_width_, saved_height_, GLFW_DONT_CARE);
    full_screen_ = false;
    return;
  }
  GLFWmonitor* monitor = monitor_under(handle_);
  const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  glfwGetWindowPos(handle_, &saved_x_, &saved_y_);
  glfwGetWindowSize(handle_, &saved_width_, &saved_height_);
  glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  full_screen_ = true;
}

void Window::swap() { glfwSwapBuffers(handle_); }

void Window::take_events(double seconds) {
  if (seconds > 0) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
}

bool Window::take_activity() { return std::exchange(activity_, false); }

std::vector<std::filesystem::path> Window::take_dropped() { return std::exchange(dropped_, {}); }

std::vector<KeyPress> Window::take_keys() { return std::exchange(keys_, {}); }

void Window::store_place(Settings& settings) const {
  if (full_screen_) {
    settings.x = saved_x_;
    settings.y = saved_y_;
    settings.width = saved_width_;
    settings.height = saved_height_;
    return;
  }
  if (minimised()) return;
  int x = 0, y = 0;
  glfwGetWindowPos(handle_, &x, &y);
  settings.x = x;
  settings.y = y;
  glfwGetWindowSize(handle_, &settings.width, &settings.height);
}

void wake_window() { glfwPostEmptyEvent(); }

}  // namespace warplight::app
