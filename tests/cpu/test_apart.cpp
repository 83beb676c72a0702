// Work in a process of its own: however it ends, this one goes on and hears of it.
#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "sim/apart.h"
#include "sim/error.h"

namespace warplight {
namespace {

Error refused(const std::function<void()>& work, double most_seconds = 60) {
  try {
    run_apart(work, most_seconds, "file.h5: is damaged");
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "it was done";
  return {ExitCode::done, ""};
}

TEST(Apart, WhatItWritesIsSeenHere) {
  const SharedBytes memory(100'000);
  const pid_t here = getpid();
  int untouched = 1;
  run_apart(
      [&] {
        if (getpid() != here) std::memset(memory.data(), 7, 100'000);
        untouched = 2;
      },
      60, "");
  EXPECT_EQ(memory.data()[0], std::byte{7});
  EXPECT_EQ(memory.data()[99'999], std::byte{7});
  EXPECT_EQ(untouched, 1);
}

TEST(Apart, AnErrorIsThrownHereWithItsCode) {
  const Error error = refused([] { throw_missing("no library"); });
  EXPECT_EQ(error.code(), ExitCode::missing);
  EXPECT_STREQ(error.what(), "no library");
  EXPECT_EQ(refused([] { throw std::bad_alloc(); }).code(), ExitCode::failed);
}

TEST(Apart, ACrashIsALineAndLeavesNothingInTheTerminal) {
  testing::internal::CaptureStderr();
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGKILL, SIGTERM}) {
    const Error error = refused([&] { raise(signal); });
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_STREQ(error.what(), "file.h5: is damaged") << strsignal(signal);
  }
  refused([] {
    std::fputs("*** stack smashing detected ***\n", stderr);
    std::fflush(stderr);
    std::abort();
  });
  refused([] { _exit(0); });
  refused([] { throw 5; });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Apart, WhatNeverEndsIsEnded) {
  refused(
      [] {
        std::atomic<int> count = 0;
        for (;;) ++count;
      },
      1);
}

}  // namespace
}  // namespace warplight
