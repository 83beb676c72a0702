// An OpenGL context and what was found behind it: the window's, or one without a display (EGL).
#pragma once

#include <memory>
#include <string>

namespace warplight::render {

struct GlInfo {
  std::string renderer, vendor, version;
  int major = 0, minor = 0;
  bool software = false;  // llvmpipe, softpipe, swrast
  // What to tell a person who has a GPU whose OpenGL is not in use.
  std::string advice;
};

using GetProcAddress = void (*(*)(const char*))();

// Loads the functions of the context that is current on this thread. Throws missing, with what was found and needed,
// below OpenGL 4.5 core.
GlInfo load_gl(GetProcAddress get_proc_address);

// Whether a renderer's name is one that draws on the processor.
bool draws_in_software(const std::string& renderer);
// What to set or install so that OpenGL runs on the NVIDIA GPU rather than on `renderer`; "" where it does already.
std::string advice_for(const std::string& renderer);

// A context without a display. Prefers the EGL device that is CUDA device `cuda_device` (-1: none wanted), then any
// GPU, then software. Throws missing with what was tried.
class OffscreenContext {
 public:
  explicit OffscreenContext(int cuda_device);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  const GlInfo& info() const;
  int cuda_device() const;  // the CUDA ordinal of the EGL device; -1: none or unknown

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
