#include "render/shared_buffer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/context.h"
#include "render/copied_storage.h"
#include "render/gl_objects.h"
#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/text.h"

#if WARPLIGHT_HAS_CUDA
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include "sim/gpu/error.h"
#endif

namespace warplight::render {
namespace {

int mappings_open = 0;
std::vector<unsigned> mapped_buffers;
std::int64_t revisions = 0;

std::string renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name == nullptr ? "an unknown renderer" : name;
}

}  // namespace

int open_mappings() { return mappings_open; }

bool is_mapped(unsigned buffer) { return buffer != 0 && std::ranges::find(mapped_buffers, buffer) != mapped_buffers.end(); }

std::int64_t next_revision() { return ++revisions; }

#if WARPLIGHT_HAS_CUDA

namespace {

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// CUDA's words for a failed call, after which the error is forgotten; "" when it went well.
std::string problem_of(cudaError_t status, const char* step) {
  if (status == cudaSuccess) return "";
  cudaGetLastError();
  return std::string(step) + ": " + cudaGetErrorString(status);
}

// An OpenGL buffer's registration with CUDA. Dies before the buffer.
class Registration {
 public:
  Registration() = default;
  ~Registration() {
    if (resource_ != nullptr) gpu::report(cudaGraphicsUnregisterResource(resource_), "unregistering an OpenGL buffer");
  }
  Registration(Registration&& other) noexcept : resource_(std::exchange(other.resource_, nullptr)) {}
  Registration& operator=(Registration&&) = delete;

  std::string open(unsigned buffer) {
    return problem_of(cudaGraphicsGLRegisterBuffer(&resource_, buffer, cudaGraphicsRegisterFlagsNone),
                      "CUDA can't register an OpenGL buffer");
  }
  cudaGraphicsResource_t get() const { return resource_; }

 private:
  cudaGraphicsResource_t resource_ = nullptr;
};

// The buffers of a set mapped into CUDA's memory with one call, for as long as it lives.
class Mapping {
 public:
  Mapping(std::vector<cudaGraphicsResource_t>& resources, const std::vector<unsigned>& buffers, cudaStream_t stream)
      : resources_(resources), buffers_(buffers), stream_(stream) {
    gpu::check(cudaGraphicsMapResources(static_cast<int>(resources_.size()), resources_.data(), stream_));
    ++mappings_open;
    mapped_buffers.insert(mapped_buffers.end(), buffers_.begin(), buffers_.end());
  }
  ~Mapping() {
    if (open_) gpu::report(close(), "unmapping OpenGL buffers");
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  void* pointer(std::size_t i) const {
    void* pointer = nullptr;
    std::size_t bytes = 0;
    gpu::check(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resources_[i]));
    return pointer;
  }
  cudaError_t close() {
    open_ = false;
    --mappings_open;
    std::erase_if(mapped_buffers, [&](unsigned buffer) { return std::ranges::find(buffers_, buffer) != buffers_.end(); });
    return cudaGraphicsUnmapResources(static_cast<int>(resources_.size()), resources_.data(), stream_);
  }

 private:
  std::vector<cudaGraphicsResource_t>& resources_;
  const std::vector<unsigned>& buffers_;  // the same, by OpenGL's names
  cudaStream_t stream_;
  bool open_ = true;
};

class SharedStorage final : public DrawnStorage {
 public:
  explicit SharedStorage(std::vector<BufferSpec> specs) : specs_(std::move(specs)) {
    for (const BufferSpec& spec : specs_) {
      if (spec.drawn) {
        share(spec);
      } else {
        gl_.emplace_back();
        plain_.emplace_back(spec.bytes());
      }
    }
  }
  ~SharedStorage() override { mapping_.reset(); }

  Place place() const override { return Place::device; }
  std::span<const BufferSpec> specs() const override { return specs_; }

  Lent lend(gpu::Stream& stream) override {
    const auto start = std::chrono::steady_clock::now();
    if (!resources_.empty()) mapping_.emplace(resources_, buffers_, static_cast<cudaStream_t>(stream.handle()));
    try {
      Lent lent = pointers();
      times_.map_ms = ms_since(start);
      return lent;
    } catch (const Error&) {
      mapping_.reset();
      throw;
    }
  }
  void give_back(gpu::Stream&) override {
    const auto start = std::chrono::steady_clock::now();
    changed_ = true;
    const cudaError_t status = mapping_ ? mapping_->close() : cudaSuccess;
    mapping_.reset();
    times_.unmap_ms = ms_since(start);
    gpu::check(status);
  }

  bool publish(gpu::Stream&, int current) override {
    require_given_back();
    current_ = current;
    if (std::exchange(placed_, false)) revision_ = next_revision();
    return std::exchange(changed_, false);
  }
  void note_placed() override { placed_ = true; }
  std::int64_t placed_revision() const override { return revision_; }
  int drawn_current() const override { return current_; }
  unsigned gl_buffer(int i) const override {
    require_given_back();
    return gl_.at(static_cast<std::size_t>(i)).get();
  }
  TransferTimes transfer_times() const override { return times_; }
  const char* path() const override { return "shared"; }

