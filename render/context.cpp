#include "render/context.h"

#include <glad/egl.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr EGLint kCudaDevice = 0x323A;          // EGL_CUDA_DEVICE_NV
constexpr EGLenum kPlatformDevice = 0x313F;     // EGL_PLATFORM_DEVICE_EXT
constexpr EGLenum kPlatformSurfaceless = 0x31DD;  // EGL_PLATFORM_SURFACELESS_MESA
constexpr EGLint kMostDevices = 64;

using QueryDevices = EGLBoolean (*)(EGLint, void**, EGLint*);
using QueryDeviceAttrib = EGLBoolean (*)(void*, EGLint, EGLAttrib*);
using QueryDeviceString = const char* (*)(void*, EGLint);
using PlatformDisplay = EGLDisplay (*)(EGLenum, void*, const EGLint*);

// A place where a context may be made, in the order in which they are tried.
struct Candidate {
  std::string name;
  EGLenum platform;  // 0: the default display
  void* device;
  int cuda_device;
};

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

// A whole word of a list that is parted by spaces.
bool has_extension(const char* list, std::string_view name) {
  std::string_view rest = list == nullptr ? "" : list;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    if (rest.substr(0, space) == name) return true;
    rest = space == std::string_view::npos ? "" : rest.substr(space + 1);
  }
  return false;
}

int cuda_ordinal(void* device) {
  const auto query_string = egl_function<QueryDeviceString>("eglQueryDeviceStringEXT");
  const auto query_attrib = egl_function<QueryDeviceAttrib>("eglQueryDeviceAttribEXT");
  if (query_string == nullptr || query_attrib == nullptr) return -1;
  EGLAttrib ordinal = -1;
  if (!has_extension(query_string(device, EGL_EXTENSIONS), "EGL_NV_device_cuda")) return -1;
  return query_attrib(device, kCudaDevice, &ordinal) ? static_cast<int>(ordinal) : -1;
}

