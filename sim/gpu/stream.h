// Streams, events and timed spans: owners of CUDA's handles, without a CUDA header.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warplight::gpu {

// An ordered queue of GPU work. A default-constructed one is the null stream of a machine without a GPU: host variants
// are handed it and never touch it.
class Stream {
 public:
  Stream() = default;
  static Stream create();  // throws failed
  ~Stream();
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;

  void* handle() const { return handle_; }  // a cudaStream_t
  bool exists() const { return handle_ != nullptr; }
  void wait() const;  // blocks until all queued work is done; throws failed with what went wrong

 private:
  void* handle_ = nullptr;
};

// A point in a stream.
class Event {
 public:
  Event();
  ~Event();
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;

  void record(const Stream& stream);
  bool reached() const;  // never blocks; throws failed if the work before it failed
  void wait() const;
  float ms_since(const Event& start) const;  // both reached

 private:
  void* handle_ = nullptr;
};

// A ring of timed stretches of a stream: begin/end queue events, poll() hands out what has finished, oldest first.
// Nothing here blocks; when the ring is full, begin() skips the stretch.
class TimedSpan {
 public:
  explicit TimedSpan(int depth = 16);
  void begin(const Stream& stream);
  void end(const Stream& stream, double tag = 0);  // the tag comes back with the time (steps in the stretch, say)
  struct Sample {
    double ms;
    double tag;
  };
  std::optional<Sample> poll();
  bool pending() const { return oldest_ != next_; }

 private:
  struct Slot {
    Event start, stop;
    double tag = 0;
  };
  int depth_;
  std::vector<Slot> slots_;
  std::int64_t oldest_ = 0, next_ = 0;
  bool open_ = false;
};

}  // namespace warplight::gpu
