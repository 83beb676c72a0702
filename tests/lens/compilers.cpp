#include "tests/lens/compilers.h"

#include <dlfcn.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace warplight::lens_test {
namespace {

const std::string kRoot = WARPLIGHT_SOURCE_DIR;

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

Compiled run(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) command += quoted(word) + " ";
  FILE* pipe = popen((command + "2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("can't start " + words.front());
  Compiled result;
  std::array<char, 4096> chunk;
  while (std::size_t got = fread(chunk.data(), 1, chunk.size(), pipe)) result.log.append(chunk.data(), got);
  const int status = pclose(pipe);
  result.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

// The few functions of NVRTC that compile a file, declared here so that no header of the toolkit is needed.
struct Nvrtc {
  using Program = void*;
  int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*compile)(Program, int, const char* const*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*destroy)(Program*) = nullptr;

  explicit Nvrtc(void* library)
      : create(function<decltype(create)>(library, "nvrtcCreateProgram")),
        compile(function<decltype(compile)>(library, "nvrtcCompileProgram")),
        log_size(function<decltype(log_size)>(library, "nvrtcGetProgramLogSize")),
        log(function<decltype(log)>(library, "nvrtcGetProgramLog")),
        destroy(function<decltype(destroy)>(library, "nvrtcDestroyProgram")) {}

  template <class F>
  static F function(void* library, const char* name) {
    void* found = dlsym(library, name);
    if (!found) throw std::runtime_error(std::string("NVRTC has no ") + name);
    return reinterpret_cast<F>(found);
  }
};

// Null: none on this machine.
const Nvrtc* nvrtc() {
  static const std::optional<Nvrtc> found = []() -> std::optional<Nvrtc> {
    for (const char* name : {WARPLIGHT_NVRTC, "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"}) {
      if (void* library = *name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : nullptr) return Nvrtc(library);
    }
    return std::nullopt;
  }();
  return found ? &*found : nullptr;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("can't read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::optional<Compiled> compile_with_nvcc(const std::filesystem::path& file) {
  if (std::string_view(WARPLIGHT_NVCC).empty()) return std::nullopt;
  return run({WARPLIGHT_NVCC, "-x", "cu", "-std=c++20", "-arch=sm_75", "-ftz=true", "-I", kRoot, "-cubin", "-o",
              "/dev/null", file.string()});
}

std::optional<Compiled> compile_with_nvrtc(const std::filesystem::path& file) {
  const Nvrtc* api = nvrtc();
  if (!api) return std::nullopt;
  const std::string text = read_text(file), include = "-I" + kRoot;
  const char* options[] = {"--std=c++20", "--gpu-architecture=compute_75", "-ftz=true", include.c_str()};
  Nvrtc::Program program = nullptr;
  if (api->create(&program, text.c_str(), file.c_str(), 0, nullptr, nullptr) != 0) {
    return Compiled{false, "nvrtcCreateProgram failed"};
  }
  Compiled result;
  result.ok = api->compile(program, static_cast<int>(std::size(options)), options) == 0;
  std::size_t size = 0;
  if (api->log_size(program, &size) == 0 && size > 0) {
    result.log.resize(size);
    api->log(program, result.log.data());
  }
  api->destroy(&program);
  return result;
}

std::optional<Compiled> compile_with_host(const std::filesystem::path& file) {
  return run({WARPLIGHT_CXX, "-x", "c++", "-std=c++20", "-O1", "-g", "-fsanitize=thread",
              "-fsanitize-coverage=trace-pc", "-DWARPLIGHT_LENS=1", "-w", "-include", kRoot + "/sim/lens/shim.h", "-I", kRoot, "-c", "-o", "/dev/null", file.string()});
}

std::string_view missing_reason() {
  return "needs the CUDA Toolkit: this build found no nvcc (or no libnvrtc) that is new enough";
}

}  // namespace warplight::lens_test
