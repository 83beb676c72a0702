#include "sim/host_threads.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace warplight {
namespace {

// Lives on the caller's stack while it is in the team's list or somebody works at it. Guarded by the team's mutex.
struct Loop {
  const std::function<void(std::int64_t)>& work;
  std::int64_t count;
  int helpers_wanted;
  std::int64_t next = 0;
  std::int64_t begun_by_helpers = 0;  // and not yet done
  int helpers = 0;
};

// Looking so often takes some 50 µs, about as long as it takes to wake a sleeping thread: who waits longer sleeps.
constexpr int kLooksBeforeSleep = 1000;

void pause_between_looks() {
#if defined(__x86_64__)
  for (int k = 0; k < 4; ++k) __builtin_ia32_pause();
#endif
}

class Team {
 public:
  ~Team() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(Loop& loop) {
    enter(loop);
    wake_.notify_all();
    for (;;) {
      std::unique_lock lock(mutex_);
      if (loop.next >= loop.count) break;
      const std::int64_t index = loop.next++;
      lock.unlock();
      loop.work(index);
    }
    leave(loop);
  }

 private:
  void enter(Loop& loop) {
    const std::lock_guard lock(mutex_);
    try {
      while (static_cast<int>(threads_.size()) < loop.helpers_wanted) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
      // No more threads to be had: those that there are do it.
    }
    loops_.push_back(&loop);
    open_ = true;
  }

  void leave(Loop& loop) {
    std::unique_lock lock(mutex_);
    std::erase(loops_, &loop);
    for (int looks = 0; loop.begun_by_helpers > 0 && looks < kLooksBeforeSleep; ++looks) {
      lock.unlock();
      pause_between_looks();
      lock.lock();
    }
    done_.wait(lock, [&] { return loop.begun_by_helpers == 0; });
  }

  // A loop that has work left and wants one more.
  Loop* open_loop() {
    for (Loop* loop : loops_) {
      if (loop->next < loop->count && loop->helpers < loop->helpers_wanted) return loop;
    }
    open_ = false;
    return nullptr;
  }

  void help() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      if (Loop* loop = open_loop()) {
        help_with(*loop, lock);
        continue;
      }
      lock.unlock();
      for (int looks = 0; !open_ && looks < kLooksBeforeSleep; ++looks) pause_between_looks();
      lock.lock();
      wake_.wait(lock, [this] { return ends_ || open_loop() != nullptr; });
    }
  }

  void help_with(Loop& loop, std::unique_lock<std::mutex>& lock) {
    ++loop.helpers;
    while (loop.next < loop.count) {
      const std::int64_t index = loop.next++;
      ++loop.begun_by_helpers;
      lock.unlock();
      loop.work(index);
      lock.lock();
      // From here on, without begun work and without the mutex, the loop may be gone.
      if (--loop.begun_by_helpers == 0 && loop.next >= loop.count) {
        done_.notify_all();
        return;
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<Loop*> loops_;
  std::vector<std::thread> threads_;
  std::atomic<bool> open_ = false;  // a hint for those that look without the mutex
  bool ends_ = false;
};

}  // namespace

int host_threads() {
  constexpr int kOverCores = 4, kAlways = 64;
  return std::clamp(omp_get_max_threads(), 1, std::max(kOverCores * omp_get_num_procs(), kAlways));
}

void for_each_on_host_threads(std::int64_t count, const std::function<void(std::int64_t)>& work) {
  const auto helpers = static_cast<int>(std::min<std::int64_t>(host_threads(), count) - 1);
  if (helpers <= 0) {
    for (std::int64_t index = 0; index < count; ++index) work(index);
    return;
  }
  static Team team;
  Loop loop{.work = work, .count = count, .helpers_wanted = helpers};
  team.run(loop);
}

}  // namespace warplight