 private:
  void share(const BufferSpec& spec) {
    gl_.push_back(make_gl_buffer(spec.bytes(), spec.name));
    plain_.emplace_back();
    if (const std::string problem = registrations_.emplace_back().open(gl_.back().get()); !problem.empty()) {
      throw_failed(problem + " (" + std::string(spec.name) + ", " + bytes_text(static_cast<double>(spec.bytes())) +
                   " asked for, " + bytes_text(static_cast<double>(gpu::memory_info().free_bytes)) + " free)");
    }
    resources_.push_back(registrations_.back().get());
    buffers_.push_back(gl_.back().get());
  }
  Lent pointers() const {
    Lent lent;
    for (std::size_t i = 0, shared = 0; i < specs_.size(); ++i) {
      lent.pointers.push_back(specs_[i].drawn ? mapping_->pointer(shared++) : plain_[i].data());
    }
    return lent;
  }
  void require_given_back() const {
    if (mapping_) throw_failed("a buffer was to be drawn while it is lent to a kernel");
  }

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<BufferSpec> specs_;
  std::vector<gpu::Buffer> plain_;  // one a spec, empty where drawn
  std::vector<GlBuffer> gl_;        // one a spec, empty where not
  std::vector<Registration> registrations_;
  std::vector<cudaGraphicsResource_t> resources_;
  std::vector<unsigned> buffers_;  // the OpenGL names of those
  std::optional<Mapping> mapping_;
  TransferTimes times_{kNone, kNone, kNone};
  bool changed_ = false, placed_ = true;
  int current_ = 0;
  std::int64_t revision_ = 0;
};

// Whether the context's GPU is the selected CUDA device; else why not.
std::string device_mismatch(int context_cuda_device) {
  const gpu::Device& wanted = gpu::selected_device();
  const std::string both = "OpenGL runs on " + renderer_name() + ", CUDA on " + wanted.name;
  if (context_cuda_device >= 0) {
    if (context_cuda_device == wanted.ordinal) return "";
    return both + " (CUDA device " + std::to_string(wanted.ordinal) + ", not the context's " +
           std::to_string(context_cuda_device) + ")";
  }
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t status = cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
  cudaGetLastError();
  if (status != cudaSuccess) return both;
  for (unsigned i = 0; i < count; ++i) {
    if (devices[i] == wanted.ordinal) return "";
  }
  return both + " (CUDA device " + std::to_string(wanted.ordinal) + ")";
}

// Writes a pattern from CUDA, reads it through OpenGL.
std::string try_one_buffer() {
  constexpr std::size_t kBytes = 4096;
  constexpr unsigned char kPattern = 0x5A;
  const GlBuffer buffer = make_gl_buffer(kBytes, "the interop probe");
  Registration registration;
  if (std::string problem = registration.open(buffer.get()); !problem.empty()) return problem;
  cudaGraphicsResource_t resource = registration.get();
  const cudaError_t mapped = cudaGraphicsMapResources(1, &resource, nullptr);
  if (mapped != cudaSuccess) return problem_of(mapped, "CUDA can't map an OpenGL buffer");
  void* pointer = nullptr;
  std::size_t bytes = 0;
  std::string problem = problem_of(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource),
                                   "CUDA can't reach an OpenGL buffer");
  if (problem.empty() && bytes < kBytes) problem = "CUDA sees a part of an OpenGL buffer only";
  if (problem.empty()) {
    problem = problem_of(cudaMemsetAsync(pointer, kPattern, kBytes, nullptr), "CUDA can't write an OpenGL buffer");
  }
  const std::string unmapping = problem_of(cudaGraphicsUnmapResources(1, &resource, nullptr),
                                           "CUDA can't give an OpenGL buffer back");
  if (problem.empty()) problem = unmapping;
  if (!problem.empty()) return problem;
  std::array<unsigned char, kBytes> read{};
  glGetNamedBufferSubData(buffer.get(), 0, kBytes, read.data());
  for (const unsigned char byte : read) {
    if (byte != kPattern) return "OpenGL does not see what CUDA wrote";
  }
  return "";
}

std::string interop_problem(int context_cuda_device) {
  if (std::string mismatch = device_mismatch(context_cuda_device); !mismatch.empty()) return mismatch;
  try {
    return try_one_buffer();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

std::unique_ptr<DrawnStorage> make_drawn_storage(Place place, std::vector<BufferSpec> specs, const Interop& interop) {
  require_memory(place, specs);  // a driver asked for too much takes the host's memory until the system ends the program
  if (place == Place::host) return make_host_drawn_storage(std::move(specs));
  if (!interop.works) return make_copied_storage(std::move(specs));
  return std::make_unique<SharedStorage>(std::move(specs));
}

#else

namespace {
std::string interop_problem(int) { return "this program was built without CUDA"; }
}  // namespace

std::unique_ptr<DrawnStorage> make_drawn_storage(Place place, std::vector<BufferSpec> specs, const Interop&) {
  if (place == Place::device) throw_missing("this program was built without CUDA: device variants can't run");
  return make_host_drawn_storage(std::move(specs));
}

#endif

namespace {

struct Finding {
  std::string problem, advice;  // both empty: interop works
};

Finding find_problem(int context_cuda_device) {
  const gpu::Machine& machine = gpu::machine();
  if (!machine.usable()) return {machine.problem, ""};
  const std::string renderer = renderer_name();
  if (draws_in_software(renderer)) {
    return {"OpenGL runs on " + renderer + " (software), CUDA on " + gpu::selected_device().name, advice_for(renderer)};
  }
  std::string problem = interop_problem(context_cuda_device);
  return {problem, problem.empty() ? "" : advice_for(renderer)};
}

}  // namespace

Interop probe_interop(InteropWish wish, int context_cuda_device) {
  if (wish == InteropWish::off) return {false, "copies through the host: interop is off, as asked", ""};
  const Finding found = find_problem(context_cuda_device);
  if (found.problem.empty()) return {true, "CUDA writes OpenGL's buffers", ""};
  if (wish == InteropWish::on) {
    throw_missing("--interop on is refused: " + found.problem + (found.advice.empty() ? "" : "; " + found.advice));
  }
  const bool copies = gpu::machine().usable();
  return {false, (copies ? "copies through the host: " : "host variants only: ") + found.problem, found.advice};
}

}  // namespace warplight::render
