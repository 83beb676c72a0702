#include "sim/lens/crash_guard.h"

#include <ucontext.h>

#include <mutex>

#include "sim/lens/runner.h"

namespace warplight::lens {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t kStackBytes = 64 * 1024;

std::mutex mutex;
int guards = 0;
struct sigaction before[std::size(kSignals)];

std::uintptr_t program_counter(void* context) {
  const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
  return machine.pc;
#endif
}

void handle(int signal, siginfo_t* info, void* context) {
  if (hot.runner == nullptr || !hot.runner->in_fiber()) {
    for (std::size_t i = 0; i < std::size(kSignals); ++i) {
      if (kSignals[i] == signal) sigaction(signal, &before[i], nullptr);
    }
    return;  // it happens again, and goes to the handler from before
  }
  const bool overrun = hot.runner->on_stacks(reinterpret_cast<std::uintptr_t>(info->si_addr));
  const std::uintptr_t here = program_counter(context) + 1;
  // A stack may run over in a hook, of which no line is the kernel's.
  hot.runner->stop_fiber(FaultKind::crash, overrun ? hot.runner->last_seen(here) : here,
                         signal == SIGFPE   ? "divides by zero, or the like"
                         : overrun          ? "its stack ran over: the lens gives a thread 64 KB"
                                            : "crashed");
}

}  // namespace

CrashGuard::Stack::Stack() : memory_(std::make_unique<char[]>(kStackBytes)) {
  stack_t here{};
  here.ss_sp = memory_.get();
  here.ss_size = kStackBytes;
  sigaltstack(&here, &before_);
}
CrashGuard::Stack::~Stack() { sigaltstack(&before_, nullptr); }

CrashGuard::CrashGuard() {
  const std::lock_guard lock(mutex);
  if (guards++ > 0) return;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction action {};
    action.sa_sigaction = handle;
    // The handler is left by a switch to the scheduler, never by return: the signal must not stay blocked.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(kSignals[i], &action, &before[i]);
  }
}
CrashGuard::~CrashGuard() {
  const std::lock_guard lock(mutex);
  if (--guards > 0) return;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

}  // namespace warplight::lens
