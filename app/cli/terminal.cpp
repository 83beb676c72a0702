#include "app/cli/terminal.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <utility>

#include "sim/measure/sampling.h"
#include "sim/whole_file.h"

namespace warplight::cli {
namespace {

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void secure_streams() {
  std::signal(SIGXFSZ, SIG_IGN);
  // Opened for the wrong direction: what uses it is told so.
  for (const auto& [descriptor, direction] :
       {std::pair{STDIN_FILENO, O_WRONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_RDONLY}}) {
    if (fcntl(descriptor, F_GETFD) < 0) static_cast<void>(open("/dev/null", direction));
  }
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::function<std::string()>& text) {
  if (!terminal_) return;
  const double now_s = measure::steady_seconds();
  if (last_s_ >= 0 && now_s - last_s_ < 0.1) return;
  last_s_ = now_s;
  shown_ = true;
  std::fprintf(stderr, "\r\x1b[K%s", text().c_str());
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

Interrupt::Interrupt() {
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  waiter_ = std::thread([this, signals] {
    int signal = 0;
    while (sigwait(&signals, &signal) == 0 && !over_) {
      if (is_ignored(signal) || source_.request_stop()) continue;
      remove_partial_files();
      _exit(128 + signal);
    }
  });
}

Interrupt::~Interrupt() {
  over_ = true;
  pthread_kill(waiter_.native_handle(), SIGTERM);
  waiter_.join();
}

}  // namespace warplight::cli
