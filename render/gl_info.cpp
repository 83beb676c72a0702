#include <glad/gl.h>

#include <array>
#include <cstdlib>

#include "render/context.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

std::string gl_string(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text == nullptr ? "" : text;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool without_display() { return std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr; }

}  // namespace

bool draws_in_software(const std::string& renderer) {
  constexpr std::array kNames = {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"};
  for (const char* name : kNames) {
    if (contains(renderer, name)) return true;
  }
  return false;
}

std::string advice_for(const std::string& renderer) {
  if (contains(renderer, "NVIDIA") && !contains(renderer, "D3D12")) return "";
  if (contains(renderer, "D3D12")) {
    return "under WSL OpenGL goes through Direct3D, which CUDA can't share memory with: the copies stay";
  }
  if (contains(renderer, "nouveau") || contains(renderer, "NVK") || contains(renderer, "zink")) {
    return "OpenGL runs on an open driver: install NVIDIA's own";
  }
  if (without_display()) {
    return "install NVIDIA's OpenGL (package libnvidia-gl), or set "
           "__EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/10_nvidia.json";
  }
  return "set __GLX_VENDOR_LIBRARY_NAME=nvidia __NV_PRIME_RENDER_OFFLOAD=1 to run OpenGL on the NVIDIA GPU";
}

GlInfo load_gl(GetProcAddress get_proc_address) {
  const int loaded = gladLoadGL(get_proc_address);
  if (loaded == 0 || glGetString == nullptr || glGetIntegerv == nullptr) {
    throw_missing("no OpenGL functions found, OpenGL 4.5 needed");
  }
  GlInfo info;
  info.renderer = gl_string(GL_RENDERER);
  info.vendor = gl_string(GL_VENDOR);
  info.version = gl_string(GL_VERSION);
  info.major = GLAD_VERSION_MAJOR(loaded);
  info.minor = GLAD_VERSION_MINOR(loaded);
  info.software = draws_in_software(info.renderer);
  info.advice = advice_for(info.renderer);
  if (info.major * 10 + info.minor < 45) {
    const std::string found = std::to_string(info.major) + "." + std::to_string(info.minor);
    throw_missing("OpenGL " + found + " on " + info.renderer + " found, 4.5 needed: update the graphics driver");
  }
  return info;
}

}  // namespace warplight::render
