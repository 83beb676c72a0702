#include "sim/gpu/stream.h"

#include <utility>

#include "sim/error.h"

#if WARPLIGHT_HAS_CUDA
#include "sim/gpu/error.h"
#endif

namespace warplight::gpu {

Stream::Stream(Stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
Stream& Stream::operator=(Stream&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}
Event::Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
Event& Event::operator=(Event&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

#if WARPLIGHT_HAS_CUDA

namespace {
cudaStream_t raw(const Stream& stream) { return static_cast<cudaStream_t>(stream.handle()); }
cudaEvent_t raw(void* event) { return static_cast<cudaEvent_t>(event); }
}  // namespace

Stream Stream::create() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Stream owner;
  owner.handle_ = stream;
  return owner;
}
Stream::~Stream() {
  if (handle_) report(cudaStreamDestroy(raw(*this)), "destroying a stream");
}
void Stream::wait() const {
  if (handle_) check(cudaStreamSynchronize(raw(*this)));
}

Event::Event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event));
  handle_ = event;
}
Event::~Event() {
  if (handle_) report(cudaEventDestroy(raw(handle_)), "destroying an event");
}
void Event::record(const Stream& stream) { check(cudaEventRecord(raw(handle_), raw(stream))); }
bool Event::reached() const {
  const cudaError_t status = cudaEventQuery(raw(handle_));
  if (status == cudaErrorNotReady) return false;
  check(status);
  return true;
}
void Event::wait() const { check(cudaEventSynchronize(raw(handle_))); }
float Event::ms_since(const Event& start) const {
  float ms = 0;
  check(cudaEventElapsedTime(&ms, raw(start.handle_), raw(handle_)));
  return ms;
}

#else

// Nothing ever creates a stream here, so that none of the rest is reached.
namespace {
[[noreturn]] void no_cuda() { throw_missing("this program was built without CUDA"); }
}  // namespace

Stream Stream::create() { no_cuda(); }
Stream::~Stream() = default;
void Stream::wait() const {}
Event::Event() { no_cuda(); }
Event::~Event() = default;
void Event::record(const Stream&) { no_cuda(); }
bool Event::reached() const { no_cuda(); }
void Event::wait() const { no_cuda(); }
float Event::ms_since(const Event&) const { no_cuda(); }

#endif

TimedSpan::TimedSpan(int depth) : depth_(depth) {}

void TimedSpan::begin(const Stream& stream) {
  if (slots_.empty()) slots_.resize(static_cast<std::size_t>(depth_));  // not before: events need a GPU
  open_ = next_ - oldest_ < depth_;
  if (open_) slots_[static_cast<std::size_t>(next_) % slots_.size()].start.record(stream);
}

void TimedSpan::end(const Stream& stream, double tag) {
  if (!open_) return;
  Slot& slot = slots_[static_cast<std::size_t>(next_) % slots_.size()];
  slot.tag = tag;
  slot.stop.record(stream);
  ++next_;
  open_ = false;
}

std::optional<TimedSpan::Sample> TimedSpan::poll() {
  if (!pending()) return std::nullopt;
  Slot& slot = slots_[static_cast<std::size_t>(oldest_) % slots_.size()];
  if (!slot.stop.reached()) return std::nullopt;
  ++oldest_;
  return Sample{slot.stop.ms_since(slot.start), slot.tag};
}

}  // namespace warplight::gpu