bool is_software(void* device) {
  const auto query_string = egl_function<QueryDeviceString>("eglQueryDeviceStringEXT");
  return query_string != nullptr && has_extension(query_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

std::vector<Candidate> find_devices() {
  const auto query_devices = egl_function<QueryDevices>("eglQueryDevicesEXT");
  if (query_devices == nullptr) return {};
  std::array<void*, kMostDevices> devices{};
  EGLint count = 0;
  if (!query_devices(kMostDevices, devices.data(), &count)) return {};
  std::vector<Candidate> found;
  for (EGLint i = 0; i < count; ++i) {
    found.push_back({"EGL device " + std::to_string(i), kPlatformDevice, devices[i], cuda_ordinal(devices[i])});
  }
  return found;
}

std::vector<Candidate> candidates(int cuda_device) {
  const std::vector<Candidate> devices = find_devices();
  std::vector<Candidate> ordered;
  const auto take = [&](auto wanted) {
    for (const Candidate& device : devices) {
      if (wanted(device)) ordered.push_back(device);
    }
  };
  const auto chosen = [&](const Candidate& device) { return cuda_device >= 0 && device.cuda_device == cuda_device; };
  take(chosen);
  take([&](const Candidate& device) { return !chosen(device) && device.cuda_device >= 0; });
  take([](const Candidate& device) { return device.cuda_device < 0 && !is_software(device.device); });
  take([](const Candidate& device) { return device.cuda_device < 0 && is_software(device.device); });
  if (has_extension(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless")) {
    ordered.push_back({"the surfaceless display", kPlatformSurfaceless, nullptr, -1});
  }
  ordered.push_back({"the default display", 0, nullptr, -1});
  return ordered;
}

EGLDisplay open_display(const Candidate& candidate) {
  if (candidate.platform == 0) return eglGetDisplay(EGL_DEFAULT_DISPLAY);
  const auto platform_display = egl_function<PlatformDisplay>("eglGetPlatformDisplayEXT");
  return platform_display == nullptr ? EGL_NO_DISPLAY
                                     : platform_display(candidate.platform, candidate.device, nullptr);
}

std::string egl_problem(const char* step) {
  constexpr std::array kNames = {
      "success",       "not initialised",   "bad access",        "bad allocation", "bad attribute",
      "bad config",    "bad context",       "bad surface",       "bad display",    "bad match",
      "bad native pixmap", "bad native window", "bad parameter", "bad surface",    "context lost"};
  const auto index = static_cast<std::size_t>(eglGetError() - EGL_SUCCESS);
  return std::string(step) + (index < kNames.size() ? std::string(": ") + kNames[index] : "");
}

// Why no context could be made, and where.
struct Failure {
  std::string places, problem;
};

void add(std::vector<Failure>& failures, const std::string& place, const std::string& problem) {
  for (Failure& failure : failures) {
    if (failure.problem != problem) continue;
    failure.places += ", " + place;
    return;
  }
  failures.push_back({place, problem});
}

std::string text_of(const std::vector<Failure>& failures) {
  std::string text;
  for (const auto& [places, problem] : failures) text += (text.empty() ? "" : "; ") + places + ": " + problem;
  return text;
}

}  // namespace

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;
  GlInfo info;
  int cuda_device = -1;

  ~Impl() { close(); }

  void close() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
    display = EGL_NO_DISPLAY;
    context = EGL_NO_CONTEXT;
    surface = EGL_NO_SURFACE;
  }

  // What went wrong; empty: the context is current and its functions are loaded.
  std::string open(const Candidate& candidate) {
    display = open_display(candidate);
    if (display == EGL_NO_DISPLAY) return egl_problem("no display");
    if (!eglInitialize(display, nullptr, nullptr)) {
      const std::string problem = egl_problem("can't be initialised");
      display = EGL_NO_DISPLAY;
      return problem;
    }
    // Before a display is initialised GLAD knows only the functions of EGL 1.0.
    if (gladLoaderLoadEGL(display) == 0 || eglBindAPI == nullptr) return "its EGL is too old";
    if (!eglBindAPI(EGL_OPENGL_API)) return egl_problem("no OpenGL there");
    if (std::string problem = make_context(); !problem.empty()) return problem;
    try {
      info = load_gl(eglGetProcAddress);
    } catch (const Error& error) {
      return error.what();
    }
    cuda_device = candidate.cuda_device;
    return "";
  }

  std::string make_context() {
    constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, kConfig, &config, 1, &count) || count == 0) return egl_problem("no OpenGL config");
    constexpr EGLint kContext[] = {EGL_CONTEXT_MAJOR_VERSION,       4,
                                   EGL_CONTEXT_MINOR_VERSION,       5,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, kContext);
    // Any older one will do to say which version was found.
    if (context == EGL_NO_CONTEXT) context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
    if (context == EGL_NO_CONTEXT) return egl_problem("no OpenGL 4.5");
    if (!has_extension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
      constexpr EGLint kPixel[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, kPixel);
    }
    if (!eglMakeCurrent(display, surface, surface, context)) return egl_problem("can't be made current");
    return "";
  }
};

OffscreenContext::OffscreenContext(int cuda_device) : impl_(std::make_unique<Impl>()) {
  // What fails is said once, below, in our words; a person who asks Mesa for more still gets it.
  setenv("EGL_LOG_LEVEL", "fatal", 0);
  if (gladLoaderLoadEGL(EGL_NO_DISPLAY) == 0) {
    throw_missing("drawing without a display needs EGL (libEGL.so.1 is not here): install the package libegl1");
  }
  std::vector<Failure> failures;
  for (const Candidate& candidate : candidates(cuda_device)) {
    const std::string problem = impl_->open(candidate);
    if (problem.empty()) return;
    impl_->close();
    add(failures, candidate.name, problem);
  }
  throw_missing("no OpenGL 4.5 without a display (" + text_of(failures) +
                "): install the graphics driver, or Mesa's (the package libgl1-mesa-dri)");
}

OffscreenContext::~OffscreenContext() = default;

const GlInfo& OffscreenContext::info() const { return impl_->info; }
int OffscreenContext::cuda_device() const { return impl_->cuda_device; }

}  // namespace warplight::render
