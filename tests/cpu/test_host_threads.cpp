// The loop over host threads: everything once, whoever calls, and nobody waits for those that have not begun.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "sim/host_threads.h"

namespace warplight {
namespace {

class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  ~Threads() { omp_set_num_threads(before_); }

 private:
  int before_;
};

TEST(HostThreads, EachIndexOnceForAnyCountAndNumberOfThreads) {
  for (const int threads : {1, 2, 7}) {
    const Threads set(threads);
    for (const std::int64_t count : {0, 1, 2, 6, 7, 8, 1000}) {
      std::vector<std::atomic<int>> times(static_cast<std::size_t>(count));
      for_each_on_host_threads(count, [&](std::int64_t i) { ++times[static_cast<std::size_t>(i)]; });
      for (const auto& done : times) EXPECT_EQ(done, 1) << threads << " " << count;
    }
  }
}

TEST(HostThreads, WhatWasWrittenIsSeenByTheCallerEveryTime) {
  const Threads set(4);
  std::vector<int> values(64);
  for (int round = 0; round < 500; ++round) {
    for_each_on_host_threads(64, [&](std::int64_t i) { values[static_cast<std::size_t>(i)] = round; });
    ASSERT_EQ(std::accumulate(values.begin(), values.end(), 0), 64 * round);
  }
}

TEST(HostThreads, SeveralCallersAtOnce) {
  std::atomic<std::int64_t> sum = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      omp_set_num_threads(3);  // of this thread alone
      for (int round = 0; round < 100; ++round) for_each_on_host_threads(10, [&](std::int64_t i) { sum += i; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 4 * 100 * 45);
}

// With all helpers held in other work the caller does a whole loop by itself: at a barrier it would wait for ever.
TEST(HostThreads, NobodyWaitsForAThreadThatHasNotBegun) {
  const int everybody = std::max(8, omp_get_num_procs()) + 1;  // more than other tests have asked for
  std::atomic<int> held = 0;
  std::atomic<bool> let_go = false;
  std::thread holder([&] {
    omp_set_num_threads(everybody);
    for_each_on_host_threads(everybody, [&](std::int64_t) {
      ++held;
      while (!let_go) std::this_thread::yield();
    });
  });
  while (held < everybody) std::this_thread::yield();
  const Threads set(2);
  std::atomic<int> done = 0;
  for_each_on_host_threads(50, [&](std::int64_t) { ++done; });
  EXPECT_EQ(done, 50);
  let_go = true;
  holder.join();
}

}  // namespace
}  // namespace warplight
