#include "render/copied_storage.h"

#include <glad/gl.h>

#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include "render/gl_objects.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The OpenGL side of both kinds: a buffer for each drawn spec, and the clock of the uploads.
class DrawnBuffers {
 public:
  explicit DrawnBuffers(std::span<const BufferSpec> specs) {
    for (const BufferSpec& spec : specs) {
      buffers_.push_back(spec.drawn ? make_gl_buffer(spec.bytes(), spec.name) : GlBuffer());
      bytes_.push_back(spec.bytes());
      turns_.push_back(spec.turn);
      steady_.push_back(spec.steady);
    }
  }

  // `source(i)` is the host memory of buffer i; of steady ones it is read only where something was `placed` in them.
  template <class Source>
  void upload(const Source& source, int current, bool placed) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      if (drawn(i, current, placed)) glNamedBufferSubData(buffers_[i].get(), 0, bytes_[i], source(i));
    }
    if (placed) revision_ = next_revision();
    upload_ms_ = ms_since(start);
    current_ = current;
  }

  // Whether buffer i is to be brought up to date when it is the turn of `current`.
  bool drawn(std::size_t i, int current, bool placed) const {
    return buffers_[i].get() != 0 && (turns_[i] < 0 || turns_[i] == current) && (placed || !steady_[i]);
  }
  std::int64_t revision() const { return revision_; }
  int current() const { return current_; }
  unsigned name(int i) const { return buffers_.at(static_cast<std::size_t>(i)).get(); }
  double upload_ms() const { return upload_ms_; }

 private:
  std::vector<GlBuffer> buffers_;
  std::vector<std::int64_t> bytes_;
  std::vector<int> turns_;
  std::vector<bool> steady_;
  int current_ = 0;
  std::int64_t revision_ = 0;
  double upload_ms_ = kNone;
};

void require_given_back(bool lent) {
  if (lent) throw_failed("a buffer was to be drawn while it is lent to a kernel");
}

class HostDrawnStorage final : public DrawnStorage {
 public:
  explicit HostDrawnStorage(std::vector<BufferSpec> specs) : memory_(std::move(specs)), drawn_(memory_.specs()) {}

  Place place() const override { return Place::host; }
  std::span<const BufferSpec> specs() const override { return memory_.specs(); }
  Lent lend(gpu::Stream& stream) override {
    lent_ = true;
    return memory_.lend(stream);
  }
  void give_back(gpu::Stream&) override {
    changed_ = true;
    lent_ = false;
  }
  void note_placed() override { placed_ = true; }
  std::int64_t placed_revision() const override { return drawn_.revision(); }

  bool publish(gpu::Stream& stream, int current) override {
    require_given_back(lent_);
    if (!changed_.exchange(false)) return false;
    const Lent lent = memory_.lend(stream);
    drawn_.upload([&](std::size_t i) { return lent.pointers[i]; }, current, placed_.exchange(false));
    return true;
  }
  unsigned gl_buffer(int i) const override {
    require_given_back(lent_);
    return drawn_.name(i);
  }
  int drawn_current() const override { return drawn_.current(); }
  TransferTimes transfer_times() const override { return {kNone, kNone, drawn_.upload_ms()}; }
  const char* path() const override { return "host"; }

 private:
  HostStorage memory_;
  DrawnBuffers drawn_;
  std::atomic<bool> lent_ = false, changed_ = false, placed_ = true;  // a worker thread may lend
};

class CopiedStorage final : public DrawnStorage {
 public:
  explicit CopiedStorage(std::vector<BufferSpec> specs) : memory_(std::move(specs)), drawn_(memory_.specs()) {
    for (Slot& slot : slots_) {
      for (const BufferSpec& spec : memory_.specs()) {
        slot.pinned.push_back(spec.drawn ? gpu::PinnedBuffer(spec.bytes()) : gpu::PinnedBuffer());
      }
    }
  }

  Place place() const override { return Place::device; }
  std::span<const BufferSpec> specs() const override { return memory_.specs(); }
  Lent lend(gpu::Stream& stream) override {
    lent_ = true;
    return memory_.lend(stream);
  }
  void give_back(gpu::Stream&) override {
    ++computed_;
    lent_ = false;
  }
  void note_placed() override { placed_ = true; }
  std::int64_t placed_revision() const override { return drawn_.revision(); }

  bool publish(gpu::Stream& stream, int current) override {
    require_given_back(lent_);
    if (queued_ != computed_) queue_copy(stream, current);
    while (const auto sample = span_.poll()) to_host_ms_ = sample->ms;
    return upload_newest();
  }
  unsigned gl_buffer(int i) const override {
    require_given_back(lent_);
    return drawn_.name(i);
  }
  int drawn_current() const override { return drawn_.current(); }
  TransferTimes transfer_times() const override { return {kNone, kNone, to_host_ms_ + drawn_.upload_ms()}; }
  const char* path() const override { return "copied"; }

 private:
  struct Slot {
    std::vector<gpu::PinnedBuffer> pinned;
    gpu::Event copied;
    std::uint64_t holds = 0;  // which computed state; 0: free
    int current = 0;          // whose turn it was then
    bool placed = false;      // and what is steady is in it
  };

  // With both slots on their way the state waits for a later frame: nothing here blocks.
  void queue_copy(gpu::Stream& stream, int current) {
    for (Slot& slot : slots_) {
      if (slot.holds != 0) continue;
      span_.begin(stream);
      const Lent lent = memory_.lend(stream);
      for (std::size_t i = 0; i < slot.pinned.size(); ++i) {
        if (!drawn_.drawn(i, current, placed_)) continue;
        gpu::copy_to_host(slot.pinned[i].data(), lent.pointers[i], slot.pinned[i].bytes(), stream);
      }
      span_.end(stream);
      slot.copied.record(stream);
      slot.holds = queued_ = computed_;
      slot.current = current;
      slot.placed = std::exchange(placed_, false);
      return;
    }
  }

  bool upload_newest() {
    Slot* newest = nullptr;
    for (Slot& slot : slots_) {
      if (slot.holds == 0 || !slot.copied.reached()) continue;
      if (newest == nullptr || slot.holds > newest->holds) {
        if (newest != nullptr) pass_over(*newest);
        newest = &slot;
      } else {
        pass_over(slot);
      }
    }
    if (newest == nullptr) return false;
    upload(*newest);
    return true;
  }

  void upload(Slot& slot) {
    drawn_.upload([&](std::size_t i) { return slot.pinned[i].data(); }, slot.current, slot.placed);
    slot.holds = 0;
  }

  // A newer state is there; what was placed is in this copy alone.
  void pass_over(Slot& slot) {
    if (slot.placed) upload(slot);
    slot.holds = 0;
  }

  DeviceStorage memory_;
  DrawnBuffers drawn_;
  std::array<Slot, 2> slots_;
  gpu::TimedSpan span_;
  bool lent_ = false, placed_ = true;
  std::uint64_t computed_ = 0, queued_ = 0;
  double to_host_ms_ = kNone;
};

}  // namespace

std::unique_ptr<DrawnStorage> make_copied_storage(std::vector<BufferSpec> specs) {
  return std::make_unique<CopiedStorage>(std::move(specs));
}

std::unique_ptr<DrawnStorage> make_host_drawn_storage(std::vector<BufferSpec> specs) {
  return std::make_unique<HostDrawnStorage>(std::move(specs));
}

}  // namespace warplight::render
