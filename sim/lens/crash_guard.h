// Turns a crash inside a kernel (a wild pointer that no hook saw, a stack that ran over) into a fault of that kernel.
#pragma once

#include <signal.h>

#include <memory>

namespace warplight::lens {

// While it lives, the signals of a crash are caught; those from outside of kernels go on to who handled them before.
class CrashGuard {
 public:
  // The stack that a thread's handler runs on; every thread that runs kernels needs one.
  class Stack {
   public:
    Stack();
    ~Stack();
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

   private:
    std::unique_ptr<char[]> memory_;
    stack_t before_{};
  };

  CrashGuard();
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

 private:
  Stack stack_;
};

}  // namespace warplight::lens
